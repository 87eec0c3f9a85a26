import ProtobufWire
import Testing

/// No field is written beyond the buffer, wherever the buffer ends and however far the field's number. What would be
/// written there in spite of that, the address sanitizer sees.
@Suite struct WriterRoomTests {
    private static let numbers = [1, 15, 16, 2047, 2048, 262_143, 262_144, 33_554_431, 33_554_432, 536_870_911]

    @Test(arguments: numbers)
    func makesRoomForEveryKindOfField(number: Int) {
        var expected = Writer(capacity: 1 << 16)
        Self.writeAll(number, &expected)
        let bytes = expected.bytes
        // So many bytes in front that each field of the list meets an end of the buffer.
        for filler in 0..<100 {
            var writer = Writer(capacity: 32)
            writer.bytes(1, present: [UInt8](repeating: 7, count: filler))
            let start = writer.count
            Self.writeAll(number, &writer)
            #expect(writer.bytes[start...] == bytes[...])
        }
    }

    /// 4000 bytes in front take the buffer over several of its sizes.
    @Test func makesRoomForRepeatedFarFields() throws {
        let values = [UInt32](repeating: 9, count: 60)
        let bytes = [UInt8]([[UInt8]](repeating: [0x85, 0x80, 0x01, 9, 0, 0, 0], count: 60).joined())
        for filler in 0...4000 {
            var writer = Writer()
            writer.bytes(1, [UInt8](repeating: 7, count: filler))
            let start = writer.count
            writer.elements(2048, values, .fixed32)
            #expect(writer.bytes[start...] == bytes[...])
        }
    }

    @Test func takesAnyUsualLength() throws {
        func check<L: Length>(_ length: L.Type) throws {
            for size in [0, 2, 126, 128, 16_382, 16_384] {
                let body = [UInt8]([[UInt8]](repeating: [0x38, 1], count: size / 2).joined())
                var writer = Writer(capacity: 0)
                writer.message(1, Optional(try Hinted<L>(decoding: body)))
                var expected = Writer()
                expected.bytes(1, present: body)
                #expect(writer.bytes == expected.bytes, "\(length), \(size) bytes")
            }
        }
        try check(Two.self)
        try check(Three.self)
        try check(Five.self)
    }

    private static func writeAll(_ number: Int, _ writer: inout Writer) {
        writer.uint64(number, .max)
        writer.int32(number, -1)
        writer.uint32(number, 1)
        writer.fixed32(number, 0x0403_0201)
        writer.fixed64(number, 0x0807_0605_0403_0201)
        for length in [1, 7, 8, 15, 16, 17, 33, 65] { writer.string(number, String(repeating: "x", count: length)) }
        writer.string(number, "é")
        writer.strings(number, ["a", "b"])
        writer.bytes(number, [1, 2, 3])
        writer.wrapped(number, 1.5, unknown: UnknownFields())
        writer.wrapped(number, Int32(1), unknown: UnknownFields())
        writer.wrapped(number, Int32(-1), unknown: UnknownFields())
        writer.wrapped(number, true, unknown: UnknownFields())
        writer.wrapped(number, "text", unknown: UnknownFields())
        writer.message(number, Point(1, 2))
        writer.messages(number, [Point(1, 2), Point(0, 2)])
        writer.messages(number, [Node(), Node()])
        writer.packed(number, [Node.Kind(rawValue: -1), Node.Kind(rawValue: 1)])
        writer.packed(number, [-1, 1], .sint32)
        writer.packed(number, [1.5, 2.5], .double)
        writer.elements(number, [UInt32.max, 1], .fixed32)
        writer.elements(number, [UInt64.max, 1], .fixed64)
        writer.elements(number, [Int64.min, 1], .int64)
        writer.elements(number, [true, false], .bool)
        writer.elements(number, ["a", ""], .string)
        writer.elements(number, [[1], []], .bytes)
        writer.elements(number, [Point(1, 2)], .message)
        writer.elements(number, [Hinted<Five>()], .message)
        writer.map(number, ["a": 1, "b": -1] as ProtobufMap<String, Int32>, key: .string, value: .int32)
    }

    #if os(Linux) || os(macOS)
    /// A mistake of the program that calls: it stops, and writes nothing beyond the buffer.
    @Suite struct MistakeTests {
        @Test(arguments: [-1, 0, 536_870_912, (1 << 61) + 1])
        func stopsAtNumbersThatAreNone(number: Int) async {
            await #expect(processExitsWith: .failure) { [number] in
                var writer = Writer()
                writer.string(number, "text")
            }
        }

        @Test func stopsAtNegativeNumbersOfPoints() async {
            await #expect(processExitsWith: .failure) {
                var writer = Writer()
                writer.messages(-1, [Point(1, 2)])
            }
        }

        @Test func stopsAtLengthsThatAreNone() async {
            await #expect(processExitsWith: .failure) {
                var writer = Writer()
                writer.message(1, Optional(Hinted<Hundred>()))
            }
            await #expect(processExitsWith: .failure) {
                var writer = Writer()
                writer.elements(1, [Hinted<Minus>()], .message)
            }
        }

        @Test func stopsWhenWhatWasWrittenIsTakenAway() async {
            await #expect(processExitsWith: .failure) {
                var writer = Writer()
                writer.bytes(1, [UInt8](repeating: 7, count: 1000))
                writer.message(2, Optional(Emptying()))
            }
        }
    }
    #endif
}

protocol Length { static var bytes: Int { get } }
enum Two: Length { static let bytes = 2 }
private enum Three: Length { static let bytes = 3 }
private enum Five: Length { static let bytes = 5 }
private enum Hundred: Length { static let bytes = 100 }
private enum Minus: Length { static let bytes = -1 }

/// A message that knows no field and says how long its length usually is.
struct Hinted<L: Length>: Message {
    static var fullName: String { "test.Hinted" }
    static var usualLengthBytes: Int { L.bytes }
    var unknownFields = UnknownFields()
    mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 { try reader.keep(tag, in: &unknownFields) }
    }
    func encode(_ writer: inout Writer) { writer.unknown(unknownFields) }
}

/// A message that takes away what was written before it.
private struct Emptying: Message {
    static let fullName = "test.Emptying"
    var unknownFields = UnknownFields()
    mutating func merge(_ reader: consuming Reader) throws(WireError) {}
    func encode(_ writer: inout Writer) { writer = Writer(capacity: 32) }
}
