#if Live
import FleetEmulator
import FleetErrors
import FleetGRPC
import FleetMessages
import GRPCCore
import GRPCInProcessTransport
import GRPCWire
import ProtobufWire
import Testing

/// The emulator behind a transport without a network.
@Suite struct EmulatorServiceTests {
    @available(macOS 15, *)
    private func run<Result: Sendable>(
        _ service: FleetEmulatorService, _ body: (GRPCClient<InProcessTransport.Client>) async throws -> Result
    ) async throws -> Result {
        let transport = InProcessTransport()
        return try await withGRPCServer(transport: transport.server, services: [service]) { _ in
            try await withGRPCClient(transport: transport.client, handleClient: body)
        }
    }

    private static let now = Timestamp(seconds: 1_700_000_100)
    private let token = FleetEmulator.token(["vehicleid": ["*"], "tripid": ["*"]], at: now)

    @Test func eachCallSeesWhatCallsBeforeHaveLeft() async throws {
        guard #available(macOS 15, *) else { return }
        let service = FleetEmulatorService(FleetEmulator(now: { Self.now }))
        try await run(service) { client in
            let channel = GRPCChannel(client)
            let vehicle = Vehicle.with {
                ($0.maximumCapacity, $0.supportedTripTypes) = (3, [.exclusive])
                ($0.vehicleState, $0.vehicleType) = (.offline, .with { $0.category = .auto })
            }
            let request = CreateVehicleRequest.with {
                ($0.parent, $0.vehicleID, $0.vehicle) = ("providers/sample", "v1", vehicle)
            }
            let created = try await channel.call(.createVehicle, request, token: token)
            #expect(created.name == "providers/sample/vehicles/v1")
            let read = try await channel.call(
                .getVehicle, GetVehicleRequest.with { $0.name = created.name }, token: token)
            #expect(read.maximumCapacity == 3)
        }
    }

    @Test func failuresHaveTheirDetails() async throws {
        guard #available(macOS 15, *) else { return }
        let service = FleetEmulatorService(FleetEmulator(now: { Self.now }))
        try await run(service) { client in
            let channel = GRPCChannel(client)
            let request = GetTripRequest.with { $0.name = "providers/sample/trips/none" }
            for (token, code) in [(token, StatusCode.notFound), (nil, .unauthenticated)] {
                do throws(CallStatus) {
                    _ = try await channel.call(.getTrip, request, token: token)
                    Issue.record("the call succeeds")
                } catch {
                    #expect(error.code == code)
                    #expect(!error.details.isEmpty && error.details.allSatisfy { $0.message != nil })
                }
            }
        }
    }

    /// What a call of `GetTrip` ends with whose client sends nothing but these headers, and has no deadline of its own.
    @available(macOS 15, *)
    private func failure(_ emulator: FleetEmulator, _ metadata: GRPCCore.Metadata) async throws -> RPCError? {
        try await run(FleetEmulatorService(emulator)) { client in
            await #expect(throws: RPCError.self) {
                try await client.unary(
                    request: ClientRequest(
                        message: GetTripRequest.with { $0.name = "providers/sample/trips/none" }, metadata: metadata),
                    descriptor: MethodDescriptor(
                        fullyQualifiedService: "maps.fleetengine.v1.TripService", method: "GetTrip"),
                    serializer: WireSerializer<GetTripRequest>(), deserializer: WireDeserializer<Trip>(),
                    options: .defaults
                ) { try $0.message }
            }
        }
    }

    /// As the sample server answers.
    @Test(arguments: ["", "Token ", "Basic ", "Bearer", "Bearer "])
    func onlyBearerAuthenticates(_ scheme: String) async throws {
        guard #available(macOS 15, *) else { return }
        let emulator = FleetEmulator(now: { Self.now })
        let error = try await failure(emulator, ["authorization": .string(scheme + token)])
        #expect(error?.code == (scheme == "Bearer " ? .notFound : .unauthenticated))
        #expect(scheme == "Bearer " || error?.message == "Authorization header is not a Bearer JWT.")
    }

    @Test func callsEndAtTheirDeadline() async throws {
        guard #available(macOS 15, *) else { return }
        var emulator = FleetEmulator(now: { Self.now })
        emulator.faults = [try EmulatorFault("*=delay:600s")]
        let error = try await failure(emulator, ["grpc-timeout": "20m", "authorization": "Bearer \(token)"])
        #expect(error?.code == .deadlineExceeded)
    }

    @Test func methodsOfOthersAreUnimplemented() async throws {
        guard #available(macOS 15, *) else { return }
        let service = FleetEmulatorService(FleetEmulator(now: { Timestamp() }))
        var router = RPCRouter<InProcessTransport.Server>()
        service.registerMethods(with: &router)
        #expect(Set(router.methods.map { "/\($0.fullyQualifiedMethod)" }) == Set(FleetMethod.all.map(\.path)))
        try await run(service) { client in
            let error = await #expect(throws: RPCError.self) {
                try await client.unary(
                    request: ClientRequest(message: Empty()),
                    descriptor: MethodDescriptor(fullyQualifiedService: "sample.v1.Other", method: "Get"),
                    serializer: WireSerializer<Empty>(), deserializer: WireDeserializer<Empty>(), options: .defaults
                ) { try $0.message }
            }
            #expect(error?.code == .unimplemented)
        }
    }
}
#endif
