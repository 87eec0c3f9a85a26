import FleetProtos
import Foundation
import ProtobufSchema
import TestSupport
import Testing
import WireCapture
import WireDoctor

@testable import WireReport

/// A page taken apart again, as a browser would.
struct ReportPage {
    let text: String
    let data: [String: Any]
    /// The details of calls, by the number of the call.
    let details: [Int: [String: Any]]

    let calls: [[Any]]
    let map: [String: Any]
    var stops: [[String: Any]] { map["stops"] as? [[String: Any]] ?? [] }
    var tracks: [[String: Any]] { map["tracks"] as? [[String: Any]] ?? [] }

    init(_ report: CaptureReport, name: String = "test", findings: [Finding] = [], remarks: [String] = []) throws {
        var bytes: [UInt8] = []
        report.page(name: name, findings: findings, remarks: remarks) { bytes += $0 }
        text = String(decoding: bytes, as: UTF8.self)
        var blocks: [String: Any] = [:]
        for part in text.components(separatedBy: "<script type=\"application/json\" id=\"").dropFirst() {
            let id = part.prefix { $0 != "\"" }
            let json = part.dropFirst(id.count + 2).components(separatedBy: "</script>")[0]
            blocks[String(id)] = try parseJSON(Array(json.utf8))
        }
        data = try #require(blocks["capture-data"] as? [String: Any])
        map = data["map"] as? [String: Any] ?? [:]
        calls = try #require(blocks["capture-calls"] as? [[Any]])
        details = Dictionary(
            uniqueKeysWithValues: blocks.compactMap { id, value in
                guard let number = Int(id.dropFirst("call-data-".count)), let value = value as? [String: Any] else {
                    return nil
                }
                return (number, value)
            })
    }

    /// The page of a capture file.
    init(_ capture: RecordedCapture) throws {
        try self.init(try capture.file.bytes(), name: capture.file.lastPathComponent)
    }

    /// The page of the bytes of a capture file.
    init(_ capture: [UInt8], name: String = "test") throws {
        let extractor = CallExtractor(identify: CallIdentifier(RecordedCapture.schema).identify)
        var report = CaptureReport(RecordedCapture.schema)
        for call in extractor.append(capture) + extractor.finish() { report.add(call) }
        #expect(extractor.failure == nil)
        try self.init(report, name: name)
    }

    /// The entry at an index of one of the lists.
    func value(_ index: Any, of list: String) -> [String] {
        guard let index = index as? Int, let values = data[list] as? [Any] else { return [] }
        return values[index] as? [String] ?? (values[index] as? String).map { [$0] } ?? []
    }
}
