import FleetProtos
import Foundation
import ProtobufSchema
import TestSupport
import Testing

@testable import WireInspect

@Suite struct ProtoscopeTests {
    private static let folder = Folders.fixtures.appendingPathComponent("protoscope")

    private func text(_ bytes: [UInt8], as name: String? = nil) throws -> String {
        String(decoding: try disassembled(bytes, as: try name.map { try type($0) }), as: UTF8.self)
    }

    private func disassembled(_ bytes: [UInt8], as type: MessageDescriptor? = nil) throws -> [UInt8] {
        try Converter(type: type).write([bytes], as: .protoscope)
    }

    private func assembled(_ text: String) throws(ProtoscopeError) -> [UInt8] {
        try ProtoscopeAssembler.assemble(Array(text.utf8))
    }

    // MARK: The program protoscope

    @Test func assemblesWhatTheProgramDisassembles() throws {
        for line in try jsonLines(Self.folder.appendingPathComponent("disassembled.jsonl.gz")) {
            let text = try #require(line["text"] as? String)
            do {
                #expect(hex(try assembled(text)) == line["hex"] as? String, "\(text)")
            } catch {
                Issue.record("\(error)\n\(text)")
            }
        }
    }

    @Test func assemblesAndRefusesAsTheProgramDoes() throws {
        for line in try jsonLines(Self.folder.appendingPathComponent("assembled.jsonl.gz")) {
            let text = try #require(line["text"] as? String)
            #expect((try? assembled(text)).map { hex($0) } == line["hex"] as? String, "\(text)")
        }
    }

    // MARK: What is written

    @Test(arguments: [
        ("089601", "1: 150"), ("120774657374696e67", #"2: {"testing"}"#), ("08feffffffffffffffff01", "1: -2"),
        ("09000000000000f83f", "1: 1.5"), ("0d0000c03f", "1: 1.5i32"), ("090700000000000000", "1: 0x7i64"),
        ("09000000000000f07f", "1: inf64"), ("0d010000ff", "1: 0xff000001i32"), ("0d0100c0ff", "1: 0xffc00001i32"),
        ("0b10030c", "1: !{2: 3}"), ("8880008500", "long-form:2 1: long-form:1 5"),
        ("0a810061", #"1: long-form:1 {"a"}"#),
        ("8b008c8000", "long-form:1 1: !{long-form:2}"), ("0a00", "1: {}"), ("0a020aff", "1: {`0aff`}"),
        ("0a0422020801", "1: {4: {1: 1}}"), ("08ffffffffffffffffff7f", "1:VARINT `ffffffffffffffffff7f`"),
        ("0a08c3a90a0922e2808b", #"1: {"é\n\x09\"\xe2\x80\x8b"}"#),
    ])
    func disassembles(_ digits: String, _ expected: String) throws {
        let message = try #require(bytes(hex: digits))
        #expect(try text(message) == expected + "\n")
    }

    @Test func namesWhatTheTypeKnows() throws {
        let bytes = try CaptureFixture.named("update-vehicle-empty-mask").message()
        let text = try text(bytes, as: "maps.fleetengine.v1.UpdateVehicleRequest")
        #expect(text.hasPrefix("1: {  # header RequestHeader\n  1: {\"en-US\"}  # language_code\n"))
        #expect(text.contains("\n4: {  # vehicle Vehicle\n  2: 2  # vehicle_state ONLINE\n}\n"))
        let map = try self.text([0x1A, 0x00], as: "google.rpc.ErrorInfo")
        #expect(map == "3: {}  # metadata map<string, string>\n")
    }

    @Test func saysWhatIsDamaged() throws {
        // A string cut short; a field 0; a group that is not closed, with a varint that has no end.
        #expect(try text([0x0A, 0x05, 0x61]) == "1:LEN 5 \"a\"  # 1 of 5 bytes\n")
        #expect(try text([0x08, 0x01, 0x00]) == "1: 1\n`00`  # invalid_tag at byte 2\n")
        #expect(try text([0x0B, 0x10, 0x80]) == "1:SGROUP\n  `1080`  # truncated at byte 2\n")
    }

    /// Text is handed over in pieces, wherever in a message one ends; none of them changes what stands beside another.
    @Test(arguments: [#"1: {2: {3: 4} 5: {"name"}}"#, #"1: {2: 3 2: {3: 4} 5: {"é"} 6: {7: 8}}"#, "1: !{2: {`ff00`}}"])
    func writesEachOfManyFieldsAlike(_ item: String) throws {
        let bytes = try assembled(item)
        // More than one piece of the output.
        let count = Exhaustive.size(20_000, inDebug: 1500)
        let many = [UInt8](repeatElement(bytes, count: count).joined())
        #expect(try text(many) == String(repeating: text(bytes), count: count))
    }

    /// Someone changes a text: the lengths of all messages around it follow.
    @Test func lengthsFollowAnEdit() throws {
        let name = "maps.fleetengine.v1.UpdateVehicleRequest"
        let bytes = try CaptureFixture.named("update-vehicle-empty-mask").message()
        let long = String(repeating: "long ", count: 40)
        let edited = try text(bytes, as: name).replacingOccurrences(of: "\"en-US\"", with: "\"\(long)\"")
        let changed = try assembled(edited)
        #expect(changed.count > bytes.count + 190)
        let tree = WireTree(changed, as: try type(name))
        #expect(tree.damage.isEmpty)
        let input = changed[...]
        #expect(tree.nodes.first?.children.first?.field.text(in: input.span) == long)
    }

    /// The forms of https://github.com/protocolbuffers/protoscope/blob/main/language.txt
    @Test func numbersFollowTheirKinds() throws {
        let forms = [
            ("sint32", "-7z 1z"), ("sint64", "-7z 1z"), ("sfixed32", "-7i32 1i32"), ("sfixed64", "-7i64 1i64"),
            ("fixed32", "7i32 1i32"), ("fixed64", "7i64 1i64"), ("double", "-7.0 1.0"), ("float", "-7.0i32 1.0i32"),
        ]
        for (kind, form) in forms {
            let text = "syntax = \"proto3\"; message M { repeated \(kind) n = 1; }"
            let type = try #require(try Schema(files: [("m.proto", text)]).message(named: "M"))
            let bytes = try JSONReader().bytes(
                of: "{\"n\":[\(kind.hasPrefix("f") && kind != "float" ? 7 : -7),1]}", as: type)
            #expect(String(decoding: try disassembled(bytes, as: type), as: UTF8.self) == "1: {\(form)}  # n\n")
            try expectSame(bytes, type)
            // More than fit in a line.
            try expectSame([0x0A, 0x80, 0x01] + [UInt8](repeating: 1, count: 128), type)
        }
    }

    // MARK: The property: what is written comes back

    private func expectSame(_ bytes: [UInt8], _ type: MessageDescriptor? = nil) throws {
        let text = try disassembled(bytes, as: type)
        do {
            let again = try ProtoscopeAssembler.assemble(text)
            #expect(again == bytes, "\(hex(bytes))\n\(String(decoding: text, as: UTF8.self))")
        } catch {
            Issue.record("\(error)\n\(hex(bytes))\n\(String(decoding: text, as: UTF8.self))")
        }
    }

    @Test func fixturesComeBack() throws {
        var random = SplitMix64(seed: 5)
        for message in Exhaustive.elements(of: try GoldenMessage.all(), inDebugEvery: 13) {
            let type = FleetSchema.shared.message(named: message.type)
            try expectSame(message.bytes, type)
            try expectSame(message.bytes)
            guard message.bytes.count < 4000, !message.bytes.isEmpty else { continue }
            for bytes in cutAndChanged(message.bytes, using: &random) { try expectSame(bytes, type) }
        }
    }

    @Test func everyCutAndFlipOfACaptureComesBack() throws {
        let bytes = try CaptureFixture.named("create-trip-request").message()
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
        for vector in try RandomMessage.all(in: name, inDebugEvery: 17) {
            try expectSame(vector.bytes, FleetSchema.shared.message(named: vector.type))
        }
    }

    @Test(arguments: [([0x0A], 600), ([0x0B], 600), ([0x0B], 90), ([0x0A], 90)] as [([UInt8], Int)])
    func deepNestingComesBack(_ begin: [UInt8], _ count: Int) throws {
        var bytes: [UInt8] = []
        for _ in 0..<count {
            bytes = begin == [0x0A] ? field(1, bytes) : begin + bytes + [0x0C]
        }
        try expectSame(bytes)
    }

    // MARK: Errors

    @Test(arguments: [
        ("1: 23\n2 x23", 2, 3, "no value"), ("1: {2: 3", 1, 4, "never closed"), ("1: }", 1, 4, "no brace is open"),
        ("1: \"a", 1, 4, "no \" behind"), ("1: `0`", 1, 4, "two hexadecimal digits"), ("1: `0", 1, 4, "no ` behind"),
        ("1: 18446744073709551616", 1, 4, "no number that fits"), ("1: 4294967296i32", 1, 4, "no number that fits"),
        ("1: word", 1, 4, "text stands in"), ("1: long-form:256 5", 1, 4, "no value"),
        ("1: !5", 1, 4, "begins with !{"),
        ("1: {\"\\q\"}", 1, 6, "a backslash is written"), ("1: long-form:2 \"a\"", 1, 4, "behind long-form:N"),
        ("1: 1.5.2", 1, 4, "no number"), ("1: 1.0e999", 1, 4, "no number"), ("[1]", 1, 1, "no value"),
        ("\u{0}", 1, 1, "no value"),
    ])
    func tellsWhatIsWrong(_ text: String, _ line: Int, _ column: Int, _ words: String) throws {
        let error = try #require(throws: ProtoscopeError.self) { try assembled(text) }
        #expect(error.place.line == line && error.place.column == column, "\(error)")
        #expect(error.description.contains(words), "\(error)")
    }

    @Test func hostileTextEndsSoon() throws {
        let braces = String(repeating: "1: {", count: 100_000)
        let error = try #require(throws: ProtoscopeError.self) { try assembled(braces) }
        #expect(error.problem.contains("braces are open"))
        let digits = "1: " + String(repeating: "9", count: 1_000_000)
        #expect(throws: ProtoscopeError.self) { try assembled(digits) }
        var random = SplitMix64(seed: 11)
        let pieces = [
            "1", ":", " ", "{", "}", "!{", "`", "\"", "ff", "long-form:1 ", "LEN", "-", "\\", "#", "\n", "1.5i32",
        ]
        for _ in Exhaustive.rounds(5000, inDebug: 1000) {
            let text = (0..<12).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            let message: [UInt8]
            do throws(ProtoscopeError) {
                message = try assembled(text)
            } catch {
                #expect((1...12).contains(error.place.line) && (1...(text.utf8.count + 1)).contains(error.place.column))
                continue
            }
            #expect(try ProtoscopeAssembler.assemble(try disassembled(message)) == message)
        }
    }
}
