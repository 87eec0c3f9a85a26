import Foundation
import GRPCWire
import TestSupport
import Testing

@testable import WireCapture

@Suite struct FlowTests {
    private let errors: [UInt8]

    init() throws { errors = try Folders.flows.appendingPathComponent("errors.flows.gz").bytes() }

    /// What a proxy cannot know, or writes in its own way.
    private static let changed: Set<String> = [
        "stream", "packets", "data_frames", "client_status", "bin_encoding", "request_headers", "response_headers",
        "trailers", "reset", "trailers_only",
    ]

    @Test func everyCallOfAnotherSide() throws {
        let truth = RecordedCapture(
            file: Folders.flows.appendingPathComponent("errors.flows.gz"),
            truth: Folders.flows.appendingPathComponent("errors.expected.jsonl.gz"))
        let found = try lines(errors).map { try #require(objects($0).first) }
        let expected = try truth.expectedCalls()
        #expect(found.count == expected.count)
        for (found, expected) in zip(found, expected) {
            for key in expected.keys where !Self.changed.contains(key) {
                let difference = jsonDifference(
                    try #require(found[key]), try #require(expected[key]),
                    floats: ["batteryPercentage", "verticalAccuracy"], at: "$.\(key)")
                #expect(difference == nil, "\(found["path"] ?? "")")
            }
            // What the server sent, less the pseudo-headers.
            let trailers = found["trailers"] as? [String: Any] ?? [:]
            for (name, value) in expected["trailers"] as? [String: Any] ?? [:] {
                #expect(trailers[name].flatMap { jsonDifference($0, value) } == nil && trailers[name] != nil, "\(name)")
            }
        }
    }

    /// mitmproxy writes flows when they have ended; here the last one comes first.
    @Test func callsComeInTheOrderOfTheirStarts() throws {
        let file = try Folders.flows.appendingPathComponent("grpc-web-11.flows").bytes()
        var flows: [[UInt8]] = []
        var rest = file[...]
        while let (length, digits) = TNetstring.length(rest) {
            flows.append(Array(rest.prefix(digits + 1 + length + 1)))
            rest = rest.dropFirst(flows[flows.count - 1].count)
        }
        let found = calls(flows.reversed().flatMap(\.self)).calls
        #expect(flows.count == 5 && found.map(\.stream) == [5, 4, 2, 1] && found.map(\.number) == [1, 2, 3, 4])
    }

    @Test(arguments: ["grpc-web-10.flows", "grpc-web-11.flows"]) func everyVersion(_ name: String) throws {
        let file = try Folders.flows.appendingPathComponent(name).bytes()
        #expect(CaptureForm(recognizing: file) == .flows)
        let (calls, extractor) = extract(file)
        #expect(extractor.failure == nil && extractor.counts.entries == 5 && extractor.counts.passedOver == 1)
        func message(_ name: String) throws -> [UInt8] {
            try Folders.captures.appendingPathComponent("\(name).bin").bytes()
        }
        let (request, response) = (try message("get-trip-request"), try message("get-trip-response-new"))
        #expect(calls.map { $0.request.messages.map(\.payload) } == Array(repeating: [request], count: 4))
        #expect(calls.map { $0.response.messages.map(\.payload) } == [[response], [response], [], []])
        #expect(calls.map { $0.status?.code } == [.ok, .ok, .unavailable, nil])
        #expect(calls.map(\.stream) == [1, 2, 4, 5])
        #expect(calls[2].cut?.description == "mitmproxy: server closed connection")
        #expect(calls[3].omissions.contains(.recorder))
        for call in calls {
            #expect(call.path == "/maps.fleetengine.v1.TripService/GetTrip" && call.client.name == "127.0.0.1")
            #expect(call.server.port != 0 && call.duration.map { (0..<10).contains($0) } ?? false)
        }
    }

    /// The client saw UNAVAILABLE, as mitmproxy answered with HTTP 502; its flow says why in its own words.
    @Test func saysWhyMitmproxyGaveUp() throws {
        let file = try Folders.flows.appendingPathComponent("untrusted-12.flows").bytes()
        let call = try #require(calls(file).calls.first)
        #expect(call.cut?.description == "mitmproxy: Certificate verify failed: self-signed certificate")
        let cut = try #require(try objects(lines(file)[0]).first?["connection_cut"] as? [String: Any])
        #expect(cut["reason"] as? String == "Certificate verify failed: self-signed certificate")
    }

    @Test func cutFiles() throws {
        let file = try Folders.flows.appendingPathComponent("grpc-web-11.flows").bytes()
        let whole = lines(file)
        for length in Exhaustive.elements(of: stride(from: 64, to: file.count, by: 41), inDebugEvery: 11) {
            let (found, failure) = calls(Array(file[..<length]))
            #expect(found.count <= whole.count && (failure == nil || failure?.code == .truncated))
            #expect(whole.starts(with: lines(Array(file[..<length]))))
        }
        #expect(lines(file, pieces: 7) == whole)
    }

    @Test(arguments: ["9999999999:4:type;", "99999999999:4:type;x", "12:4:type;4:http;}", "1:4:type;"])
    func hostileLengths(_ text: String) {
        let (found, failure) = calls(Array(text.utf8) + Array(repeating: UInt8(ascii: "x"), count: 100))
        #expect(found.isEmpty && failure != nil)
    }

    @Test func damagedBytes() throws {
        let file = try Folders.flows.appendingPathComponent("grpc-web-10.flows").bytes()
        var random = SplitMix64(seed: 3)
        for _ in Exhaustive.rounds(500, inDebug: 50) {
            #expect(areObjects(lines(flipped(file, bits: 20, using: &random))))
        }
    }

    /// HAR files lack trailers, and so the status of each call of plain gRPC.
    @Test(arguments: ["mitmproxy", "HTTP Toolkit"]) func archivesOfProxies(_ name: String) {
        let message =
            "\"headers\": [{\"name\": \"content-type\", \"value\": \"application/grpc\"}]"
        let entry =
            "{\"request\": {\"method\": \"POST\", \"url\": \"http://x/a/B\", \(message), \"postData\": {\"text\": \"\"}}, "
            + "\"response\": {\"status\": 200, \(message), \"content\": {\"text\": \"\"}}}"
        let log = "\"creator\": {\"name\": \"\(name)\", \"version\": \"11.0.2\"}, \"entries\": [\(entry)]"
        let (found, failure) = calls(Array("{\"log\": {\(log)}}".utf8))
        #expect(found.count == 1 && failure?.detail.hasPrefix("1 call has no status: ") == true)
        // A call that failed on the way had none.
        let failed = log.replacing("\"status\": 200", with: "\"status\": 200, \"_error\": \"net::ERR_FAILED\"")
        #expect(calls(Array("{\"log\": {\(failed)}}".utf8)).failure == nil)
    }
}
