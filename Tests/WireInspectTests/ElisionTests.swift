import Foundation
import ProtobufSchema
import Redaction
import TestSupport
import Testing
import WireInspect

/// Payloads that whoever wrote them down has shortened.
@Suite struct ElisionTests {
    private func message() throws -> [UInt8] { try CaptureFixture.named("get-trip-response-new").message() }

    /// Ways to write the first bytes down.
    private static let shapes: [@Sendable (_ head: [UInt8], _ count: Int) -> String] = [
        { head, _ in "\(hex(head))..." }, { head, _ in "\(hex(head))…" }, { head, _ in "\(spaced(head)) ..." },
        { head, count in "\(hex(head))... (\(count - head.count) more bytes)" },
        { head, _ in "\(hex(head))…[truncated]" },
        { head, count in "\(hex(head))… (truncated, \(count) bytes total)" },
        { head, _ in "\(xxd(head))...\n" }, { head, _ in "Look:\n\(xxd(head))...\nthanks\n" },
        { head, _ in "\(xxd(head))...\n\(xxd(head, from: 4096))" },
        { head, _ in "12:00:01 D/Fleet: body=\(hex(head))... sent" },
        { head, count in "12:00:01 body: \(spaced(head)) ... (\(count) bytes)" },
        { head, _ in "\(base64(head))..." }, { head, _ in "payload=\(base64(head))… ok" },
        { head, _ in "{\"body\": \"\(base64(head))...\", \"n\": 1}" },
        { head, count in "<Buffer \(spaced(head)) ... \(count - head.count) more bytes>" },
        { head, _ in "\"\(head.map { "\\x" + hex([$0]) }.joined())\"..." },
        { head, count in "[\(list(head)), ... \(count - head.count) more items]" },
    ]

    private static func list(_ bytes: [UInt8]) -> String { bytes.map { "\($0)" }.joined(separator: ", ") }
    private static func spaced(_ bytes: some Sequence<UInt8>) -> String { hex(bytes, separator: " ") }

    @Test(arguments: Exhaustive.elements(of: shapes.indices, inDebugEvery: 2))
    func saysThatTheTextWasShortened(_ index: Int) throws {
        let message = try message()
        // A whole number of base64 groups and bytes.
        let head = Array(message.prefix(60))
        let text = Self.shapes[index](head, message.count)
        let peeled = peel(text)
        #expect(peeled.messages.map(\.bytes) == [head], "\(text): \(peeled.layers)")
        #expect(peeled.damage.map(\.reason) == ["elided_bytes"])
        #expect(peeled.detection.best?.message.fullName == "maps.fleetengine.v1.Trip")
        let result = dump(text)
        #expect(
            !result.isSound && result.notes.contains("was shortened: it has the first 60 bytes;"),
            "\(result.notes)")
        #expect(!result.notes.contains("probable cause"), "\(result.notes)")
    }

    /// What NSData's description has of more than 24 bytes.
    @Test func readsWhatStandsBeforeTheGap() throws {
        let message = try message()
        func groups(_ bytes: ArraySlice<UInt8>) -> String {
            bytes.parts(of: 4).map { hex($0) }.joined(separator: " ")
        }
        let parts = "\(groups(message.prefix(16))) ... \(groups(message.suffix(8)))"
        for (text, whole) in [
            ("{length = \(message.count), bytes = 0x\(parts) }", "of \(message.count) bytes "), ("<\(parts)>", ""),
        ] {
            let peeled = peel(text)
            #expect(peeled.messages.map(\.bytes) == [Array(message.prefix(16))], "\(text)")
            let notes = dump(text).notes
            #expect(notes.contains("shortened: \(whole)it has the first 16 bytes; "), "\(notes)")
            let error = #expect(throws: ConversionError.self) {
                try Converter().messages(in: Array(text.utf8), as: .hex)
            }
            #expect(error?.message.contains("was shortened") == true)
        }
    }

    @Test(arguments: [
        "Loading...", "Uploading the vehicle's location...", "deadbeef...", "wait… then retry", "1, 2, 3, ...", "...",
        "GetVehicleRequestUpdateVehicleRequest...",
    ])
    func leavesWordsAlone(_ text: String) {
        let peeled = peel(text)
        #expect(peeled.layers.isEmpty && peeled.damage.isEmpty, "\(peeled.layers)")
    }
}
