import Foundation
import ProtobufSchema
import Redaction
import TestSupport
import Testing
import WireInspect

/// Payloads that whoever wrote them down has shortened.
@Suite struct ElisionTests {
    private func message() throws -> [UInt8] {
        let fixture = try #require(try CaptureFixture.all().first { $0.name == "get-trip-response-new" })
        return try #require(try fixture.messages().first)
    }

    /// Ways to write the first bytes down; what is said of the whole.
    private static let shapes: [@Sendable (_ head: [UInt8], _ count: Int) -> (text: String, whole: Int?)] = [
        { head, _ in ("\(hex(head))...", nil) }, { head, _ in ("\(hex(head))…", nil) },
        { head, _ in ("\(spaced(head)) ...", nil) },
        { head, count in ("\(hex(head))... (\(count - head.count) more bytes)", count) },
        { head, _ in ("\(hex(head))…[truncated]", nil) },
        { head, _ in ("\(hex(head))... (9223372036854775807 more bytes)", nil) },
        { head, count in ("\(hex(head))… (truncated, \(count) bytes total)", count) },
        { head, _ in ("\(xxd(head))...\n", nil) }, { head, _ in ("Look:\n\(xxd(head))...\nthanks\n", nil) },
        { head, _ in ("12:00:01 D/Fleet: body=\(hex(head))... sent", nil) },
        { head, count in ("12:00:01 body: \(spaced(head)) ... (\(count) bytes)", count) },
        { head, _ in ("\(base64(head))...", nil) }, { head, _ in ("payload=\(base64(head))… ok", nil) },
        { head, _ in ("{\"body\": \"\(base64(head))...\", \"n\": 1}", nil) },
        { head, count in ("<Buffer \(spaced(head)) ... \(count - head.count) more bytes>", count) },
        { head, _ in ("\"\(head.map { "\\x" + hex([$0]) }.joined())\"...", nil) },
        { head, count in ("[\(list(head)), ... \(count - head.count) more items]", count) },
    ]

    private static func xxd(_ bytes: [UInt8], from start: Int = 0) -> String {
        stride(from: 0, to: bytes.count, by: 16).map { offset in
            let digits = String(start + offset, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
                + ": \(spaced(Array(bytes[offset...].prefix(16))))\n"
        }.joined()
    }
    private static func all(_ count: Int?) -> String { "shortened: " + (count.map { "of \($0) bytes " } ?? "") }
    private static func list(_ bytes: [UInt8]) -> String { bytes.map { "\($0)" }.joined(separator: ", ") }
    private static func spaced(_ bytes: [UInt8]) -> String { bytes.map { hex([$0]) }.joined(separator: " ") }
    private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    @Test(arguments: shapes.indices)
    func saysThatTheTextWasShortened(_ index: Int) throws {
        let message = try message()
        // A whole number of base64 groups and bytes.
        let head = Array(message.prefix(60))
        let (text, whole) = Self.shapes[index](head, message.count)
        let peeled = Peeler(detector: detector).peel(Array(text.utf8))
        #expect(peeled.messages.map(\.bytes) == [head], "\(text): \(peeled.layers)")
        #expect(peeled.damage.map(\.reason) == ["elided_bytes"])
        #expect(peeled.detection.best?.message.fullName == "maps.fleetengine.v1.Trip")
        let result = dump(Array(text.utf8))
        #expect(
            !result.isSound && result.notes.contains("was \(Self.all(whole))it has the first 60 bytes;"),
            "\(result.notes)")
        #expect(!result.notes.contains("probable cause"), "\(result.notes)")
    }

    /// What NSData's description has of more than 24 bytes.
    @Test func keepsWhatStandsBehindTheGap() throws {
        let message = try message()
        func groups(_ bytes: some Sequence<UInt8>) -> String {
            let bytes = Array(bytes)
            return stride(from: 0, to: bytes.count, by: 4).map { hex(bytes[$0...].prefix(4)) }.joined(separator: " ")
        }
        let parts = "\(groups(message.prefix(16))) ... \(groups(message.suffix(8)))"
        for (text, whole) in [
            ("{length = \(message.count), bytes = 0x\(parts) }", message.count), ("<\(parts)>", nil),
            (parts, nil), ("body: \(parts)", nil),
        ] as [(String, Int?)] {
            let peeled = Peeler(detector: detector).peel(Array(text.utf8))
            #expect(peeled.messages.map(\.bytes) == [Array(message.prefix(16))], "\(text)")
            #expect(peeled.ending == Array(message.suffix(8)))
            let result = dump(Array(text.utf8))
            let note = "\(Self.all(whole))it has the first 16 bytes and the last 8, which cannot be read in place; "
            #expect(result.notes.contains(note), "\(result.notes)")
            #expect(
                result.output.hasSuffix("leaves out: 8 bytes, not read\n\(hex(message.suffix(8)))\n"),
                "\(result.output)")
            let redacted = dump(Array(text.utf8)) { $0.redactor = Redactor(key: "gap") }
            #expect(!redacted.output.contains("leaves out"))
            let error = #expect(throws: ConversionError.self) {
                try Converter().messages(in: Array(text.utf8), as: .hex)
            }
            if !text.hasPrefix("body") { #expect(error?.message.contains("was shortened") == true) }
        }
    }

    /// Dots that end a string may be part of it: what they would make of the message decides.
    @Test func dotsWithinAStringAreNoBytes() throws {
        let head = try message().prefix(40)
        for digits in [head.map { "\\x" + hex([$0]) }.joined(), "\\012,providers/sample-fleet-568/trips/T3551"] {
            let peeled = Peeler(detector: detector).peel(Array("12:00:01 body=\"\(digits)...\" sent".utf8))
            #expect(peeled.damage.map(\.reason) == ["elided_bytes"], "\(peeled.layers)")
            #expect(peeled.messages.map(\.bytes) == [Array(head)])
        }
        let whole = Peeler(detector: detector).peel(Array("\"\\x0a\\x08Loading.\\x12\\003...\"".utf8))
        #expect(whole.damage.isEmpty && whole.messages.map(\.content.count) == [15])
    }

    /// The end of base64 that is padded, and of a dump.
    @Test func keepsTheEndOfOtherShapes() throws {
        let message = try message()
        let base64 = Self.base64(message + [0x18, 0x03].prefix(message.count % 3 == 1 ? 1 : 2))
        try #require(base64.hasSuffix("="))
        let dump = Self.xxd(Array(message.prefix(64))) + "...\n" + Self.xxd(Array(message.suffix(20)), from: 4096)
        for (text, known, ending) in [
            ("\(base64.prefix(64))…\(base64.suffix(21))", 48, nil), (dump, 64, message.suffix(20)),
        ] {
            let peeled = Peeler(detector: detector).peel(Array(text.utf8))
            #expect(peeled.messages.map(\.bytes) == [Array(message.prefix(known))], "\(text)")
            #expect(peeled.damage.map(\.reason) == ["elided_bytes"])
            let expected =
                ending.map { Array($0) } ?? Data(base64Encoded: String(base64.suffix(20))).map { [UInt8]($0) }
            #expect(peeled.ending == expected)
        }
    }

    @Test(arguments: [
        "Loading...", "Uploading the vehicle's location...", "deadbeef...", "wait… then retry", "1, 2, 3, ...", "...",
        "GetVehicleRequestUpdateVehicleRequest...",
    ])
    func leavesWordsAlone(_ text: String) {
        let peeled = Peeler(detector: detector).peel(Array(text.utf8))
        #expect(peeled.layers.isEmpty && peeled.damage.isEmpty, "\(peeled.layers)")
    }
}
