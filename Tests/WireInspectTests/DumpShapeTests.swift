import ProtobufSchema
import TestSupport
import Testing

@testable import WireInspect

/// Dumps whose end or order is in doubt; what is none.
@Suite struct DumpShapeTests {
    @Test(arguments: [
        // The most significant byte first, filled up behind: od --endian=big -x
        ("0000000 0a05 656e 2d55 5300\n0000007\n", "0a05656e2d5553"),
        // Words of two bytes, the least significant first: hexdump
        ("0000000 050a 6e65 552d 0053\n0000007\n", "0a05656e2d5553"),
        ("0000000 0a 05 65 6e\n0000004 2d 55 53\n0000007\n", "0a05656e2d5553"),
        // Lines that repeat
        (
            "00000000  0a 20 61 61 61 61 61 61  |. aaaaaa|\n00000008  61 61 61 61 61 61 61 61  |aaaaaaaa|\n*\n00000020\n",
            "0a20" + String(repeating: "61", count: 30)
        ),
        (
            """
            web-1  | 00000000  0a 20 61 61 61 61 61 61  |. aaaaaa|
            web-1  | 00000008  61 61 61 61 61 61 61 61  |aaaaaaaa|
            web-1  | *
            web-1  | 00000020  61 61                    |aa|
            web-1  | 00000022

            """, "0a20" + String(repeating: "61", count: 32)
        ),
        (
            """
            12:00:01 body: 00000000  0a 20 61 61 61 61 61 61  |. aaaaaa|
            12:00:01 body: 00000008  61 61 61 61 61 61 61 61  |aaaaaaaa|
            12:00:02 body: *
            12:00:02 body: 00000020

            """, "0a20" + String(repeating: "61", count: 30)
        ),
        // A line of a comment
        ("/**\n * 0a 20 61 61 61 61 61 61\n *\n * Done.\n */\n", "0a20616161616161"),
    ])
    func readsTheBytes(text: String, expected: String) throws {
        #expect(try Converter().messages(in: Array(text.utf8), as: .hex).map { hex($0) } == [expected])
    }

    /// Without an offset behind it, `*` may stand for any number of lines.
    @Test(arguments: [
        " 0a 20 78 78 78 78 78 78 78 78 78 78 78 78 78 78\n 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78 78\n*\n 78 78\n",
        " 0a 20 78 78 78 78 78 78  >. xxxxxx<\n 78 78 78 78 78 78 78 78  >xxxxxxxx<\n*\n 78 78  >xx<\n",
        "00000000  0a 20 78 78 78 78 78 78  |. xxxxxx|\n00000008  78 78 78 78 78 78 78 78  |xxxxxxxx|\n*\n",
    ])
    func saysThatRepeatedLinesAreMissing(_ dump: String) {
        for prefix in ["", "web-1  | "] where prefix.isEmpty || !dump.contains(">") {
            let lines = dump.split(separator: "\n").map { "\(prefix)\($0)\n" }
            let peeled = peel(lines.joined())
            #expect(peeled.damage.map(\.reason) == ["elided_bytes"], "\(lines)")
            #expect(throws: ConversionError.self) {
                try Converter().messages(in: Array(lines.joined().utf8), as: .hex)
            }
        }
    }

    @Test(arguments: ["", "web-1  | "]) func refusesBinaryDigits(_ prefix: String) {
        let text = """
            \(prefix)00000000: 00001010 00000101 01100101 01101110 00101101 01010101  ..en-U
            \(prefix)00000006: 01010011 00010010 00000000                             S..

            """
        let error = #expect(throws: ConversionError.self) { try Converter().messages(in: Array(text.utf8), as: .hex) }
        #expect(error?.message.contains("binary digits (xxd -b)") == true)
        #expect(peel(text).damage.map(\.reason) == ["binary_digits"])
    }

    /// Numbers that are not said to be bytes.
    @Test(arguments: [
        "100 200 300 400", "010 001", "127 000 000 001", "200 404 500 301 302 200 200 404",
        "101500 101501 101502 101503", "644 755 600 700", "555-123-4567", "a   b   c   d   e   f   g   h",
        "1000 12 14\n1004 13 15\n1008 14 16\n", "1001 20 30 40 50\n1002 21 31 41 51\n",
    ])
    func leavesNumbersAlone(_ text: String) {
        let peeled = peel(text)
        #expect(!peeled.layers.contains { $0.kind == .numbers }, "\(peeled.layers)")
        var repeats = 0
        #expect(HexDump.readings(Array(text.utf8)[...], repeats: &repeats).isEmpty)
    }

    @Test(
        .timeLimit(.minutes(2)),
        arguments: ["012 005 145 156 ", "050a 6e65 ", "0000000 1 2\n", "0000000 0a05\n", "0a.."])
    func staysLinear(_ line: String) {
        let count = Exhaustive.size(100_000, inDebug: 8000) / line.utf8.count
        _ = peel(String(repeating: line, count: count))
    }
}
