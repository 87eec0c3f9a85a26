import ProtobufWire
import TestSupport
import Testing

@Suite struct WriterTests {
    /// Around every size at which the length takes one byte more, whatever length was expected.
    @Test(arguments: [0, 2, 126, 127, 128, 129, 16_382, 16_383, 16_384, 2_097_151, 2_097_152])
    func patchesLengths(bodySize: Int) throws {
        let body = filler(bodySize)
        var inner = Node()
        inner.unknownFields = try Node(decoding: body).unknownFields
        var node = Node()
        node.child = .init(inner)
        node.flag = true
        #expect(node.encoded() == [0x12] + varint(bodySize) + body + [0x20, 1])

        var long = Hinted<Two>()
        long.unknownFields = inner.unknownFields
        var writer = Writer(capacity: 0)
        writer.message(1, Optional(long))
        writer.bool(2, true)
        #expect(writer.bytes == [0x0a] + varint(bodySize) + body + [0x10, 1])
    }

    @Test func leavesOutDefaultsButNotNegativeZero() {
        var node = Node()
        #expect(node.encoded() == [])
        node.ratio = -0.0
        node.small = -0.0
        #expect(node.encoded() == [0x29, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x35, 0, 0, 0, 0x80])
    }

    @Test func keepsThePayloadOfANaN() throws {
        let bytes: [UInt8] = [0x29, 0xef, 0xbe, 0xad, 0xde, 0, 0, 0xf4, 0x7f, 0x35, 0x01, 0, 0xa0, 0xff]
        #expect(try Node(decoding: bytes).encoded() == bytes)
    }

    @Test func signExtendsNegativeNumbers() {
        var node = Node()
        node.distance = -1
        node.kinds = [.init(rawValue: -2)]
        node.signed = -2
        let ff = [UInt8](repeating: 0xff, count: 8)
        #expect(node.encoded() == [0x4a, 10, 0xfe] + ff + [0x01, 0x52, 11, 0x08, 0xff] + ff + [0x01, 0x68, 3])
    }

    /// Source: https://protobuf.dev/programming-guides/encoding/
    @Test func writesAndReadsEveryKindOfNumber() throws {
        func check<T: Hashable>(_ coding: FieldCoding<T>, _ value: T, _ text: String) throws {
            var writer = Writer()
            writer.elements(1, [value], coding)
            #expect(hex(writer.bytes.dropFirst()) == text)
            var values: [T] = []
            let element = writer.bytes[1...]
            var reader = Reader(element.span)
            try reader.element(&values, coding)
            #expect(values == [value])
            writer.removeAll()
            writer.packed(1, [value, value], coding)
            #expect(hex(writer.bytes) == hex([0x0a, UInt8(text.count)]) + text + text)
            values = []
            let field = writer.bytes[1...]
            var packed = Reader(field.span)
            try packed.packed(&values, coding)
            #expect(values == [value, value])
        }
        try check(.int32, -1, "ffffffffffffffffff01")
        try check(.sint32, -2, "03")
        try check(.sfixed32, -1, "ffffffff")
        try check(.int64, 150, "9601")
        try check(.sint64, 2_147_483_647, "feffffff0f")
        try check(.sfixed64, -2, "feffffffffffffff")
        try check(.uint32, 300, "ac02")
        try check(.fixed32, 1, "01000000")
        try check(.uint64, .max, "ffffffffffffffffff01")
        try check(.fixed64, 1, "0100000000000000")
        try check(.float, 1.5, "0000c03f")
        try check(.double, -2, "00000000000000c0")
        try check(.bool, true, "01")
    }

    @Test func writesNumbersThatAreSet() throws {
        var writer = Writer()
        writer.sint64(1, -1)
        writer.sint64(2, 0)
        writer.sfixed32(3, present: -1)
        writer.sfixed64(4, -1)
        writer.float(5, present: 0)
        writer.sfixed64(6, present: 0)
        #expect(hex(writer.bytes) == "08011dffffffff21ffffffffffffffff2d00000000310000000000000000")
        let bytes = writer.bytes[...]
        var reader = Reader(bytes.span)
        _ = try reader.nextTag()
        #expect(try reader.sint64() == -1)
        _ = try reader.nextTag()
        #expect(try reader.sfixed32() == -1)
        _ = try reader.nextTag()
        #expect(try reader.sfixed64() == -1)
    }

    @Test func reusesItsMemory() {
        var writer = Writer()
        var node = Node()
        for text in ["a", String(repeating: "b", count: 1000), "c"] {
            node.text = text
            writer.encode(node)
            #expect(writer.bytes == node.encoded() && writer.count == writer.span.count)
        }
    }

    @Test func writesMapsByKeyBytes() throws {
        var node = Node()
        node.entries = ["b": 1, "a": 0, "é": 2, "e\u{301}": 3]
        // Canonically equivalent keys are two keys; an entry's default value is written.
        #expect(
            node.encoded() == [0x5a, 5, 0x0a, 1, 0x61, 0x10, 0, 0x5a, 5, 0x0a, 1, 0x62, 0x10, 1]
                + [0x5a, 7, 0x0a, 3, 0x65, 0xcc, 0x81, 0x10, 3, 0x5a, 6, 0x0a, 2, 0xc3, 0xa9, 0x10, 2])
        #expect(try Node(decoding: node.encoded()) == node)
        // Parts swapped, missing, repeated.
        let odd = try Node(decoding: [0x5a, 5, 0x10, 9, 0x0a, 1, 0x61, 0x5a, 0, 0x5a, 5, 0x0a, 1, 0x61, 0x10, 4])
        #expect(odd.entries == ["a": 4, "": 0])
    }

    /// What Google's Python runtime 7.36.2 makes of such entries.
    @Test(
        arguments: [
            ([0x5a, 7, 0x0a, 1, 0x61, 0x10, 2, 0x18, 1], [0x5a, 7, 0x0a, 1, 0x61, 0x10, 2, 0x18, 1]),
            ([0x5a, 8, 0x18, 0x81, 0, 0x10, 2, 0x0a, 1, 0x61], [0x5a, 8, 0x0a, 1, 0x61, 0x10, 2, 0x18, 0x81, 0]),
            ([0x5a, 6, 0x0a, 1, 0x61, 0x12, 1, 0x62], [0x5a, 6, 0x0a, 1, 0x61, 0x12, 1, 0x62]),
            ([0x5a, 6, 0x0a, 0, 0x10, 0, 0x18, 1], [0x5a, 2, 0x18, 1]),
            ([0xda, 0x80, 0, 0x82, 0, 0x18, 1], [0x5a, 2, 0x18, 1]),
        ] as [([UInt8], [UInt8])])
    func keepsMapEntriesThatHoldMore(bytes: [UInt8], canonical: [UInt8]) throws {
        let node = try Node(decoding: bytes)
        #expect(node.entries.isEmpty)
        #expect(node.encoded() == canonical)
    }

    /// An unknown field, number 15, of `size` bytes in all.
    private func filler(_ size: Int) -> [UInt8] {
        guard size > 0 else { return [] }
        let length = size - 1 - varint(size - 2).count
        return [0x7A] + varint(length) + [UInt8](repeating: 1, count: length)
    }
}
