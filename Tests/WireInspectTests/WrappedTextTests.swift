import ProtobufSchema
import TestSupport
import Testing
import WireInspect

/// A payload that a program wrapped into lines, among other text.
@Suite struct WrappedTextTests {
    /// What lines stand in.
    struct Place {
        let before: String
        /// Stands before each line; `#` is another number in each.
        var prefix = ""
        let after: String

        func text(_ lines: [String]) -> [UInt8] {
            let lines = lines.enumerated().map { prefix.replacing("#", with: "\(998 + $0)") + $1 }
            return Array((before + lines.joined(separator: "\n") + after).utf8)
        }
    }

    static let places = [
        Place(before: "Here is the payload:\n\n", after: "\n\nthanks, Jane\n"),
        Place(before: "body:\n", after: "\ndone\n"),
        Place(before: "payload=", after: "\n"), Place(before: "(\n", after: "\n)\n"),
        Place(before: "---\n", after: "\n---\n"), Place(before: "\"", after: "\""),
        Place(before: "<pre>", after: "</pre>"), Place(before: "see\r\n", after: "\r\nthat's it\r\n"),
        Place(before: "<p>\n<payload encoding=\"base64\">", after: "</payload>\n</p>"),
        Place(before: "12:00:01.123 DEBUG body = (\n", prefix: "  ", after: "\n)\n12:00:02.000 DEBUG done\n"),
        Place(before: "-----BEGIN MESSAGE-----\n", after: "\n-----END MESSAGE-----\n"),
        Place(before: "packets:\n  - peer: 0\n    data: !!binary |\n", prefix: "      ", after: "\n  - peer: 1\n"),
        Place(before: "", prefix: "03-01 12:00:01.#  1234  5678 D Fleet   : ", after: ""),
        Place(before: "I/Other: hello\n", prefix: "2025-03-01 12:00:# D/Fleet: ", after: "\nI/Other: over"),
        Place(before: "[1] first\n", prefix: "[#] ", after: "\n[200] last"),
    ]

    /// Lines of base64 or of digits.
    private static func writings(_ bytes: [UInt8]) -> [[String]] {
        [base64(bytes).parts(of: 76), base64(bytes).parts(of: 64), hex(bytes).parts(of: 64)].map { $0.map(String.init) }
            + [bytes.parts(of: 16).map { hex($0, separator: " ") }]
    }

    @Test func joinsTheLines() throws {
        var cases: [(type: String, message: [UInt8], text: [UInt8])] = []
        for fixture in try ["get-trip-response-new", "update-vehicle-empty-mask"].map(CaptureFixture.named) {
            let message = try fixture.message()
            let writings = Self.writings(message)
            cases += Self.places.flatMap { place in writings.map { (fixture.type, message, place.text($0)) } }
        }
        // A step of seven meets each place and each writing.
        for (type, message, text) in Exhaustive.elements(of: cases, inDebugEvery: 7) {
            let result = peel(text)
            #expect(result.messages.map(\.bytes) == [message], "\(String(decoding: text, as: UTF8.self))")
            #expect(result.damage.isEmpty && result.detection.best?.message.fullName == type)
        }
    }

    /// A last piece as long as the others is not told from a word by its length.
    @Test func endsWhereTheMessageDoes() throws {
        let message = Array("\u{0A}\u{2E}abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJ".utf8)
        try #require(message.count == 48)
        for after in ["done", "done, thanks", "end 12"] {
            let digits = base64(message)
            let text = "body:\n\(digits.prefix(32))\n\(digits.dropFirst(32))\n\(after)\n"
            #expect(peel(text).messages.map(\.bytes) == [message])
        }
    }

    /// Nothing is missing of what stands in the text.
    @Test func saysNothingOfACut() throws {
        let message = try CaptureFixture.named("get-trip-response-new").message()
        for writing in Self.writings(message) {
            let result = dump("see below\n\n\(writing.joined(separator: "\n"))\n\nthanks\n")
            #expect(result.isSound && result.notes.isEmpty, "\(result.notes)")
        }
    }

    @Test(
        .timeLimit(.minutes(2)),
        arguments: [
            "a1B2c3D4e5F6g7H8 ", "12:00:01 x: 0a2c70726f76696465\n", "0a 2c 70 72 6f 76 69 64\n\n\n",
            "AAAAAAAAAAAAAAAAAAAA\nA\n",
        ])
    func staysLinear(_ line: String) {
        let count = Exhaustive.size(40_000, inDebug: 8000) / line.utf8.count
        _ = peel(String(repeating: line, count: count))
    }

    /// A word that follows bytes is no message of its own, although any few characters may be one.
    @Test(
        arguments: [
            ("2026-01-01 sent ", "INFO done"), ("2026-01-01 sent ", "DONE"), ("sent: ", "Done\n"), ("", "INFO done"),
            ("", "ok now"), ("", "Done"), ("", "Done\n"), ("", "OK"),
        ])
    func wordsBehindBytesAreNone(before: String, after: String) throws {
        let message = try CaptureFixture.named("get-trip-response-new").message()
        let text = Array((before + base64(message) + "\n" + after).utf8)
        let peeled = peel(text)
        #expect(peeled.messages.map(\.bytes) == [message] && peeled.others.isEmpty, "\(peeled.layers)")
        #expect(try Converter().messages(in: text, as: .base64) == [message])
    }
}
