#if Live
import FleetEmulator
import FleetErrors
import FleetGRPC
import FleetMessages
import GRPCWire
import ProtobufWire
import Testing

/// Many and large calls at once. `Tests/OfficialClients/run` has clients that break the protocol, and the memory that they take.
@Suite(.timeLimit(.minutes(2))) struct LoadTests {
    private static let now = Timestamp(seconds: 1_700_000_100)
    private static let token = FleetEmulator.token(["vehicleid": ["*"], "deliveryvehicleid": ["*"]], at: now)
    private static let name = "providers/sample/vehicles/v1"
    private static let deliveryName = "providers/sample/deliveryVehicles/v1"

    @available(macOS 15, *)
    private static func run(_ body: @escaping @Sendable (Loopback.Channel) async throws -> Void) async throws {
        var emulator = FleetEmulator(now: { now })
        emulator.state.vehicles[name] = .with { ($0.name, $0.maximumCapacity) = (name, 3) }
        emulator.state.deliveryVehicles[deliveryName] = .with { $0.name = deliveryName }
        try await Loopback.run(FleetEmulatorService(emulator)) { client in try await body(GRPCChannel(client)) }
    }

    @available(macOS 15, *)
    private static func read(_ channel: Loopback.Channel) async throws(CallStatus) -> Vehicle {
        try await channel.call(.getVehicle, .with { $0.name = name }, token: token)
    }

    @Test func aThousandCallsAtOnceAreAnswered() async throws {
        guard #available(macOS 15, *) else { return }
        try await Self.run { channel in
            try await withThrowingTaskGroup(of: Vehicle.self) { group in
                for _ in 0..<1_000 { group.addTask { try await Self.read(channel) } }
                try await group.waitForAll()
            }
        }
    }

    /// What is larger than gRPC's limit of 4 MiB is refused. The calls beside it on the connection do not notice. Clients of
    /// deliveries wait for a minute, those of vehicles for 15 seconds, which may be too short for a build that is not optimized.
    @Test(arguments: [(4_000_000, nil), (4_300_000, StatusCode.resourceExhausted)] as [(Int, StatusCode?)])
    func largeRequestsFailAlone(length: Int, code: StatusCode?) async throws {
        guard #available(macOS 15, *) else { return }
        try await Self.run { channel in
            let update = UpdateDeliveryVehicleRequest.with {
                $0.deliveryVehicle = .with {
                    ($0.name, $0.currentRouteSegment) = (Self.deliveryName, [UInt8](repeating: 0x78, count: length))
                }
                $0.updateMask = FieldMask(paths: ["current_route_segment"])
            }
            let large = Task { try await channel.call(.updateDeliveryVehicle, update, token: Self.token) }
            for _ in 0..<50 { _ = try await Self.read(channel) }
            var failure: CallStatus?
            do { _ = try await large.value } catch { failure = error as? CallStatus }
            #expect(failure?.code == code, "\(String(describing: failure))")
            // As a server of grpcio says it.
            let sizes = "\(update.encoded().count) vs. 4194304"
            #expect(failure.map { $0.message == "Received message larger than max (\(sizes))" } ?? true)
            _ = try await Self.read(channel)
        }
    }
}
#endif
