import ConsoleText
import Foundation
import ProtobufSchema
import TestSupport
import Testing
import WireInspect

/// Payloads as other programs write bytes down: `Fixtures/shapes/<payload>.<shape>.txt` stands for `<payload>.bin`.
@Suite struct ShapeTests {
    private static let folder = Folders.fixtures.appendingPathComponent("shapes")

    private func payload(of name: String) throws -> [UInt8] {
        let payload = try #require(name.split(separator: ".").first)
        return try Self.folder.appendingPathComponent("\(payload).bin").bytes()
    }

    @Test(arguments: Exhaustive.elements(of: try Folders.names(in: folder, extension: "txt"), inDebugEvery: 5))
    func readsExactlyTheBytes(_ name: String) throws {
        let payload = try payload(of: name)
        let text = try Self.folder.appendingPathComponent(name).bytes()
        let peeled = peel(text)
        let message = name.hasPrefix("frame") ? Array(payload.dropFirst(5)) : payload
        #expect(peeled.messages.map(\.bytes) == [message], "\(peeled.layers)")
        #expect(peeled.damage.isEmpty)
        #expect(!peeled.layers.isEmpty)
        #expect(peeled.detection.best?.isSound == true)
    }

    /// The same where the form is said: whatever is around the digits is taken off there too. Each of an odd number of
    /// shapes stands for two payloads, so that every second file has each shape.
    @Test(arguments: Exhaustive.elements(of: try Folders.names(in: folder, extension: "txt"), inDebugEvery: 2))
    func convertsExactlyTheBytes(_ name: String) throws {
        let form: ConversionForm = name.contains("base64") ? .base64 : .hex
        let text = try Self.folder.appendingPathComponent(name).bytes()
        #expect(try Converter().convert(text, from: form, to: .binary) == payload(of: name))
    }

    /// Rust writes a byte 0 as `\0`, whatever digit follows: here the length of a frame, 49, which is the character 1.
    @Test func readsZerosOfRust() {
        let name = "providers/sample-fleet-433/vehicles/driver_7-\u{C3}"
        let text = #"b"\0\0\0\01\x1a/providers/sample-fleet-433/vehicles/driver_7-\xc3\x83""#
        let peeled = peel(text)
        #expect(peeled.messages.map(\.bytes) == [field(3, name.utf8)] && peeled.damage.isEmpty)
        // rustc gives the same bytes where each zero has a digit behind it.
        #expect(peel(#"b"\x1a\x04ab\01""#).messages.map(\.bytes) == [field(3, "ab\u{0}1".utf8)])
    }

    /// Two escapes of UTF-16 are one character in JSON, JavaScript and Java. Half a pair is none.
    @Test func readsPairsOfSurrogates() {
        #expect(peel(#""\u0012\u0004\ud83d\ude97""#).messages.map(\.bytes) == [field(2, "🚗".utf8)])
        #expect(peel(#""\u0012\u0004\ud83d\u0041""#).isText)
    }

    /// In C, up to three octal digits follow, also beside hexadecimal ones and a backslash before an x.
    @Test(arguments: [
        #""\n\020C:\\xampp\\01 trip\022\005hello\030\001""#, #""\x0a\020C:\\xampp\\01 trip\x12\005hello\x18\001""#,
        #""\x0a\x10C:\\xampp\\01 trip\x12\005hello\x18\001""#,
    ])
    func readsOctalDigits(_ text: String) {
        let peeled = peel(text)
        #expect(peeled.messages.map(\.bytes) == [Array("\n\u{10}C:\\xampp\\01 trip\u{12}\u{5}hello\u{18}\u{1}".utf8)])
    }

    /// Bytes that are messages are never taken for text that stands for other bytes.
    @Test func leavesMessagesAlone() throws {
        var count = 0
        for message in Exhaustive.elements(of: try GoldenMessage.all(), inDebugEvery: 23) where !message.bytes.isEmpty {
            let peeled = peel(message.bytes)
            #expect(peeled.layers.isEmpty, "\(message.type) \(message.name): \(peeled.layers)")
            count += 1
        }
        #expect(count > Exhaustive.size(100, inDebug: 15))
    }

    /// Messages that consist of text, digits above all: one or two strings, as in `google.rpc.ErrorInfo`.
    @Test func leavesMessagesOfTextAlone() {
        var random = SplitMix64(seed: 11)
        let alphabets = ["0123456789abcdef", "ABCDEFGHIJabcdefghij0123456789+/", "0123456789, ", "abc def\\x0a'\"|=:"]
        for round in Exhaustive.rounds(800, inDebug: 32) {
            let letters = Array(alphabets[round % alphabets.count].utf8)
            var message: [UInt8] = []
            for field in [0x0A, 0x12].prefix(1 + round / 2 % 2) {
                // Lengths that are printable themselves, so that nothing but the text tells.
                let count = [9, 10, 13, 0x20, 0x30, 0x41].randomElement(using: &random) ?? 9
                message += [UInt8(field), UInt8(count)]
                message += (0..<count).map { _ in letters.randomElement(using: &random) ?? 0x30 }
            }
            let peeled = peel(message)
            #expect(peeled.layers.isEmpty, "\(String(decoding: message, as: UTF8.self))")
        }
    }

    /// Text that means no bytes: what it is read as is not said as if it were certain.
    @Test(arguments: [
        "not_found", "Internal", "hello world", "{\"label\": \"vehicles/1\", \"count\": 1}",
        "Error: request failed at 10:11:12", "don't panic", "12:30", "The vehicle's id is 0a1b2c3d.",
    ])
    func doesNotGuessFromWords(_ text: String) {
        let result = dump(text)
        #expect(result.notes.contains("the input is text"), "\(result.output) \(result.notes)")
        #expect(!result.output.contains("text,"), "\(result.output)")
    }

    /// A quote that is never closed is looked for once. Takes minutes if each of them looks.
    @Test(.timeLimit(.minutes(1))) func staysLinearOnOpenQuotes() {
        _ = peel(String(repeating: "'\\", count: Exhaustive.size(50_000, inDebug: 10_000)))
    }

    @Test func namesTheDescriptionOfData() {
        #expect(dump("1386 bytes\n").notes.contains("data.base64EncodedString()"))
    }

    @Test(arguments: [
        ("0a05656e2d5553 // header\n12025553\n", "\u{0A}\u{05}en-US\u{12}\u{02}US"),
        ("0x0A, 0x05, 0x65, 0x6E, 0x2D, 0x55, 0x53", "\u{0A}\u{05}en-US"),
    ])
    func readsDigitsBesideComments(text: String, bytes: String) {
        let peeled = peel(text)
        #expect(peeled.layers.map(\.kind) == [.hex])
        #expect(peeled.messages.map(\.bytes) == [Array(bytes.utf8)])
    }

    /// Marks and spaces of no width, as editors and chats add them.
    @Test(arguments: ["\u{FEFF}0a02c3a9", "0a02\u{200B}c3a9\u{FEFF}", "0a 02\u{A0}c3\u{2009}a9"])
    func takesOffSpacesOfNoWidth(_ text: String) {
        #expect(peel(text).messages.map(\.bytes) == [Array("\u{0A}\u{02}é".utf8)])
    }

    /// What is taken off is said.
    @Test(arguments: [
        ("xxd-fenced", "a fenced block > hex text"), ("hexdump-mail", "quoted lines > hex text"),
        ("hex-utf16", "UTF-16 text > hex text"), ("hex-label", "text with a label > hex text"),
        ("c-array", "a declaration > hex text"),
        ("json-base64", "a quoted string > base64 text"), ("python", "escaped string"),
        ("java", "list of numbers"), ("hexdump", "hex text (little-endian words)"),
    ])
    func saysWhatWasAround(shape: String, layers: String) throws {
        let text = try Self.folder.appendingPathComponent("message.\(shape).txt").bytes()
        let peeled = peel(text)
        let names = peeled.layers.map { $0.description.split(separator: ",").dropLast().joined(separator: ",") }
        #expect(names.joined(separator: " > ") == layers)
    }

    /// A message in a line is what `convert --to hex` writes.
    @Test(arguments: [ConversionForm.hex, .base64]) func readsAMessageInALine(_ form: ConversionForm) throws {
        let fixture = try CaptureFixture.named("watch-vehicle-responses")
        let messages = Array(try fixture.messages().filter { !$0.isEmpty }.prefix(Exhaustive.size(.max, inDebug: 4)))
        let text = try Converter().write(messages, as: form)
        #expect(peel(text).messages.map(\.bytes) == messages)
        // One of them is damaged: the others stay what they are.
        var damaged = messages
        damaged[3].removeLast()
        let written = try Converter().write(damaged, as: form)
        #expect(try Converter().messages(in: written, as: form) == damaged)
        #expect(peel(written).messages.map(\.bytes) == damaged)
    }

    @Test func keepsLinesApartWhenOneIsDamaged() throws {
        let wire = try Converter().messages(in: Array("0801\n0b02\n0803\n".utf8), as: .hex)
        #expect(wire == [[8, 1], [11, 2], [8, 3]])
    }

    @Test func saysThatAListLeavesBytesOut() {
        for text in [
            "<Buffer 0a 05 65 6e 2d 55 53 12 02 55 53 ... 300 more bytes>",
            "Uint8Array(400) [ 10, 5, 101, 110, 45, 85, 83, 18, 2, 85, 83, ... 389 more items ]",
        ] {
            let peeled = peel(text)
            #expect(peeled.damage.map(\.reason) == ["elided_bytes"])
            #expect(peeled.messages.map(\.bytes) == [Array("\u{0A}\u{05}en-US\u{12}\u{02}US".utf8)])
        }
    }
}
