import ByteText
import CallViews
import Foundation
import GRPCWire
import ProtobufSchema
@testable import Redaction
import TestSupport
import Testing

@testable import WireCapture
@testable import WireInspect

/// Whole captures with stand-ins: nothing of what tells of someone is left in what is printed of them.
@Suite struct CallRedactionTests {
    private static let redactor = Redactor(key: Array("test".utf8))

    @Test(arguments: Exhaustive.elements(of: try RecordedCapture.allShapes(), inDebugEvery: 13))
    func leavesNothingBehind(_ capture: RecordedCapture) throws {
        let writer = CallJSON(RecordedCapture.schema)
        let calls = try calls(capture.file.bytes()).calls
        let secrets = try secrets(capture)
        #expect(secrets.count > 5)
        for call in calls {
            let redacted = Self.redactor.redact(call, schema: RecordedCapture.schema)
            let line = writer.line(redacted)
            let found = try #require(objects(line).first)
            let original = try #require(objects(writer.line(call)).first)
            // A method that no schema has may tell of somebody, and has a stand-in.
            let isKnown = call.path.flatMap { RecordedCapture.schema.method(path: $0) } != nil
            for key in (isKnown ? ["path"] : []) + [
                "status", "status_code", "trailers_only", "packets", "data_frames", "reset",
            ] {
                #expect(jsonDifference(found[key] ?? 0, original[key] ?? 0) == nil)
            }
            for key in ["request_messages", "response_messages"] {
                let (new, old) = (found[key] as? [[String: Any]] ?? [], original[key] as? [[String: Any]] ?? [])
                #expect(new.map { $0["uncompressed_length"] as? Int } == old.map { $0["uncompressed_length"] as? Int })
                #expect(new.map { $0["json"] is NSNull } == old.map { $0["json"] is NSNull })
            }
            let left = Self.words(of: decoded(found) + line).intersection(secrets)
            #expect(left.isEmpty, "call \(call.stream): \(left)")
        }
    }

    /// What mitmproxy says of every lost connection tells of nobody.
    @Test func leavesCommonReasonsOfMitmproxy() throws {
        let file = try Folders.flows.appendingPathComponent("untrusted-12.flows").bytes()
        var call = try #require(calls(file).calls.first)
        let reason = "Certificate verify failed: self-signed certificate"
        #expect(Self.redactor.redact(call, schema: RecordedCapture.schema).cut?.reason == reason)
        call.cut?.reason = "no way to Annaberg"
        let changed = try #require(Self.redactor.redact(call, schema: RecordedCapture.schema).cut?.reason)
        #expect(!changed.contains("Annaberg"))
    }

    /// The words of gRPC servers in a GOAWAY tell of nobody, all others may.
    @Test func leavesTheWordsOfGRPCInAGoAway() throws {
        var call = try #require(
            calls(try Folders.network.appendingPathComponent("http2-ends.pcap").bytes()).calls.first)
        let frame: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 11] + "too_many_pings".utf8
        call.goAway = .init(frame.span, isByClient: false)
        let goAway = call.goAway
        #expect(goAway?.text == "too_many_pings")
        #expect(Self.redactor.redact(call, schema: RecordedCapture.schema).goAway == goAway)
        call.goAway?.text = "closed by Annaberg"
        let changed = try #require(Self.redactor.redact(call, schema: RecordedCapture.schema).goAway)
        #expect(!changed.text.contains("Annaberg") && changed.code == goAway?.code)
    }

    /// Runs of letters, digits, hyphens and underscores, and numbers with a point.
    private static func words(of text: String) -> Set<String> {
        func runs(_ extra: String) -> [String] {
            let extra = Array(extra.utf8)
            return Array(text.utf8).split { !($0.isLetterOrDigit || $0 >= 0x80 || extra.contains($0)) }
                .map { String(decoding: $0, as: UTF8.self) }
        }
        return Set(runs("_-") + runs("-."))
    }

    /// What base64 in headers and tokens stands for.
    private func decoded(_ call: [String: Any]) -> String {
        var text = ""
        for key in ["request_headers", "response_headers", "trailers"] {
            for (name, value) in call[key] as? [String: Any] ?? [:] {
                for value in value as? [String] ?? [value as? String ?? ""] {
                    let parts = name == "authorization" ? value.split(separator: ".") : [Substring(value)]
                    for part in parts {
                        let digits = part.replacing("-", with: "+").replacing("_", with: "/").replacing(
                            "Bearer ", with: "")
                        let padding = String(repeating: "=", count: (4 - digits.count % 4) % 4)
                        if let data = Data(base64Encoded: digits + padding) {
                            text += String(decoding: data, as: UTF8.self)
                        }
                    }
                }
            }
        }
        return text
    }

    private static let secretKeys: Set<String> = [
        "name", "parent", "vehicleId", "tripId", "taskId", "trackingId", "traceId", "placeId", "stringValue",
        "deliveryVehicleId", "currentTrips", "latitude", "longitude", "requested", "authorization", "accessPointId",
        "sample-trace-bin", "requestId", "x-goog-request-params", "relatedIds", "lastCharacter",
    ]

    /// Words of at least five characters in ids and texts, places, and parts of tokens.
    private func secrets(_ capture: RecordedCapture) throws -> Set<String> {
        var result: Set<String> = []
        func collect(_ value: Any, _ key: String) {
            if let object = value as? [String: Any] {
                for (key, value) in object { collect(value, key) }
            } else if let list = value as? [Any] {
                for value in list { collect(value, key) }
            } else if Self.secretKeys.contains(key) {
                if let text = value as? String {
                    for word in Self.words(of: text)
                    where word.count >= 5 && !SchemaNames.words.union(SchemaNames.collections).contains(String(word)) {
                        result.insert(String(word))
                    }
                } else if let number = value as? Double, number.description.count >= 6 {
                    result.insert(number.description)
                }
            }
        }
        for call in try capture.expectedCalls() { collect(call, "") }
        // The names of claims and algorithms, in base64, begin every token.
        return result.filter { !$0.hasPrefix("eyJhbGciOi") && $0 != "Bearer" && $0 != "provider_id" }
    }

    @Test func replacesAddressesOfOthers() throws {
        var call = try #require(
            try calls(Folders.network.appendingPathComponent("streaming.pcapng").bytes()).calls.first)
        let loopback = Self.redactor.redact(call, schema: RecordedCapture.schema)
        #expect(loopback.client == call.client && loopback.server == call.server)
        call.client = Endpoint(address: [203, 0, 113, 9], port: 50_000)
        call.server = Endpoint(address: Array(repeating: 0x20, count: 16), port: 443)
        let redacted = Self.redactor.redact(call, schema: RecordedCapture.schema)
        #expect(
            redacted.client.address.count == 4 && redacted.client.address[0] == 10 && redacted.client.port == 50_000)
        #expect(redacted.client != call.client && redacted.server.address.count == 16)
        #expect(redacted.server.address[0] == 0xfd && redacted.server.port == 443)
        #expect(Self.redactor.redact(call, schema: RecordedCapture.schema).client == redacted.client)
    }

    /// A query is no part of the method: a filter finds the call, and what the query tells of someone is replaced.
    @Test func replacesQueriesOfPaths() throws {
        var call = try #require(
            try calls(Folders.network.appendingPathComponent("streaming.pcapng").bytes()).calls.first)
        let path = try #require(call.path)
        call.requestHeaders = [HeaderField(name: ":path", value: Array("\(path)?trip_id=jane".utf8))]
        var filter = CallFilter(RecordedCapture.schema)
        for method in [path, path + "?key=", String(path.split(separator: "/")[1])] {
            filter.methods = [method]
            #expect(filter.accepts(call), "\(method)")
        }
        let redacted = try #require(Self.redactor.redact(call, schema: RecordedCapture.schema).path)
        #expect(redacted.hasPrefix("\(path)?trip_id=") && !redacted.contains("jane"))
    }

    /// No address comes from where none was, a name stays a name, and Google's tell of nobody.
    @Test func keepsNamesAndWhatIsUnknown() throws {
        var call = try #require(try calls(Folders.network.appendingPathComponent("calls.har").bytes()).calls.first)
        var redacted = Self.redactor.redact(call, schema: RecordedCapture.schema)
        #expect(redacted.client == .unknown && redacted.client.description == "?")
        #expect(redacted.server == call.server)
        call.server = Endpoint(name: "fleet.example.net", port: 8443)
        call.client = Endpoint(name: "evil.googleapis.com.example.net", port: 0)
        redacted = Self.redactor.redact(call, schema: RecordedCapture.schema)
        let name = try #require(redacted.server.name)
        #expect(redacted.server.port == 8443 && redacted.server.address.isEmpty)
        #expect(name.count == 17 && name != "fleet.example.net" && !name.contains("fleet") && !name.contains("example"))
        #expect(redacted.client.name?.contains("evil") == false)
    }
}
