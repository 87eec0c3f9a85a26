#if Live
import FleetEmulator
import FleetErrors
import FleetGRPC
import FleetMessages
import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2Posix
import GRPCWire
import ProtobufSchema
import ProtobufWire
import Testing

/// The calls that `Tests/OfficialClients/run` has Google's client make, too. It starts the server, and compares both.
///
/// In the folder that `FLEET_SCENARIO` names, each line of `calls.jsonl` is a call; each line of `swift.jsonl` is what came of it.
@Suite struct ScenarioTests {
    private static let folder = ProcessInfo.processInfo.environment["FLEET_SCENARIO"].map {
        URL(fileURLWithPath: $0, isDirectory: true)
    }

    private struct Call: Decodable {
        let path: String
        let request: String
        let token: String?
        let port: Int
    }

    private struct Answer: Encodable {
        var status = 0
        /// The response as ProtoJSON.
        var response: String?
        /// `google.rpc.Status` with the details.
        var details: Data?
    }

    @Test(.enabled(if: folder != nil)) func makesTheCallsOfTheScenario() async throws {
        guard #available(macOS 15, *), let folder = Self.folder else { return }
        let lines = try String(contentsOf: folder.appendingPathComponent("calls.jsonl"), encoding: .utf8)
        let calls = try lines.split(separator: "\n").map { try JSONDecoder().decode(Call.self, from: Data($0.utf8)) }
        let transport = try HTTP2ClientTransport.Posix(
            target: .ipv4(address: "127.0.0.1", port: try #require(calls.first).port), transportSecurity: .plaintext)
        let answers = try await withGRPCClient(transport: transport) { client in
            let channel = GRPCChannel(client)
            var answers = Data()
            for call in calls {
                let run = try #require(Self.methods[call.path], "\(call.path)")
                answers += try JSONEncoder().encode(try await run(channel, call.request, call.token)) + [0x0a]
            }
            return answers
        }
        try answers.write(to: folder.appendingPathComponent("swift.jsonl"))
    }

    @available(macOS 15, *)
    private typealias Run = @Sendable (Loopback.Channel, _ json: String, _ token: String?) async throws -> Answer

    @available(macOS 15, *)
    private static func run<Method: AnyEmulatedMethod>(_ method: Method) -> Run {
        { [rpc = method.rpc] channel, json, token in
            let request = try Method.Request(json: json)
            let response: Method.Response
            do throws(CallStatus) {
                response = try await channel.call(rpc, request, token: token)
            } catch {
                return Answer(status: Int(error.code.rawValue), details: Data(error.rpcStatus.encoded()))
            }
            return Answer(response: try response.jsonString())
        }
    }

    @available(macOS 15, *)
    private static let methods = Dictionary(
        uniqueKeysWithValues: FleetEmulator.methods.map { ($0.path, run($0)) })
}
#endif
