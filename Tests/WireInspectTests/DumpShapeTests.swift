import ProtobufSchema
import TestSupport
import Testing
import WireInspect

/// Dumps in octal, decimal and characters; what is none of them.
@Suite struct DumpShapeTests {
    /// Texts as `od` and `hexdump` print them, of bytes whose end or order is in doubt.
    @Test(arguments: [
        // od, od -b, hexdump -d, od -i, od -t o4
        ("0000000 002412 067145 052455 000123\n0000007\n", "0a05656e2d5553"),
        ("0000000 012 005 145 156 055 125 123\n0000007\n", "0a05656e2d5553"),
        ("0000000   01290   28261   21805   00083                                \n0000007\n", "0a05656e2d5553"),
        ("0000000  1852114186     5461293\n0000007\n", "0a05656e2d5553"),
        ("0000000 15631202412 00024652455\n0000007\n", "0a05656e2d5553"),
        // A number below zero: od -s
        ("0000000  32522   -180      5\n0000006\n", "0a7f4cff0500"),
        // Two lines for the same bytes: od -bc
        ("0000000 012 005 145 156 055 125 123\n         \\n 005   e   n   -   U   S\n0000007\n", "0a05656e2d5553"),
        // The most significant byte first, filled up behind: od --endian=big -x
        ("0000000 0a05 656e 2d55 5300\n0000007\n", "0a05656e2d5553"),
    ])
    func readsTheBytes(text: String, expected: String) throws {
        #expect(HexText(Array(text.utf8)).map { hex($0.bytes) } == expected)
    }

    /// Without offsets the message has to say it: od -An -b, od -An, od -An -x, od -An -c
    @Test(arguments: [
        " 012 005 145 156 055 125 123 022 002 125 123\n", " 002412 067145 052455 011123 052402 000123\n",
        " 050a 6e65 552d 1253 5502 0053\n", "  \\n 005   e   n   -   U   S 022 002   U   S\n",
    ])
    func readsBytesWithoutOffsets(_ text: String) {
        let peeled = Peeler(detector: detector).peel(Array(text.utf8))
        #expect(peeled.messages.map { hex($0.bytes) } == ["0a05656e2d555312025553"], "\(peeled.layers)")
        #expect(peeled.damage.isEmpty)
    }

    /// A capture that was cut stays what it is.
    @Test func readsADamagedMessageWithoutOffsets() throws {
        let fixture = try #require(try CaptureFixture.all().first { $0.name == "get-trip-response-new" })
        let message = Array(try #require(try fixture.messages().first).dropLast(3))
        func groups(_ size: Int, _ write: ([UInt8]) -> String) -> [UInt8] {
            let words = stride(from: 0, to: message.count / size * size, by: size)
                .map { write(Array(message[$0..<($0 + size)].reversed())) }
            return Array(words.joined(separator: " ").utf8)
        }
        func octal(_ bytes: [UInt8]) -> String {
            let text = String(bytes.reduce(0) { $0 << 8 | Int($1) }, radix: 8)
            return String(repeating: "0", count: (bytes.count == 1 ? 3 : 6) - text.count) + text
        }
        for (size, text) in [(1, groups(1, octal)), (2, groups(2, octal)), (2, groups(2) { hex($0) })] {
            let peeled = Peeler(detector: detector).peel(text)
            #expect(peeled.messages.map(\.bytes) == [Array(message.prefix(message.count / size * size))])
            #expect(peeled.detection.best?.message.fullName == fixture.type)
        }
    }

    /// Numbers that could be octal, and are not said to be bytes.
    @Test(arguments: [
        "100 200 300 400", "010 001", "127 000 000 001", "200 404 500 301 302 200 200 404",
        "101500 101501 101502 101503", "644 755 600 700", "555-123-4567", "a   b   c   d   e   f   g   h",
        "1000 12 14\n1004 13 15\n1008 14 16\n", "1001 20 30 40 50\n1002 21 31 41 51\n",
    ])
    func leavesNumbersAlone(_ text: String) {
        let peeled = Peeler(detector: detector).peel(Array(text.utf8))
        let isRead = peeled.layers.contains { [.hex(.octal), .hex(.decimal), .hex(.characters)].contains($0.kind) }
        #expect(!isRead, "\(peeled.layers)")
    }

    @Test func staysLinear() {
        for line in [
            "012 005 145 156 ", "002412 067145 ", "  \\n 005   e   n\n", "050a 6e65 ", "0000000 1 2\n", "0a..",
        ] {
            let text = Array(
                String(repeating: line, count: Exhaustive.size(100_000, inDebug: 8000) / line.utf8.count).utf8)
            let time = ContinuousClock().measure { _ = Peeler(detector: detector).peel(text) }
            #expect(time < .seconds(60), "\(line)")
        }
    }
}
