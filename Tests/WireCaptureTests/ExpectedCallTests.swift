import Foundation
import TestSupport
import Testing

@testable import WireCapture

@Suite struct ExpectedCallTests {
    /// What no packet says, or what only the whole connection would.
    private static let unseen: Set<String> = ["client_status", "partial", "recoverable"]
    /// What a capture from the middle of a connection shows in part, or not at all.
    private static let fromHeaders: Set<String> = [
        "path", "request_type", "response_type", "request_headers", "response_headers", "trailers", "status",
        "status_code", "message", "details", "bin_encoding",
    ]

    @Test(arguments: try RecordedCapture.allShapes())
    func everyKeyOfEveryCall(_ capture: RecordedCapture) throws {
        let found = try lines(capture.file.bytes()).map { try #require(objects($0).first) }
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
            guard let recoverable = expected["recoverable"] as? [String: Any] else { continue }
            for (key, value) in recoverable {
                let shown = found[key] as? [String: Any] ?? [:]
                #expect(jsonDifference(shown, value as? [String: Any] ?? [:], at: "$.\(key)") == nil)
            }
        }
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
    func piecesOfAnySize(_ size: Int) throws {
        let bytes = try Folders.network.appendingPathComponent("streaming.pcapng").bytes()
        #expect(lines(bytes, pieces: size) == lines(bytes))
    }
}
