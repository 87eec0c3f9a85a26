import ProtobufSchema
import ProtobufWire
import TestSupport
import Testing

/// Long values are checked many bytes at a time; what is wrong is found wherever it lies.
@Suite struct LongValueTests {
    private func damage(_ message: [UInt8]) throws -> WireDamage? {
        try WireTreeTests.outer().firstDamage(in: message)
    }

    private func varint(length: Int) -> [UInt8] { [UInt8](repeating: 0x80, count: length - 1) + [1] }

    @Test func countsPackedVarintsOfAnyLength() throws {
        for first in 1...10 {
            for second in 1...10 {
                let values = (0..<60).flatMap { index -> [UInt8] in
                    if index % 7 == 0 { return varint(length: first) }
                    return varint(length: index % 3 == 0 ? second : 1)
                }
                let message = field(3, values)
                #expect(try damage(message) == nil)
                let tree = WireTree(message, as: try WireTreeTests.outer())
                #expect(tree.nodes.map(\.field.content) == [.packed(count: 60)])
            }
        }
    }

    @Test func findsDamagedPackedVarints() throws {
        let small = [UInt8](repeating: 1, count: 200)
        for place in 0..<200 {
            let (before, after) = (small[..<place], small[place...])
            #expect(try damage(field(3, before + varint(length: 11) + after))?.code == .malformedVarint)
            #expect(try damage(field(3, before + varint(length: 10) + after)) == nil)
            #expect(try damage(field(3, before + [0x80]))?.code == .truncated)
        }
    }

    @Test func findsDamagedText() throws {
        let text = [UInt8](repeating: UInt8(ascii: "a"), count: 200)
        for place in 0..<200 {
            let (before, after) = (text[..<place], text[place...])
            #expect(try damage(field(2, before + [0xC3, 0xA9] + after)) == nil)
            #expect(try damage(field(2, before + [0xC3] + after))?.code == .invalidUTF8)
            #expect(try damage(field(2, before + [0xA9] + after))?.code == .invalidUTF8)
        }
    }

    @Test func findsWhatEndsJSONStrings() throws {
        let outer = try WireTreeTests.outer()
        // Neighbours in value of the bytes that count, and bytes with the high bit.
        let text = "!#[]\u{7f} é¡ȣܜ𝄞"
        for place in 0..<40 {
            let (before, after) = (String(repeating: "a", count: place) + text, text + "b")
            func bytes(_ middle: String) throws -> [UInt8] {
                try JSONReader().bytes(of: #"{"names":["\#(before)\#(middle)\#(after)"]}"#, as: outer)
            }
            for (middle, value) in [("", ""), (#"\""#, "\""), (#"\\"#, "\\"), (#"\n"#, "\n")] {
                let whole = Array((before + value + after).utf8)
                #expect(try bytes(middle) == [0x12, UInt8(whole.count)] + whole)
            }
            for middle in ["\"", "\\", "\n", "\u{0}", "\u{1f}"] {
                #expect(throws: JSONError.self) { try bytes(middle) }
            }
        }
    }
}
