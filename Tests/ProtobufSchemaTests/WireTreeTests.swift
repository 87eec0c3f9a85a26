import Foundation
import ProtobufSchema
import ProtobufWire
import TestSupport
import Testing

@Suite struct WireTreeTests {
    static let schema = """
        syntax = "proto3";
        package t;
        message Outer {
          Inner inner = 1;
          repeated string names = 2;
          repeated sint32 numbers = 3;
          double ratio = 4;
          Color color = 5;
          repeated Inner list = 6;
        }
        message Inner {
          string text = 1;
          Outer outer = 2;
        }
        enum Color { NONE = 0; RED = 1; }
        """

    static func outer() throws -> MessageDescriptor {
        try #require(try Schema(files: [("t.proto", schema)]).message(named: "t.Outer"))
    }

    /// The tree as lines: `path @tag:length:value content`.
    private func lines(_ nodes: [WireTree.Node], _ bytes: Span<UInt8>, _ indent: String = "") -> [String] {
        var result: [String] = []
        for node in nodes {
            let field = node.field
            let ranges = [field.tag, field.length, field.value].map { "\($0.lowerBound)-\($0.upperBound)" }
            let name = field.descriptor?.name ?? "?\(field.number)"
            let value = field.text(in: bytes) ?? field.scalar.map { "\($0)" } ?? "\(field.elements(in: bytes))"
            let index = field.index.map { "[\($0)]" } ?? ""
            result.append("\(indent)\(name)\(index) @\(ranges.joined(separator: ":")) \(value)")
            result += lines(node.children, bytes, indent + "  ")
        }
        return result
    }

    @Test func showsNamesRangesAndValues() throws {
        // inner { text: "hi" } names: "a" names: "b" numbers: [1, -1] ratio: 0.5 color: 7 list {} list { text: "x" }
        let input = bytes(
            hex: "0a040a026869" + "120161" + "120162" + "1a020201" + "21000000000000e03f" + "2807" + "3200"
                + "32030a0178" + "9806aa01")[...]
        let tree = WireTree(input.span, as: try Self.outer())
        #expect(tree.damage == [])
        #expect(
            lines(tree.nodes, input.span) == [
                "inner @0-1:1-2:2-6 []",
                "  text @2-3:3-4:4-6 hi",
                "names[0] @6-7:7-8:8-9 a",
                "names[1] @9-10:10-11:11-12 b",
                "numbers[0] @12-13:13-14:14-16 [ProtobufSchema.ScalarValue.signed(1), ProtobufSchema.ScalarValue.signed(-1)]",
                "ratio @16-17:17-17:17-25 double(0.5)",
                "color @25-26:26-26:26-27 enumeration(7)",
                "list[0] @27-28:28-29:29-29 []",
                "list[1] @29-30:30-31:31-34 []",
                "  text @31-32:32-33:33-34 x",
                "?99 @34-36:36-36:36-38 []",
            ])
    }

    @Test func containsDamageInItsMessage() throws {
        // list { text: (bad UTF-8) } list { (tag 0) } list { text: "x" }
        let input = bytes(hex: "32030a01ff" + "320200ff" + "32030a0178")[...]
        let tree = WireTree(input.span, as: try Self.outer())
        #expect(tree.nodes.map(\.field.index) == [0, 1, 2])
        #expect(tree.damage.map(\.code) == [.invalidUTF8, .invalidTag])
        #expect(tree.damage.map(\.offset) == [4, 7])
        #expect(tree.damage.map { "\($0.path)" } == ["list[0].text", "list[1]"])
        #expect(tree.damage.map(\.unread) == [5..<5, 7..<9])
        #expect(tree.nodes[2].children.first?.field.text(in: input.span) == "x")
    }

    @Test func saysOnceWhereTheInputWasCut() throws {
        // inner { outer { inner { text: "hello" } } }, cut within the text.
        let whole = bytes(hex: "0a0b12090a070a0568656c6c6f")
        let input = whole.dropLast(2)
        let tree = WireTree(input.span, as: try Self.outer())
        #expect(tree.damage.count == 1)
        #expect(tree.damage.first?.path.description == "inner.outer.inner.text")
        let text = tree.nodes.first?.children.first?.children.first?.children.first?.field
        #expect(text?.text(in: input.span) == "hel")
        #expect(text?.isComplete == false)

        // Cut between fields: the innermost message that misses bytes is told.
        let cut = WireTree(Array(whole.prefix(6)), as: try Self.outer())
        #expect(cut.damage.map { "\($0.path)" } == ["inner.outer.inner"])
        #expect(cut.damage.map(\.code) == [.truncated])
    }

    @Test func readsGroups() throws {
        // Unknown group 20 with a varint and a nested group, then names.
        let input = bytes(hex: "a301" + "0801" + "130f" + "14" + "a401" + "120161")
        let damaged = WireTree(input, as: try Self.outer())
        #expect(damaged.damage.map(\.code) == [.invalidWireType])
        let tree = WireTree(bytes(hex: "a301" + "0801" + "13" + "14" + "a401" + "120161"), as: try Self.outer())
        #expect(tree.damage == [])
        #expect(tree.nodes.map(\.field.content) == [.group, .string])
        #expect(tree.nodes[0].field.value == 2..<6)
        #expect(tree.nodes[0].children.map(\.field.content) == [.bits(1), .group])

        #expect(WireTree(bytes(hex: "a301" + "0801"), as: nil).damage.map(\.code) == [.unterminatedGroup])
        let strayTree = WireTree(bytes(hex: "120161" + "a401" + "120162"), as: try Self.outer())
        #expect(strayTree.damage.map(\.code) == [.mismatchedEndGroup])
        #expect(strayTree.damage.map(\.unread) == [3..<8])
        #expect(strayTree.nodes.count == 1)
    }

    @Test func guessesMessagesWithoutSchema() throws {
        let input = bytes(hex: "0a040a026869" + "1203616263" + "1a03ff00fe")
        let tree = WireTree(input, as: nil)
        // "\n\u{2}hi" has a control character and reads as a message; "abc" is text; the third is neither.
        #expect(tree.nodes.map(\.field.content) == [.message, .bytes, .bytes])
        let strict = WireTree(input, as: nil, walker: WireWalker())
        #expect(strict.nodes.map(\.field.content) == [.bytes, .bytes, .bytes])
    }

    @Test func tellsAWrongWireType() throws {
        let tree = WireTree(bytes(hex: "0801"), as: try Self.outer())
        #expect(tree.damage == [])
        #expect(tree.nodes.first?.field.descriptor == nil)
        #expect(tree.nodes.first?.field.mismatch?.name == "inner")
    }

    @Test func stopsAtTheRecursionLimit() throws {
        /// `levels` messages inside one another: inner and outer in turn.
        func nested(_ levels: Int) -> [UInt8] {
            (0..<levels).reversed().reduce([]) { content, level in field(level % 2 + 1, content) }
        }
        let outer = try Self.outer()
        #expect(outer.firstDamage(in: nested(100)) == nil)
        let more = nested(101)
        let damage = outer.firstDamage(in: more)
        #expect(damage?.code == .recursionLimitExceeded)
        #expect(damage?.path.components.count == 101)
        #expect(throws: JSONError.self) { try JSONWriter().json(more, as: outer) }
        let groups = [UInt8](repeating: 0x0B, count: 100_000)
        #expect(WireTree(groups, as: nil).damage.first?.code == .recursionLimitExceeded)
    }

    /// A group that is too deep is passed over to go on behind it. Where it had no end, that was told instead, and at
    /// another offset than decoders tell. Found by fuzzing.
    @Test func saysTooDeepBeforeCutShort() throws {
        // A type, then 128 tags that open a group, and a length beyond the end.
        let input = try Folders.fixtures.appendingPathComponent("crashes/schema/too-deep-and-cut-short").bytes()
        let damage = try #require(try Self.outer().firstDamage(in: Array(input.dropFirst())))
        #expect(damage.code == .recursionLimitExceeded)
        // A hundred groups may be open; the tag of the next one ends here.
        #expect(damage.offset == 101)
    }

    /// Whatever happens to the bytes: no trap, and what came before the damage stays.
    @Test func survivesEveryCutAndEveryBit() throws {
        let outer = try Self.outer()
        let input = bytes(
            hex: "0a040a026869" + "120161" + "1a020201" + "21000000000000e03f" + "2807" + "32030a0178" + "a3010801a401"
                + "0a0a12081206" + "0a04" + "12020a00")
        let whole = WireTree(input, as: outer)
        for count in 0...input.count {
            let tree = WireTree(Array(input[..<count]), as: outer)
            let before = whole.nodes.filter { $0.field.value.upperBound <= count && $0.field.content != .group }
            #expect(tree.nodes.count >= before.count)
            for (left, right) in zip(tree.nodes.filter { $0.field.content != .group }, before) {
                #expect(left.field.value == right.field.value)
            }
        }
        for bit in 0..<8 * input.count {
            var flipped = input
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            let tree = WireTree(flipped, as: outer)
            #expect(tree.damage.isEmpty == (outer.firstDamage(in: flipped) == nil))
            #expect(tree.damage.isEmpty || (try? JSONWriter().json(flipped, as: outer)) == nil)
            for damage in tree.damage {
                #expect(damage.offset <= flipped.count && damage.unread.upperBound <= flipped.count)
            }
        }
    }
}
