#if Live
import FleetErrors
import FleetGRPC
import FleetMessages
import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2Posix
import GRPCWire
import ProtobufSchema
import ProtobufWire
import Synchronization
import TestSupport
import Testing

@Suite struct ChannelTests {
    /// The headers of Google's Python clients, from their captures, against those of the channel for the same requests.
    @Test(arguments: ["driver-shift.pcap", "big-list.pcapng"])
    func sendsTheHeadersOfTheOfficialClient(_ capture: String) async throws {
        guard #available(macOS 15, *) else { return }
        var tried = 0
        for call in try RecordedCapture.named(capture).expectedCalls() {
            let headers = try #require(call["request_headers"] as? [String: String])
            guard let path = call["path"] as? String, let method = Self.methods[path] else { continue }
            let messages = try #require(call["request_messages"] as? [[String: Any]])
            let json = try JSONSerialization.data(withJSONObject: try #require(messages.first?["json"]))
            let sent = try await method.headers(of: String(decoding: json, as: UTF8.self))
            let own: Set = ["user-agent", "x-goog-api-client", "grpc-encoding", "grpc-accept-encoding"]
            let names = Set(headers.keys.filter { !$0.hasPrefix(":") }).subtracting(own)
            #expect(Set(sent.keys).subtracting(own).sorted() == names.sorted(), "\(path)")
            #expect(sent["x-goog-request-params"] == headers["x-goog-request-params"])
            #expect(sent["authorization"] == "Bearer token")
            // What is left of the deadline when the headers go.
            let (timeout, expected) = (
                Self.seconds(sent["grpc-timeout"]) ?? 0, Self.seconds(headers["grpc-timeout"]) ?? 0
            )
            #expect(timeout <= expected && timeout >= expected / 2, "\(path)")
            #expect(sent["x-goog-api-client"]?.hasPrefix("gl-swift/") ?? false)
            tried += 1
        }
        #expect(tried > 0)
    }

    /// Whole seconds: the official client adds a tenth of a second to some deadlines.
    private static func seconds(_ header: String?) -> Int? {
        header.flatMap { try? CallTimeout($0) }.map { Int($0.seconds.rounded()) }
    }

    @available(macOS 15, *)
    private static let methods: [String: HeaderProbe] = [
        HeaderProbe(.createVehicle), HeaderProbe(.getVehicle), HeaderProbe(.updateVehicle), HeaderProbe(.listVehicles),
        HeaderProbe(.searchVehicles), HeaderProbe(.createTrip), HeaderProbe(.getTrip), HeaderProbe(.updateTrip),
    ].reduce(into: [:]) { $0[$1.path] = $1 }

    @Test(arguments: [(100, false), (600, true)])
    func compressesOnlyWhatShrinks(_ length: Int, isCompressed: Bool) async throws {
        guard #available(macOS 15, *) else { return }
        let service = NotingService(.getTrip)
        try await Loopback.run(service, enablesGzip: true) { client in
            let request = GetTripRequest.with { $0.name = String(repeating: "a", count: length) }
            _ = try await GRPCChannel(client).call(.getTrip, request, token: nil)
        }
        let encodings = service.headers.withLock { $0.map { Array($0[stringValues: "grpc-encoding"]) } }
        #expect(encodings == [isCompressed ? ["gzip"] : []])
    }

    @Test func repeatsUnavailableCallsAsThePolicySays() async throws {
        guard #available(macOS 15, *) else { return }
        let service = NotingService(.getTrip) { number in
            if number < 2 { throw RPCError(code: .unavailable, message: "restarting") }
        }
        try await Loopback.run(service) { client in
            var channel = GRPCChannel(client)
            channel.retryPolicy?.initialBackoff = 0.01
            _ = try await channel.call(.getTrip, GetTripRequest(), token: nil)
        }
        #expect(service.headers.withLock { $0.count } == 3)
        // Methods that Google's clients do not repeat.
        let second = NotingService(.deleteTrip) { _ in throw RPCError(code: .unavailable, message: "restarting") }
        let status = try await Loopback.run(second) { client in
            await #expect(throws: CallStatus.self) {
                try await GRPCChannel(client).call(.deleteTrip, DeleteTripRequest(), token: nil)
            }
        }
        #expect(status?.code == .unavailable && status?.message == "restarting")
        #expect(second.headers.withLock { $0.count } == 1)
    }

    @Test func slowAnswersEndWithTheDeadline() async throws {
        guard #available(macOS 15, *) else { return }
        let service = NotingService(.deleteTrip) { _ in try await Task.sleep(for: .seconds(1)) }
        let status = try await Loopback.run(service) { client in
            var channel = GRPCChannel(client)
            channel.timeout = .milliseconds(50)
            return await #expect(throws: CallStatus.self) {
                try await channel.call(.deleteTrip, DeleteTripRequest(), token: nil)
            }
        }
        #expect(status?.code == .deadlineExceeded)
    }

    @Test func cancelledTasksEndWithCANCELLED() async throws {
        guard #available(macOS 15, *) else { return }
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let service = NotingService(.getTrip) { _ in
            arrived.yield()
            try await Task.sleep(for: .seconds(1))
        }
        let status = try await Loopback.run(service) { client in
            let channel = GRPCChannel(client)
            let task = Task {
                await #expect(throws: CallStatus.self) {
                    try await channel.call(.getTrip, GetTripRequest(), token: nil)
                }
            }
            for await _ in arrivals { break }
            task.cancel()
            return await task.value
        }
        #expect(status?.code == .cancelled)
    }

    @Test func serversThatAreNotThereAreUnavailable() async throws {
        guard #available(macOS 15, *) else { return }
        // Port 1 is reserved for a service that nobody runs.
        let transport = try HTTP2ClientTransport.Posix(
            target: .ipv4(address: "127.0.0.1", port: 1), transportSecurity: .plaintext)
        let status = try await withGRPCClient(transport: transport) { client in
            var channel = GRPCChannel(client)
            channel.retryPolicy = nil
            return await #expect(throws: CallStatus.self) {
                try await channel.call(.getTrip, GetTripRequest(), token: nil)
            }
        }
        #expect(status?.code == .unavailable)
    }
}

/// Sends requests with a method over a channel, and returns the headers that the server sees.
@available(macOS 15, *)
private struct HeaderProbe: Sendable {
    let path: String
    let headers: @Sendable (_ json: String) async throws -> [String: String]

    init<Request, Response>(_ method: FleetRPC<Request, Response>) {
        path = method.path
        headers = { json in
            let request = try Request(json: json)
            let service = NotingService(method)
            try await Loopback.run(service) { client in
                _ = try await GRPCChannel(client).call(method, request, token: "token")
            }
            return service.headers.withLock { all in
                (all.first ?? [:]).filter { !$0.key.hasPrefix(":") }.reduce(into: [:]) {
                    $0[$1.key] = $1.value.encoded()
                }
            }
        }
    }

    func headers(of json: String) async throws -> [String: String] { try await headers(json) }
}
#endif
