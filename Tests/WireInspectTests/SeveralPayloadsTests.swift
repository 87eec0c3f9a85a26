import ConsoleText
import Foundation
import ProtobufSchema
import Redaction
import TestSupport
import Testing

@testable import WireInspect

/// Texts that hold the bytes of several messages.
@Suite struct SeveralPayloadsTests {
    private static func messages() throws -> [(type: String, bytes: [UInt8])] {
        let names = ["get-trip-request", "get-trip-response-new", "update-vehicle-empty-mask"]
        return try names.map(CaptureFixture.named).map { ($0.type, try $0.message()) }
    }

    /// Writes three messages into one text; the lines where they begin.
    private static let texts: [(lines: [Int], write: @Sendable ([[UInt8]]) -> String)] = [
        (
            [1, 2, 3],
            { zip(["request", "response", "update"], $0).map { "12:00 D/Fleet: \($0)=\(base64($1))\n" }.joined() }
        ),
        ([1, 2, 3], { $0.enumerated().map { "{\"n\": \($0), \"payload\": \"\(base64($1))\"}\n" }.joined() }),
        (
            [2, 3, 5],
            { "{\n \"a\": \"\(base64($0[0]))\",\n \"b\": \"\(base64($0[1]))\",\n\n \"c\": \"\(base64($0[2]))\"\n}" }
        ),
        ([2, 5, 7], { "first\n\(hex($0[0]))\n\nthen\n\(hex($0[1]))\nand\n\(hex($0[2]))" }),
        ([], { $0.map { "Sent:\n\n\(wrapped($0))\n" }.joined().replacing("\r", with: "") }),
        // One dump behind the other, as `for FILE in *; do xxd $FILE; done` and `tshark -x` write them.
        ([], { $0.map { xxd($0) }.joined() }),
        ([], { $0.map { xxd($0).replacing(": ", with: "  ") + "\n" }.joined() }),
        ([5, 6, 7], { "look\n\n```\nbegin\n\($0.map { "sent \(base64($0)) ok\n" }.joined())```\n" }),
    ]

    @Test(arguments: Exhaustive.elements(of: texts.indices, inDebugEvery: 5))
    func showsEach(_ index: Int) throws {
        let messages = try Self.messages()
        let text = Self.texts[index].write(messages.map(\.bytes))
        let parts = peel(text).inOrder
        #expect(parts.map { $0.messages.map(\.bytes) } == messages.map { [$0.bytes] }, "\(text)")
        #expect(parts.map(\.detection.best?.message.fullName) == messages.map(\.type))
        let lines = Self.texts[index].lines
        if !lines.isEmpty { #expect(parts.map(\.line) == lines) }
        let tree = dump(text)
        for message in messages { #expect(tree.output.contains("\n\(message.type)")) }
        #expect(tree.isSound && tree.notes.isEmpty)
    }

    /// Strings that the source of a program builds of several literals, as long payloads are written in tests.
    @Test(arguments: [" +\n    ", "\n    + ", "\n    ", " \\\n    "], [false, true])
    func joinsLiterals(_ separator: String, inHex: Bool) throws {
        let messages = try Self.messages()
        let declarations = messages.map { message in
            let digits = inHex ? hex(message.bytes) : base64(message.bytes)
            let literals = digits.parts(of: 48).map { "\"\($0)\"" }
            return "body = \(literals.joined(separator: separator));\n"
        }
        for count in [1, 3] {
            let text = declarations.suffix(count).joined()
            let parts = peel(text).inOrder
            #expect(parts.map { $0.messages.map(\.bytes) } == messages.suffix(count).map { [$0.bytes] }, "\(text)")
        }
    }

    /// Quoted messages in a line each, as `jq .payload` prints them, are not one string.
    @Test(arguments: ["", "sent:\n"])
    func showsQuotedMessages(_ heading: String) throws {
        let messages = try Self.messages().map(\.bytes)
        let text = heading + messages.map { "\"\(base64($0))\"\n" }.joined()
        let found = peel(text).inOrder.flatMap { $0.messages.map(\.bytes) }
        #expect(messages.allSatisfy(found.contains), "\(text)")
    }

    /// Messages in blocks of Markdown, with others that hold none.
    @Test func showsEachBlock() throws {
        let messages = try Self.messages()
        let (first, second) = (messages[0].bytes, messages[1].bytes)
        let text = """
            To see it:

            ```sh
            curl -i localhost:8080/trips | xxd
            ```
            I sent this:
            ```
            \(base64(first))
            ```
            and got
            ~~~~
            ```hex
            \(hex(second))
            ```

            ```
            sent \(base64(messages[2].bytes)) ok
            sent \(base64(first)) ok
            ```
            """
        let peeled = peel(text)
        let parts = peeled.inOrder
        #expect(parts.map { $0.messages.map(\.bytes) } == [[first], [second], [messages[2].bytes], [first]])
        #expect(parts.map(\.line) == [8, 13, 17, 18])
        #expect(parts.map(\.detection.best?.message.fullName) == [0, 1, 2, 0].map { messages[$0].type })
        let shown = dump(text)
        #expect(shown.isSound && shown.notes.isEmpty, "\(shown.notes)")
        // One block alone is as before.
        let one = peel("look\n```\n\(hex(second))\n```\n")
        #expect(one.others.isEmpty && one.line == nil && one.messages.map(\.bytes) == [second])
    }

    /// Lines of digits that are no message, longer than the message, are looked at and take no place from it.
    @Test func findsAMessageAmongLongerDigests() throws {
        let message = try #require(try Self.messages().first).bytes
        let lines = String(repeating: "f", count: 64) + "\n" + String(repeating: "e", count: 64) + "\n"
        let noise = Exhaustive.rounds(300, inDebug: 20).map {
            "digest \($0 + 1000):\n\(lines)\(lines)\(lines)\(lines)ok\n\n"
        }
        let text = "payload: \(base64(message))\n" + noise.joined()
        let peeled = peel(text)
        #expect(peeled.messages.map(\.bytes) == [message])
    }

    @Test func writesALineOfJSONForEach() throws {
        let messages = try Self.messages()
        let text = Self.texts[0].write(messages.map(\.bytes))
        let json = dump(text) { $0.output = .json }
        let alone = try messages.map { message in
            try JSONSerialization.jsonObject(with: Data(dump(message.bytes) { $0.output = .json }.output.utf8))
        }
        let lines = try json.output.split(separator: "\n").map { try JSONSerialization.jsonObject(with: Data($0.utf8)) }
        #expect(lines as NSArray == alone as NSArray)
    }

    /// The same where it is said what they are written in.
    @Test(arguments: Exhaustive.elements(of: texts.indices, inDebugEvery: 4))
    func convertsEach(_ index: Int) throws {
        let messages = try Self.messages().map(\.bytes)
        let text = Array(Self.texts[index].write(messages).utf8)
        let form: (InputForm, ConversionForm) = [3, 5, 6].contains(index) ? (.hex, .hex) : (.base64, .base64)
        let parts = peel(text, as: form.0).inOrder
        #expect(parts.map { $0.messages.map(\.bytes) } == messages.map { [$0] })
        #expect(try Converter().messages(in: text, as: form.1) == messages)
        #expect(
            try Converter().convert(text, from: form.1, to: .hex)
                == Array(messages.map { hex($0) + "\n" }.joined().utf8))
        let error = #expect(throws: ConversionError.self) { try Converter().convert(text, from: form.1, to: .binary) }
        #expect(error?.code == .severalMessages)
    }

    /// Who polls asks the same again and again; some of these lines are taken together.
    @Test func keepsWhatIsRepeated() throws {
        let message = try #require(try Self.messages().first).bytes
        let messages = (0..<9).map { message + Array(repeating: 8, count: 2 + $0 % 3 * 4) }
        let text = Array(messages.enumerated().map { "\($0): body=\(base64($1))\n" }.joined().utf8)
        #expect(peel(text).inOrder.flatMap { $0.messages.map(\.bytes) } == messages)
        #expect(try Converter().messages(in: text, as: .base64) == messages)
    }

    /// More than are looked for are not passed over in silence.
    @Test func saysThatThereMayBeMore() throws {
        // The first fields alone, so that the texts are short.
        let message = Array(try Self.messages()[1].bytes.prefix(50))
        func text(_ count: Int, ids: Int) -> String {
            // Behind what differs, so that they are no wrapped text.
            (0..<count).map { "[\($0 % 2 == 0 ? "a" : "b")] body=\(base64(message))\n" }.joined()
                + (0..<ids).map { "INFO id\(String(repeating: "_", count: 22))\($0 + 1000)\n" }.joined()
        }
        for count in Exhaustive.elements(of: [PastedPlace.limit + 1, PastedPlace.limit], inDebugEvery: 2) {
            let places = PastedPlace.all(in: Array(text(count, ids: 0).utf8)[...])
            #expect(places.found.count == PastedPlace.limit && places.mayBeMore == (count > PastedPlace.limit))
        }
        let text = text(2, ids: PastedPlace.limit)
        let shown = dump(text)
        #expect(!shown.isSound && shown.notes.contains("may hold further messages"))
        let error = #expect(throws: ConversionError.self) {
            try Converter().messages(in: Array(text.utf8), as: .base64)
        }
        #expect(error?.message.contains("maybe more; split it") == true)
        let (verdict, _, notes) = compare(Array(text.utf8), message)
        #expect(verdict == .damaged && notes.contains("a: the text may hold further messages"))
    }

    /// Texts in which A and B stand for messages in JSON, and H for the second one in hexadecimal digits, with the lines in
    /// which messages begin.
    @Test(
        arguments: Exhaustive.elements(
            of: [
                ("12:00 sent A\n12:01 sent B\n", [1, 2], "AB"), ("A\n# then\nB\n", [1, 3], "AB"),
                ("[A,B]\n[B]\n", [1, 2], "ABB"), ("A,\nB,\n", [1, 2], "AB"),
                ("[INFO] A {x}\n{\"\nthen (B)", [1, 3], "AB"),
                ("12:00 body=H\n12:01 sent A\n", [1, 2], "BA"),
                ("12:00 {\"level\": \"debug\"}\n12:01 A\nH\n", [2, 3], "AB"),
                // Nothing is left out of what is JSON from its beginning.
                ("[A,3]", [], ""), ("A\n# then\n{\"names\": 3}\n", [], ""), ("{\"names\": 3}\n# then\nA\n", [], ""),
            ] as [(String, [Int], String)], inDebugEvery: 7))
    func showsEachThatIsWritten(text: String, lines: [Int], expected: String) throws {
        let first = #"{"name":"providers/a/vehicles/b","vehicle":{"vehicleState":"ONLINE"},"updateMask":""}"#
        let second = #"""
            {"header":{"traceId":"9ad6beeee0c90d876c989a1fec82439b"},"name":"providers/a/vehicles/c",
             "vehicle":{"vehicleState":"OFFLINE"},"updateMask":"vehicleState"}
            """#.replacing("\n", with: "")
        let converter = Converter(type: try type("maps.fleetengine.v1.UpdateVehicleRequest"))
        let messages = try converter.messages(in: Array((first + second).utf8), as: .json)
        let input = text.replacing("H", with: hex(messages[1]))
        let bytes = Array(input.replacing("A", with: first).replacing("B", with: second).utf8)
        let parts = peel(bytes).inOrder
        if lines.isEmpty {
            #expect(!dump(bytes).isSound)
            #expect(throws: ConversionError.self) { try Converter().read(bytes, as: nil, detector) }
            return
        }
        let found = expected.map { messages[$0 == "A" ? 0 : 1] }
        #expect(parts.flatMap { $0.messages.map(\.bytes) } == found, "\(text)")
        #expect(parts.map(\.line) == lines, "\(text)")
        #expect(try Converter().read(bytes, as: nil, detector).messages.map(\.bytes) == found)
        let (verdict, output, _) = compare(bytes, found[0])
        #expect(verdict == .different && output.contains("only in the first input"), "\(output)")
    }

    /// Each as what it is.
    @Test func comparesEach() throws {
        var messages = try Self.messages().map(\.bytes)
        let old = Array(Self.texts[0].write(messages).utf8)
        messages[1] += [0x18, 0x03]
        for index in Exhaustive.elements(of: [0, 1, 2], inDebugEvery: 2) {
            let new = Array(Self.texts[index].write(messages).utf8)
            let (verdict, output, notes) = compare(old, new)
            #expect(verdict == .different && notes.isEmpty, "\(notes)")
            #expect(output.contains("message 1: maps.fleetengine.v1.Trip"), "\(output)")
            #expect(!output.contains("message 0") && !output.contains("message 2"))
        }
    }

    /// Ids beside a message are none.
    @Test func leavesIdentifiersAlone() throws {
        let message = try #require(try Self.messages().first)
        let text = """
            {"insertId": "1abcdefg", "request": "\(base64(message.bytes))", "spanId": "00f067aa0ba902b7",
             "trace": "projects/x/traces/9ad6beeee0c90d876c989a1fec82439b", "id": "3b241101-e2bb-4255-8caf-4136c566a962",
             "numbers": [1, 2, 3], "class": "com.google.android.libraries.mapsplatform.transportation.Driver"}
            """
        let peeled = peel(text)
        #expect(peeled.messages.map(\.bytes) == [message.bytes])
        #expect(peeled.others.isEmpty && peeled.line == nil)
        #expect(try Converter().messages(in: Array(text.utf8), as: .base64) == [message.bytes])
    }

    /// Each has stand-ins, as its own type has it.
    @Test func redactsEach() throws {
        let text = Self.texts[0].write(try Self.messages().map(\.bytes))
        let output = dump(text) { $0.redactor = Redactor(key: Array("several".utf8)) }.output
        #expect(!output.contains("T3551212370") && !output.contains("driver_74573"))
    }

    private static func wrapped(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString(options: .lineLength64Characters)
    }

    /// More words than are kept of a text.
    private static let many = Exhaustive.size(4000, inDebug: 1100)

    /// Identifiers between payloads take no places from them; what is too much to be looked at is said.
    @Test(arguments: [(600, 30, false), (many, 20, false), (many, 60, true)])
    func findsPayloadsInLongLogs(lines: Int, length: Int, mayHoldMore: Bool) throws {
        let message = try CaptureFixture.named("get-trip-response-new").message()
        let other = message + [0x7a, 0]
        let words = (0..<lines).map {
            "2026-01-01 INFO id_" + String(repeating: "_", count: length - 10) + "\($0 + 100_000)\n"
        }
        let text = base64(message) + "\n" + words.joined() + "body " + base64(other) + "\n"
        let peeled = peel(text)
        #expect(([peeled] + peeled.others).flatMap(\.messages).map(\.bytes) == [message, other])
        #expect(peeled.mayHoldMore == mayHoldMore)
    }
}
