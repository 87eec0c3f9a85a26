import FleetErrors
import FleetGRPC
import FleetLive
import FleetMessages
import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2Posix
import GRPCWire
import ProtobufWire

/// Calls that so many tasks make one after the other, each on its own, for some seconds.
struct Load: Sendable {
    var callers: Int
    var seconds: Double

    /// Calls per second, and how long half of them and 99 in 100 take at most, in microseconds.
    struct Result {
        var rate: Double
        var median: Double
        var slowest: Double
    }

    func run(_ call: @escaping @Sendable () async throws -> Void) async throws -> Result {
        let start = ContinuousClock.now
        let end = start + .seconds(seconds)
        let times = try await withThrowingTaskGroup(of: [Duration].self) { group in
            for _ in 0..<callers {
                group.addTask {
                    var times: [Duration] = []
                    while ContinuousClock.now < end {
                        times.append(try await ContinuousClock().measure { try await call() })
                    }
                    return times
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }.sorted()
        }
        func microseconds(_ part: Double) -> Double { times[Int(Double(times.count - 1) * part)] / .microseconds(1) }
        return Result(
            rate: Double(times.count) / ((ContinuousClock.now - start) / .seconds(1)), median: microseconds(0.5),
            slowest: microseconds(0.99))
    }
}

typealias Client = GRPCClient<HTTP2ClientTransport.Posix>

/// Runs `body` with a client of the server on a port of this machine.
func withClient<Result: Sendable>(port: Int, _ body: @Sendable @escaping (Client) async throws -> Result) async throws
    -> Result
{
    var config = HTTP2ClientTransport.Posix.Config.defaults
    config.http2.targetWindowSize = 1 << 20
    let transport = try HTTP2ClientTransport.Posix(
        target: .ipv4(address: "127.0.0.1", port: port), transportSecurity: .plaintext, config: config)
    return try await withGRPCClient(transport: transport, handleClient: body)
}

/// Makes vehicles, as many calls at once as there are `callers`.
func makeVehicles(_ numbers: Range<Int>, callers: Int, _ channel: any FleetChannel, token: String) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for caller in 0..<callers {
            group.addTask {
                for number in numbers where number % callers == caller {
                    let request = CreateVehicleRequest.with {
                        ($0.parent, $0.vehicleID) = ("providers/sample", "vehicle-\(number)")
                        $0.vehicle = .with {
                            ($0.vehicleState, $0.maximumCapacity) = (.online, 4)
                            ($0.supportedTripTypes, $0.vehicleType) = ([.exclusive], .with { $0.category = .auto })
                            $0.lastLocation = .with { $0.location = LatLng(latitude: 52.5, longitude: 13.4) }
                            $0.attributes = [.with { ($0.key, $0.attributeValue) = ("class", .string("ECONOMY")) }]
                        }
                    }
                    do throws(CallStatus) {
                        _ = try await channel.call(.createVehicle, request, token: token)
                    } catch {
                        if error.code != .alreadyExists { throw error }
                    }
                }
            }
        }
        try await group.waitForAll()
    }
}
