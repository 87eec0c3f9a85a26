import FleetErrors
import FleetLive
import FleetMessages
import GRPCWire
import ProtobufWire
import Synchronization
import TestSupport
import Testing

/// A provider that counts its fetches, and answers each as the test says.
@available(macOS 15, iOS 18, *)
private final class Provider: AuthorizationTokenProvider {
    private let fetches = Mutex<[AuthorizationContext]>([])
    private let answer: @Sendable (_ number: Int) async throws -> String

    init(_ answer: @escaping @Sendable (_ number: Int) async throws -> String) { self.answer = answer }

    var contexts: [AuthorizationContext] { fetches.withLock { $0 } }

    func token(for context: AuthorizationContext) async throws -> String {
        let number = fetches.withLock { fetches in
            fetches.append(context)
            return fetches.count
        }
        return try await answer(number)
    }
}

private struct ProviderError: Error {}

/// What a task waits for until another one opens it.
@available(macOS 15, iOS 18, *)
private final class Gate: Sendable {
    private let stream: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func open() { continuation.finish() }

    /// - Throws: `CancellationError` if the task is cancelled.
    func pass() async throws {
        for await _ in stream {}
        try Task.checkCancellation()
    }
}

private let update = UpdateVehicleRequest.with {
    $0.name = "providers/acme/vehicles/taxi"
    $0.vehicle = .with { $0.vehicleState = .online }
    $0.updateMask = FieldMask(paths: ["vehicle_state"])
}

@Suite(.timeLimit(.minutes(1))) struct AuthorizationTokenTests {
    @available(macOS 15, iOS 18, *)
    private func client(_ fleet: TestFleet, _ provider: Provider) -> FleetClient {
        FleetClient(fleet, tokens: provider, now: { [clock = fleet.clock] in TestToken.time(of: clock) })
    }

    @available(macOS 15, iOS 18, *)
    @Test func aTokenIsUsedUntilFiveMinutesBeforeItExpires() async throws {
        let fleet = TestFleet()
        let provider = Provider { TestToken.make(expires: TestToken.start + Int64($0) * 3_600) }
        let client = client(fleet, provider)
        for (minutes, fetches) in [(0, 1), (54, 1), (1, 2), (59, 2), (1, 3)] {
            await fleet.clock.advance(by: .seconds(minutes * 60), loops: 0)
            _ = try await client.unary(.updateVehicle, update)
            #expect(provider.contexts.count == fetches, "after another \(minutes) min")
        }
        #expect(Set(fleet.calls.map(\.token)).count == 3)
    }

    @available(macOS 15, iOS 18, *)
    @Test func aTokenThatLivesShorterIsUsedForHalfItsLife() async throws {
        let fleet = TestFleet()
        let clock = fleet.clock
        let provider = Provider { _ in TestToken.make(expires: TestToken.time(of: clock).seconds + 120) }
        let client = client(fleet, provider)
        for (seconds, fetches) in [(0, 1), (59, 1), (1, 2)] {
            await clock.advance(by: .seconds(seconds), loops: 0)
            _ = try await client.unary(.updateVehicle, update)
            #expect(provider.contexts.count == fetches)
        }
    }

    @available(macOS 15, iOS 18, *)
    @Test func eachResourceHasItsToken() async throws {
        let fleet = TestFleet()
        let provider = Provider { TestToken.make("tripid", "\($0)", expires: 4_000_000_000) }
        let client = client(fleet, provider)
        for name in ["a", "b", "a"] {
            _ = try await client.unary(.getTrip, .with { $0.name = "providers/acme/trips/\(name)" })
        }
        #expect(provider.contexts.map(\.tripID) == ["a", "b"])
        let tokens = fleet.calls.map(\.token)
        #expect(tokens[0] == tokens[2] && tokens[0] != tokens[1])
    }

    /// All calls enter the cache, whose old token has expired, before the provider answers.
    @available(macOS 15, iOS 18, *)
    @Test func concurrentRequestsAreJoinedIntoOneFetch() async throws {
        let fleet = TestFleet()
        let gate = Gate()
        let provider = Provider { number in
            if number == 2 { try await gate.pass() }
            return TestToken.make(expires: number == 1 ? TestToken.start : 4_000_000_000)
        }
        let looks = Mutex(0)
        let client = FleetClient(
            fleet, tokens: provider,
            now: {
                // The first call looks once for its fetch, each later one to see that the token is too old.
                if looks.withLock({
                    $0 += 1; return $0
                }) == 11 {
                    gate.open()
                }
                return Timestamp(seconds: TestToken.start, nanos: 0)
            })
        _ = try await client.unary(.updateVehicle, update)
        try await withThrowingTaskGroup { group in
            for _ in 1...10 { group.addTask { try await client.unary(.updateVehicle, update) } }
            try await group.waitForAll()
        }
        #expect(provider.contexts.count == 2)
        #expect(Set(fleet.calls.dropFirst().map(\.token)).count == 1)
    }

    @available(macOS 15, iOS 18, *)
    @Test(arguments: [false, true]) func aFetchEndsWhenNobodyWaitsForItAnyMore(isRenewal: Bool) async throws {
        let (fleet, begun) = (TestFleet(), Gate())
        let provider = Provider { number in
            if isRenewal, number == 1 { return TestToken.make(expires: TestToken.start + 3_600) }
            begun.open()
            try await Gate().pass()
            return ""
        }
        let client = client(fleet, provider)
        if isRenewal {
            _ = try await client.unary(.updateVehicle, update)
            await fleet.clock.advance(by: .seconds(3_599), loops: 0)
        }
        let call = Task { () async throws(CallStatus) in try await client.unary(.updateVehicle, update) }
        try await begun.pass()
        call.cancel()
        let error = await #expect(throws: CallStatus.self) { try await call.value }
        #expect(error?.code == .cancelled)
        #expect(fleet.calls.count == (isRenewal ? 1 : 0))
    }

    @available(macOS 15, iOS 18, *)
    @Test func aFetchGoesOnWhileAnotherCallWaitsForIt() async throws {
        let (begun, answered) = (Gate(), Gate())
        let provider = Provider { number in
            if number == 2 { try await answered.pass() }
            return TestToken.make(expires: number == 1 ? TestToken.start : 4_000_000_000)
        }
        let looks = Mutex(0)
        let client = FleetClient(
            TestFleet(), tokens: provider,
            now: {
                // The first call looks once for its fetch, each of the others to see that the token is too old.
                let count = looks.withLock { looks in
                    looks += 1
                    return looks
                }
                if count == 3 { begun.open() }
                return Timestamp(seconds: TestToken.start, nanos: 0)
            })
        _ = try await client.unary(.updateVehicle, update)
        let calls = (1...2).map { _ in Task { try await client.unary(.updateVehicle, update) } }
        try await begun.pass()
        calls[0].cancel()
        // Time for the fetch to notice.
        for _ in 0..<1000 { await Task.yield() }
        answered.open()
        _ = try await calls[1].value
        #expect(provider.contexts.count == 2)
    }

    @available(macOS 15, iOS 18, *)
    @Test(
        arguments: [
            (CallStatus(.permissionDenied, "no shift") as any Error, StatusCode.permissionDenied, "no shift"),
            (CancellationError(), .cancelled, ""), (ProviderError(), .unavailable, "The token provider failed"),
        ] as [(any Error, StatusCode, String)])
    func theFailureOfAProviderIsDeliveredAndNotKept(error: any Error, code: StatusCode, message: String) async throws {
        let fleet = TestFleet()
        let provider = Provider { number in
            if number == 1 { throw error }
            return TestToken.make(expires: 4_000_000_000)
        }
        let client = client(fleet, provider)
        let status = await #expect(throws: CallStatus.self) { try await client.unary(.updateVehicle, update) }
        #expect(status?.code == code)
        #expect(status?.message.hasPrefix(message) == true)
        #expect(fleet.calls.isEmpty)
        _ = try await client.unary(.updateVehicle, update)
        #expect(provider.contexts.count == 2)
    }

    @available(macOS 15, iOS 18, *)
    @Test func aTokenIsUsedAsLongAsItLivesIfItsRenewalFails() async throws {
        let fleet = TestFleet()
        let provider = Provider { number in
            if number > 1 { throw CallStatus(.unavailable) }
            return TestToken.make(expires: TestToken.start + 3_600)
        }
        let client = client(fleet, provider)
        _ = try await client.unary(.updateVehicle, update)
        await fleet.clock.advance(by: .seconds(3_599), loops: 0)
        _ = try await client.unary(.updateVehicle, update)
        #expect(provider.contexts.count == 2)
        await fleet.clock.advance(by: .seconds(1), loops: 0)
        await #expect(throws: CallStatus.self) { try await client.unary(.updateVehicle, update) }
        #expect(fleet.calls.count == 2)
    }

    @available(macOS 15, iOS 18, *)
    @Test(arguments: [1, 2])
    func anUnauthenticatedCallIsMadeOnceMoreWithANewToken(refusals: Int) async throws {
        let fleet = TestFleet()
        fleet.with { $0.faults = Array(repeating: CallStatus(.unauthenticated), count: refusals) }
        let provider = Provider { TestToken.make("vehicleid", "\($0)", expires: 4_000_000_000) }
        let client = client(fleet, provider)
        do {
            _ = try await client.unary(.updateVehicle, update)
            #expect(refusals == 1)
        } catch {
            #expect(refusals == 2 && error.code == .unauthenticated)
        }
        #expect(fleet.calls.count == 2 && Set(fleet.calls.map(\.token)).count == 2)
        #expect(provider.contexts.count == 2)
    }

    @available(macOS 15, iOS 18, *)
    @Test func nothingElseIsRepeated() async throws {
        let fleet = TestFleet()
        fleet.with { $0.outage = CallStatus(.permissionDenied) }
        await #expect(throws: CallStatus.self) { try await fleet.client.unary(.updateVehicle, update) }
        #expect(fleet.calls.count == 1)
    }

    @available(macOS 15, iOS 18, *)
    @Test func onlySoManyTokensAreKept() async throws {
        let fleet = TestFleet()
        let token = TestToken.make(expires: 4_000_000_000)
        let provider = Provider { _ in token }
        let client = client(fleet, provider)
        func get(_ id: Int) async throws {
            _ = try await client.unary(.getTrip, .with { $0.name = "providers/acme/trips/\(id)" })
        }
        for id in 0..<4096 { try await get(id) }
        try await get(0)
        try await get(4096)
        #expect(provider.contexts.count == 4097)
        try await get(0)
        #expect(provider.contexts.count == 4097, "used last: kept")
        try await get(1)
        #expect(provider.contexts.count == 4098, "used first: forgotten")
    }

    /// Resources whose fetches were given up take no room from tokens that are in use.
    @available(macOS 15, iOS 18, *)
    @Test func fetchesThatWereGivenUpAreForgotten() async throws {
        let token = TestToken.make(expires: 4_000_000_000)
        let provider = Provider { number in
            if (2...4097).contains(number) { try await Gate().pass() }
            return token
        }
        let client = client(TestFleet(), provider)
        @Sendable func get(_ id: Int) async throws {
            _ = try await client.unary(.getTrip, .with { $0.name = "providers/acme/trips/\(id)" })
        }
        try await get(0)
        for start in stride(from: 1, through: 4096, by: 64) {
            let calls = (start..<start + 64).map { id in Task { try await get(id) } }
            while provider.contexts.count < start + 64 { await Task.yield() }
            for call in calls { call.cancel() }
            for call in calls { await #expect(throws: CallStatus.self) { try await call.value } }
        }
        try await get(4097)
        try await get(0)
        #expect(provider.contexts.count == 4098, "the first token is kept")
    }

    /// The provider is asked for what each request is about.
    @available(macOS 15, iOS 18, *)
    @Test func theContextIsThatOfTheRequest() async throws {
        let provider = Provider { _ in throw CallStatus(.unavailable) }
        let client = client(TestFleet(), provider)
        func ask<Request, Response>(_ method: FleetRPC<Request, Response>, _ request: Request) async
            -> AuthorizationContext?
        {
            _ = try? await client.unary(method, request)
            return provider.contexts.last
        }
        let parent = "providers/acme"
        let vehicle = await ask(.updateVehicle, update)
        #expect(vehicle == AuthorizationContext(provider: "acme", resource: .vehicle, ids: ["taxi"]))
        #expect(vehicle?.vehicleID == "taxi" && vehicle?.claim == "vehicleid" && vehicle?.tripID == nil)

        let trip = await ask(.createTrip, .with { ($0.parent, $0.tripID) = (parent, "t") })
        #expect(trip?.tripID == "t" && trip?.claim == "tripid")

        let van = await ask(
            .updateDeliveryVehicle, .with { $0.deliveryVehicle = .with { $0.name = parent + "/deliveryVehicles/van" } })
        #expect(van?.deliveryVehicleID == "van" && van?.claim == "deliveryvehicleid")

        let task = await ask(.getTask, .with { $0.name = parent + "/tasks/1" })
        #expect(task?.taskID == "1" && task?.claim == "taskid")

        let batch = await ask(
            .batchCreateTasks,
            .with {
                $0.parent = parent; $0.requests = ["1", "2"].map { id in .with { $0.taskID = id } }
            })
        #expect(batch?.ids == ["1", "2"] && batch?.claim == "taskids" && batch?.taskID == nil)

        let list = await ask(.listVehicles, .with { $0.parent = parent })
        #expect(list == AuthorizationContext(provider: "acme", resource: .vehicle, ids: []))
    }

    @available(macOS 15, iOS 18, *)
    @Test func theTimeOfTheSystemIsPlausible() { #expect(Timestamp.now.seconds > 1_700_000_000) }
}
