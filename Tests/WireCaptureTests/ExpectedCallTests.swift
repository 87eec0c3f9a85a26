import CallViews
import ConsoleText
import Foundation
import TestSupport
import Testing
import WireInspect

@testable import WireCapture

@Suite struct ExpectedCallTests {
    /// What no packet says, what only the whole connection would, or what a line of JSON says in another form.
    private static let unseen: Set<String> = ["client_status", "partial", "recoverable"]
    /// What a capture from the middle of a connection shows in part, or not at all.
    private static let fromHeaders: Set<String> = [
        "path", "request_type", "response_type", "request_headers", "response_headers", "trailers", "status",
        "status_code", "message", "details", "bin_encoding",
    ]

    @Test(arguments: Exhaustive.elements(of: try RecordedCapture.allShapes(), inDebugEvery: 7))
    func agreesWithTheRecordingInEveryKey(_ capture: RecordedCapture) throws {
        let found = try lines(capture.file.bytes(), keys: capture.keyLog()).map {
            try #require(objects($0).first)
        }
        let expected = try capture.expectedCalls()
        #expect(found.count == expected.count)
        for (found, expected) in zip(found, expected) {
            let isPartial = expected["partial"] as? Bool ?? false
            for key in expected.keys.sorted() where !Self.unseen.contains(key) {
                if capture.changedKeys.contains(key) || key == "packets" && isPartial { continue }
                if isPartial, key.hasSuffix("messages") || key == "data_frames" { continue }
                let value = try #require(found[key], "\(key) is missing")
                let truth = try #require(expected[key])
                if capture.isMidstream, Self.fromHeaders.contains(key) {
                    check(value, againstWhole: truth, key)
                } else {
                    let isPayload = capture.isMidstream && key.hasSuffix("messages")
                    let difference = jsonDifference(
                        isPayload ? withoutJSON(value) : value, isPayload ? withoutJSON(truth) : truth,
                        floats: ["batteryPercentage", "verticalAccuracy"], at: "$.\(key)")
                    #expect(difference == nil, "stream \(found["stream"] ?? "")")
                }
            }
            if !capture.isMidstream {
                let reported = (expected["client_status"] as? [String: Any])?["status"] as? String
                #expect(found["client_status"] as? String == (expected["status"] is NSNull ? reported : nil))
            }
            guard let recoverable = expected["recoverable"] as? [String: Any] else { continue }
            for (key, value) in recoverable {
                let shown = found[key] as? [String: Any] ?? [:]
                #expect(jsonDifference(shown, value as? [String: Any] ?? [:], at: "$.\(key)") == nil)
            }
        }
    }

    /// Packets that are missing take away what they carried, and hardly more: headers of other calls refer to it.
    ///
    /// - Parameter lost: How many calls may lose their status with two packets.
    @Test(
        arguments: Exhaustive.elements(
            of: [
                ("driver-shift.pcap", 1), ("delivery-shift.pcapng", 1), ("consumer-poll.pcapng", 1),
                ("errors.pcapng", 8),
            ], inDebugEvery: 3))
    func losesHardlyMoreThanPacketsCarried(_ name: String, lost: Int) throws {
        func key(_ call: [String: Any]) -> String {
            let stream = call["stream"] as? [String: Any]
            return "\(stream?["client"] ?? "") \(stream?["id"] ?? "")"
        }
        let capture = try RecordedCapture.named(name)
        let packets = try packets(capture.file.bytes())
        let truth = Dictionary(uniqueKeysWithValues: try capture.expectedCalls().map { (key($0), $0) })
        let whole = truth.values.count { !($0["status"] is NSNull) }
        var presumed = 0
        let places = stride(from: 5, to: packets.count, by: packets.count / 9)
        for first in Exhaustive.elements(of: places, inDebugEvery: 5) {
            var rest = packets
            rest.removeSubrange(first..<min(first + 2, packets.count))
            var ended = 0
            for found in calls(pcap(packets[0].link, rest)).calls {
                let line = CallJSON(RecordedCapture.schema, showsCredentials: true).line(found)
                let call = try #require(objects(line).first)
                let expected = try #require(truth[key(call)])
                for key in ["path", "request_headers", "response_headers", "trailers", "status", "message"] {
                    check(try #require(call[key]), againstWhole: try #require(expected[key]), "\(key) without \(first)")
                }
                if !(call["status"] is NSNull) { ended += 1 }
                guard call["presumed_headers"] != nil else { continue }
                presumed += 1
                let sheet = TextCollector()
                CallSheet(RecordedCapture.schema).print(found, to: sheet)
                #expect(sheet.text.contains("note: packets are missing before this call"))
            }
            #expect(ended >= whole - lost, "without packet \(first)")
        }
        #expect(presumed > 0)
    }

    /// Nothing is shown that is not true.
    private func check(_ value: Any, againstWhole truth: Any, _ key: String) {
        if let shown = value as? [String: Any] {
            let truth = truth as? [String: Any] ?? [:]
            for (name, value) in shown {
                #expect(
                    truth[name].flatMap { jsonDifference(value, $0) } == nil && truth[name] != nil, "\(key) \(name)")
            }
        } else if !(value is NSNull), (value as? [Any])?.isEmpty != true {
            #expect(jsonDifference(value, truth) == nil, "\(key)")
        }
    }

    /// Without the method's name a message has no type.
    private func withoutJSON(_ messages: Any) -> Any {
        (messages as? [[String: Any]] ?? []).map { $0.filter { $0.key != "json" } }
    }

    @Test(arguments: [1, 7, 4096])
    func findsTheSameInPiecesOfAnySize(_ size: Int) throws {
        let bytes = try Folders.network.appendingPathComponent("streaming.pcapng").bytes()
        #expect(lines(bytes, pieces: size) == lines(bytes))
    }
}
