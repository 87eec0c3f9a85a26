import FleetProtos
import Foundation
import ProtobufSchema
import TestSupport
import Testing
import WireInspect

@Suite struct WireTextTests {
    private func text(_ bytes: [UInt8], as name: String? = nil) throws -> String {
        String(decoding: WireText.disassemble(bytes, as: try name.map { try type($0) }), as: UTF8.self)
    }

    private func assembled(_ text: String) throws(WireTextError) -> [UInt8] {
        try WireText.assemble(Array(text.utf8)).first ?? []
    }

    /// The examples of https://protobuf.dev/programming-guides/encoding/, and what follows from its rules.
    @Test(arguments: [
        ("1: 150", "089601"), ("2: \"testing\"", "120774657374696e67"), ("3: {1: 150}", "1a03089601"),
        ("6: [3, 270, 86942]", "3206038e029ea705"), ("1: -2", "08feffffffffffffffff01"), ("1: -2z", "0803"),
        ("1: 0x96", "089601"), ("1: true 2: false", "08011000"), ("1: 1.5", "09000000000000f83f"),
        ("1: 1.5f", "0d0000c03f"), ("1: 7i64", "090700000000000000"), ("1: -1i32", "0dffffffff"),
        ("1: !{2: 3}", "0b10030c"), ("1: !{2: 3}-", "0b1003"), ("1@3: 5@2", "8880008500"), ("1@2: !{}@3", "8b008c8000"),
        ("1: len=300 \"a\"", "0aac0261"), ("1: len@2 \"a\"", "0a810061"), ("1: len=5@2 {}", "0a8500"),
        ("1: `0aff`", "0a020aff"), ("`0aff` \"a\"", "0aff61"), ("1: [1.5f 2i32 `ff`]", "0a090000c03f02000000ff"),
        ("1: \"\\x00\\u{e9}\\n\\\"\"", "0a0500c3a90a22"), ("# nothing\n", ""), ("536870911: 0", "f8ffffff0f00"),
        ("1: 1e3 2: -0.0", "090000000000408f40" + "110000000000000080"), ("1: {2: {3: {}}}", "0a0412021a00"),
    ])
    func assembles(_ text: String, _ expected: String) throws {
        #expect(hex(try assembled(text)) == expected)
    }

    /// Text is handed over in pieces, wherever in a message one ends; none of them changes what stands beside another.
    @Test(arguments: ["1: {2: {3: 4}, 5: \"name\"}", "1: {2: 3, 2: {3: 4}, 5: \"é\", 6: {7: 8}}", "1: !{2: `ff00`}"])
    func saysTheSameOfEachOfMany(_ item: String) throws {
        let bytes = try assembled(item)
        let count = 20_000
        let many = [UInt8](repeatElement(bytes, count: count).joined())
        #expect(try text(many) == String(repeating: text(bytes), count: count))
    }

    @Test func namesWhatTheTypeKnows() throws {
        let bytes = try CaptureFixture.folder.appendingPathComponent("update-vehicle-empty-mask.bin").bytes()
        let text = try text(bytes, as: "maps.fleetengine.v1.UpdateVehicleRequest")
        #expect(text.hasPrefix("1: {  # header RequestHeader\n  1: \"en-US\"  # language_code\n"))
        #expect(text.contains("\n4: {  # vehicle Vehicle\n  2: 2  # vehicle_state ONLINE\n}\n"))
    }

    @Test func saysWhatIsDamaged() throws {
        // A string cut short; a field 0; a group that is not closed, with a varint that has no end.
        #expect(try text([0x0A, 0x05, 0x61]) == "1: len=5 \"a\"\n  # truncated at byte 1\n")
        #expect(try text([0x08, 0x01, 0x00]) == "1: 1\n`00`  # invalid_tag at byte 2\n")
        let group = try text([0x0B, 0x10, 0x80])
        #expect(group == "1: !{\n  `1080`  # truncated at byte 2\n}-\n")
    }

    /// Someone changes a text: the lengths of all messages around it follow.
    @Test func lengthsFollowAnEdit() throws {
        let name = "maps.fleetengine.v1.UpdateVehicleRequest"
        let bytes = try CaptureFixture.folder.appendingPathComponent("update-vehicle-empty-mask.bin").bytes()
        let long = String(repeating: "long ", count: 40)
        let edited = try text(bytes, as: name).replacingOccurrences(of: "\"en-US\"", with: "\"\(long)\"")
        let changed = try assembled(edited)
        #expect(changed.count > bytes.count + 190)
        let tree = WireTree(changed, as: try type(name))
        #expect(tree.damage.isEmpty)
        let input = changed[...]
        #expect(tree.nodes.first?.children.first?.field.text(in: input.span) == long)
    }

    // MARK: The property: what is written comes back

    private func expectSame(_ bytes: [UInt8], _ type: MessageDescriptor? = nil) throws {
        let text = WireText.disassemble(bytes, as: type)
        do {
            let back = try WireText.assemble(text)
            #expect(back == [bytes], "\(hex(bytes))\n\(String(decoding: text, as: UTF8.self))")
        } catch {
            Issue.record("\(error)\n\(hex(bytes))\n\(String(decoding: text, as: UTF8.self))")
        }
    }

    @Test func fixturesComeBack() throws {
        var random = SplitMix64(seed: 5)
        for message in Exhaustive.elements(of: try GoldenMessage.all(), inDebugEvery: 3) {
            let type = FleetSchema.shared.message(named: message.type)
            try expectSame(message.bytes, type)
            try expectSame(message.bytes)
            guard message.bytes.count < 4000, !message.bytes.isEmpty else { continue }
            for bytes in cutAndChanged(message.bytes, using: &random) { try expectSame(bytes, type) }
        }
    }

    @Test func everyCutAndFlipOfACaptureComesBack() throws {
        let bytes = try CaptureFixture.folder.appendingPathComponent("create-trip-request.bin").bytes()
        let type = try type("maps.fleetengine.v1.CreateTripRequest")
        for index in Exhaustive.elements(of: bytes.indices, inDebugEvery: 3) {
            try expectSame(Array(bytes.prefix(index)), type)
            var flipped = bytes
            flipped[index] = ~flipped[index]
            try expectSame(flipped, type)
        }
    }

    @Test func randomBytesComeBack() throws {
        var random = SplitMix64(seed: 3)
        // Small bytes make tags and lengths that fit more often.
        for highest in [255, 127, 31, 12] {
            for _ in Exhaustive.rounds(1500, inDebug: 300) {
                let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                    UInt8(Int.random(in: 0...highest, using: &random))
                }
                try expectSame(bytes)
                try expectSame(bytes, try type("google.rpc.Status"))
            }
        }
    }

    /// What is unusual but valid: long varints, surplus bits, groups, wrong wire types; and what is broken.
    @Test(arguments: ["messages-mutated-seed1", "messages-malformed-seed1", "messages-seed1"])
    func vectorsComeBack(_ name: String) throws {
        for vector in try RandomMessage.all(in: name, inDebugEvery: 7) {
            try expectSame(vector.bytes, FleetSchema.shared.message(named: vector.type))
        }
    }

    @Test func deepNestingComesBack() throws {
        for (begin, count) in [([0x0A], 600), ([0x0B], 600), ([0x0B], 90), ([0x0A], 90)] as [([UInt8], Int)] {
            var bytes: [UInt8] = []
            for _ in 0..<count {
                if begin == [0x0A] {
                    var length: [UInt8] = []
                    var rest = bytes.count
                    while rest >= 0x80 {
                        length.append(UInt8(rest & 0x7F) | 0x80)
                        rest >>= 7
                    }
                    bytes = begin + length + [UInt8(rest)] + bytes
                } else {
                    bytes = begin + bytes + [0x0C]
                }
            }
            try expectSame(bytes)
        }
    }

    /// Many small messages, each written in one line: 240 KB, which took minutes when the text was copied for each of them.
    @Test func manyMessagesComeBackSoon() throws {
        let field: [UInt8] = [0x0A, 0x04, 0x08, 0x01, 0x10, 0x02]
        let bytes = Array(repeatElement(field, count: 40_000).joined())
        let start = Date()
        try expectSame(bytes, try type("google.protobuf.Empty"))
        #expect(Date().timeIntervalSince(start) < 60)
    }

    @Test func severalMessagesComeBack() throws {
        let messages: [[UInt8]] = [[], [0x08, 0x01], [], [0xFF], []]
        let converter = Converter()
        let text = try converter.write(messages, as: .wire)
        #expect(try converter.messages(in: text, as: .wire) == messages)
    }

    // MARK: Errors

    @Test(arguments: [
        ("1: 23\n2 23", 2, 3, "expected is ':' behind field number 2"), ("1: {2: 3", 1, 4, "never closed"),
        ("1: }", 1, 4, "begins no value"), ("}", 1, 1, "nothing is open"), ("1: [1}", 1, 6, "a list ends with ]"),
        ("0: 1", 1, 1, "no field number"), ("x: 1", 1, 1, "no field number"), ("1: \"a", 1, 4, "no \" behind"),
        ("1: \"a\nb\"", 1, 4, "no \" behind"), ("1: `0`", 1, 5, "two hexadecimal digits"),
        ("1: 18446744073709551616", 1, 4, "no number that fits"), ("1: 4294967296i32", 1, 4, "no number that fits"),
        ("1: word", 1, 4, "text stands in quotes"), ("1: 5@11", 1, 6, "1 to 10 bytes"), ("1:", 1, 3, "the text ends"),
        ("1: len=x \"\"", 1, 8, "a whole number"), ("1: len 5", 1, 8, "behind len"), ("1: !5", 1, 5, "!{"),
        ("1: \"\\q\"", 1, 5, "a backslash is written"), ("1: \"\\u{d800}\"", 1, 5, "a character"),
        ("1: \"\\u{+41}\"", 1, 5, "a character"),
        ("1: {\n ---\n}", 2, 2, "begins with its number"), ("1: 1.5.2", 1, 4, "no number"),
        ("1: 1e999", 1, 4, "no number"),
        ("\u{0}", 1, 1, "0x00"),
    ])
    func tellsWhatIsWrong(_ text: String, _ line: Int, _ column: Int, _ words: String) throws {
        let error = try #require(throws: WireTextError.self) { try assembled(text) }
        #expect(error.line == line && error.column == column, "\(error)")
        #expect(error.description.contains(words), "\(error)")
    }

    @Test func hostileTextEndsSoon() throws {
        let braces = String(repeating: "1: {", count: 100_000)
        #expect(try #require(throws: WireTextError.self) { try assembled(braces) }.code == .tooDeep)
        let digits = "1: " + String(repeating: "9", count: 1_000_000)
        #expect(throws: WireTextError.self) { try assembled(digits) }
        var random = SplitMix64(seed: 11)
        let pieces = [
            "1", ":", " ", "{", "}", "[", "]", "!{", "`", "\"", "ff", "@2", "len", "=3", "-", "\\", "#", "\n", "1.5f",
        ]
        for _ in Exhaustive.rounds(5000, inDebug: 1000) {
            let text = (0..<12).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            do throws(WireTextError) {
                let message = try assembled(text)
                let again = try assembled(String(decoding: WireText.disassemble(message, as: nil), as: UTF8.self))
                #expect(again == message)
            } catch {
                #expect((1...12).contains(error.line) && (1...(text.utf8.count + 1)).contains(error.column))
            }
        }
    }
}
