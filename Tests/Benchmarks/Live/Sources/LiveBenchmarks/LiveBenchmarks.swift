import FleetEmulator
import FleetGRPC
import FleetMessages
import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2Posix
import ProtobufWire
import SwiftProtobufMessages

/// `./run` starts the servers, and says where they are.
@main
enum LiveBenchmarks {
    private static let token = ProcessInfo.processInfo.environment["FLEET_TOKEN"] ?? ""
    private static let header = "                            calls/s    p50 µs    p99 µs"

    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "calls":
            let servers = arguments.dropFirst().map { $0.split(separator: "=").map(String.init) }
            // What a test has in its own process.
            let service = FleetEmulatorService(
                FleetEmulator { Timestamp(seconds: Int64(Date().timeIntervalSince1970)) })
            let transport = HTTP2ServerTransport.Posix(
                address: .ipv4(host: "127.0.0.1", port: 0), transportSecurity: .plaintext)
            try await withGRPCServer(transport: transport, services: [service]) { server in
                let port = try await server.listeningAddress?.ipv4?.port ?? 0
                try await calls(servers + [["in process", "\(port)"]])
            }
        case "codecs": try await codecs(folder: URL(filePath: arguments[1], directoryHint: .isDirectory))
        case "vehicles":
            try await withClient(port: Int(arguments[1]) ?? 0) { client in
                let count = Int(arguments[2]) ?? 0
                try await makeVehicles(0..<count, callers: 16, GRPCChannel(client), token: token)
            }
        default: print("usage: LiveBenchmarks calls NAME=PORT... | codecs FIXTURES | vehicles PORT COUNT")
        }
    }

    private static func show(_ name: String, _ callers: Int, _ results: [Load.Result]) {
        // Other programs slow a round down and speed none up: the best one counts.
        guard let best = results.max(by: { $0.rate < $1.rate }) else { return }
        let title = "\(name), \(callers) caller\(callers == 1 ? "" : "s")".padding(
            toLength: 26, withPad: " ", startingAt: 0)
        print(title + String(format: "%9.0f %9.0f %9.0f", best.rate, best.median, best.slowest))
    }

    /// GetVehicle of running servers, in turns.
    private static func calls(_ servers: [[String]]) async throws {
        print("GetVehicle".padding(toLength: 28, withPad: " ", startingAt: 0) + header.drop { $0 == " " })
        for callers in [1, 16] {
            var results: [String: [Load.Result]] = [:]
            for _ in 0..<3 {
                for server in servers {
                    let result = try await withClient(port: Int(server[1]) ?? 0) { client in
                        let channel = GRPCChannel(client)
                        try await makeVehicles(0..<1, callers: 1, channel, token: token)
                        let request = GetVehicleRequest.with { $0.name = "providers/sample/vehicles/vehicle-0" }
                        return try await Load(callers: callers, seconds: 2).run {
                            _ = try await channel.call(.getVehicle, request, token: token)
                        }
                    }
                    results[server[0], default: []].append(result)
                }
            }
            for server in servers { show(server[0], callers, results[server[0]] ?? []) }
        }
    }

    /// The same server and client of grpc-swift, with the serializers of FleetGRPC and with those of swift-protobuf.
    private static func codecs(folder: URL) async throws {
        func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appending(path: name))) }
        let request = GetVehicleRequest.with { $0.name = "providers/sample/vehicles/vehicle-0" }.encoded()
        let update = try UpdateVehicleRequest(decoding: bytes("update-vehicle-request.binpb"))
        let vehicle = (update.vehicle ?? Vehicle()).encoded()
        let list = try bytes("list-vehicles-300.binpb")
        let ours = try Peer(
            FleetWireCodec<GetVehicleRequest>.self, FleetWireCodec<Vehicle>.self, request: request, response: vehicle)
        let theirs = try Peer(
            SwiftProtobufCodec<Maps_Fleetengine_V1_GetVehicleRequest>.self,
            SwiftProtobufCodec<Maps_Fleetengine_V1_Vehicle>.self, request: request, response: vehicle)
        let ourList = try Peer(
            FleetWireCodec<GetVehicleRequest>.self, FleetWireCodec<ListVehiclesResponse>.self, request: request,
            response: list)
        let theirList = try Peer(
            SwiftProtobufCodec<Maps_Fleetengine_V1_GetVehicleRequest>.self,
            SwiftProtobufCodec<Maps_Fleetengine_V1_ListVehiclesResponse>.self, request: request, response: list)
        print("a vehicle, \(vehicle.count) bytes" + header.dropFirst(20))
        for callers in [1, 16] {
            var results: [[Load.Result]] = [[], []]
            for _ in 0..<3 {
                results[0].append(try await ours.run(Load(callers: callers, seconds: 2)))
                results[1].append(try await theirs.run(Load(callers: callers, seconds: 2)))
            }
            show("FleetGRPC", callers, results[0])
            show("swift-protobuf", callers, results[1])
        }
        print("a list, \(list.count) bytes" + header.dropFirst(20))
        for callers in [1, 16] {
            var results: [[Load.Result]] = [[], []]
            for _ in 0..<3 {
                results[0].append(try await ourList.run(Load(callers: callers, seconds: 2)))
                results[1].append(try await theirList.run(Load(callers: callers, seconds: 2)))
            }
            show("FleetGRPC", callers, results[0])
            show("swift-protobuf", callers, results[1])
        }
        print("a list, the serializers alone   serialize µs   deserialize µs")
        let (mine, others) = (try ourList.coding(rounds: 301), try theirList.coding(rounds: 301))
        for (name, times) in [("FleetGRPC", mine), ("swift-protobuf", others)] {
            print(
                name.padding(toLength: 32, withPad: " ", startingAt: 0)
                    + String(format: "%12.0f %16.0f", times.serialize, times.deserialize))
        }
        let ratio = (others.serialize + others.deserialize) / (mine.serialize + mine.deserialize)
        print(String(format: "FleetGRPC is %.1f times as fast (goal: 4)", ratio))
    }
}
