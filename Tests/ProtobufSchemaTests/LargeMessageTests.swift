import ProtobufSchema
import ProtobufWire
import TestSupport
import Testing

/// Messages in which fields alternate thousands of times.
@Suite struct LargeMessageTests {
    private static let schema = Result {
        try Schema(files: [
            (
                "large.proto",
                """
                syntax = "proto3";
                package large;
                message All {
                  repeated int32 numbers = 1 [packed = false];
                  int32 last = 2;
                  All child = 3;
                  repeated All children = 4;
                  map<int32, int32> entries = 5;
                  oneof choice {
                    All picked = 6;
                    string text = 7;
                  }
                }
                """
            )
        ])
    }

    /// How often fields alternate.
    private static let count = Exhaustive.size(70_000, inDebug: 7000)

    private func type() throws -> MessageDescriptor { try #require(try Self.schema.get().message(named: "large.All")) }

    private func json(_ bytes: [UInt8]) throws -> String { try JSONWriter().string(bytes, as: try type()) }

    private func text(_ bytes: [UInt8]) throws -> String { try TextWriter().string(bytes, as: try type()) }

    private func times(_ count: Int, _ bytes: [UInt8]) -> [UInt8] {
        (0..<count).flatMap { _ in bytes }
    }

    /// Field 1 and field 9, which is unknown, by turns, and field 2 among them.
    private func mixed() -> [UInt8] { times(Self.count, [0x08, 5, 0x10, 7, 0x48, 3]) }
    private func ordered() -> [UInt8] { times(Self.count, [0x08, 5]) + [0x10, 7] + times(Self.count, [0x48, 3]) }

    @Test func fieldsThatAlternateAreFound() throws {
        let (mixed, ordered) = (mixed(), ordered())
        #expect(try type().canonicalBytes(of: mixed) == ordered)
        #expect(try json(mixed) == json(ordered))
        #expect(try text(mixed) == text(ordered))
        #expect(try MessageDifference(from: mixed, to: ordered, as: try type()).isEmpty)
    }

    @Test func messagesThatAlternateAreFound() throws {
        let mixed = times(Self.count, field(4, [0x10, 1]) + [0x10, 7] + field(4, []))
        let ordered = [0x10, 7] + times(Self.count, field(4, [0x10, 1]) + field(4, []))
        #expect(try type().canonicalBytes(of: mixed) == ordered)
        #expect(try json(mixed) == json(ordered))
        #expect(try text(mixed) == text(ordered))
    }

    /// The pieces of one message count as one, with what stands between them left out.
    @Test func piecesAreMerged() throws {
        let mixed = mixed()
        let bytes = field(3, mixed) + field(4, mixed) + field(3, [0x10, 8] + mixed) + field(3, [0x10, 9])
        let merged = times(2 * Self.count, [0x08, 5]) + [0x10, 9] + times(2 * Self.count, [0x48, 3])
        #expect(try type().canonicalBytes(of: bytes) == field(3, merged) + field(4, ordered()))
        #expect(try json(bytes) == json(field(3, merged) + field(4, mixed)))
    }

    @Test func mapEntriesThatAreNoneStayUnknown() throws {
        let entry = field(5, [0x08, 1, 0x10, 2])
        let odd = field(5, [0x08, 1, 0x10, 2, 0x18, 3])
        let bytes = try #require(try type().canonicalBytes(of: times(Self.count, entry + odd)))
        #expect(bytes == entry + times(Self.count, odd))
    }

    /// The member of a oneof that came last is the one that counts, and what it was before is gone.
    @Test func membersOfOneofsUndoEachOther() throws {
        let turns = times(Self.count, field(6, [0x08, 1]) + field(7, [0x61]))
        #expect(try json(turns) == #"{"text":"a"}"#)
        let last = field(6, [0x08, 2]) + [0x10, 7] + field(6, [0x08, 3])
        #expect(try json(turns + last) == #"{"last":7,"picked":{"numbers":[2,3]}}"#)
    }

    @Test func textComesInPieces() throws {
        // A debug build escapes fewer characters, and copies more of them.
        let text = String(repeating: "a", count: Exhaustive.size(1, inDebug: 256)) + "é"
        let bytes = field(4, mixed()) + field(7, times(Exhaustive.size(1 << 19, inDebug: 1 << 12), Array(text.utf8)))
        for isSingleLine in Exhaustive.elements(of: [false, true], inDebugEvery: 2) {
            var options = TextWriter.Options()
            options.isSingleLine = isSingleLine
            let writer = TextWriter(options: options)
            var pieces: [[UInt8]] = []
            let slice = bytes[...]
            try writer.write(slice.span, as: type()) { pieces.append($0) }
            #expect(pieces.count > Exhaustive.size(5, inDebug: 1))
            #expect(pieces.allSatisfy { $0.count < 3 << 20 })
            #expect(try pieces.reduce(into: []) { $0 += $1 } == writer.text(bytes, as: type()))
        }
    }
}
