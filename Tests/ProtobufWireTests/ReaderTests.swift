import ProtobufWire
import TestSupport
import Testing

/// The rules of https://protobuf.dev/programming-guides/encoding/ and, where it leaves a choice, what the official
/// runtimes do (C++ 36.0, Python 7.36.2).
@Suite struct ReaderTests {
    @Test(
        arguments: [
            ([0x00], 0), ([0x01], 1), ([0x7f], 127), ([0x80, 0x01], 128), ([0x96, 0x01], 150), ([0xff, 0x7f], 16383),
            ([0x80, 0x80, 0x01], 16384),
            ([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f], 0x00ff_ffff_ffff_ffff),
            ([0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01], 0x0100_0000_0000_0000),
            ([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f], Int64.max),
            ([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01], -1),
            // Surplus bits of the tenth byte are dropped.
            ([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f], -1),
            // Longer than needed.
            ([0x81, 0x00], 1), ([0x81, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00], 1),
        ] as [([UInt8], Int64)])
    func readsVarints(bytes: [UInt8], value: Int64) throws {
        #expect(try Node(decoding: [0x18] + bytes).number == value)
        // Also where fewer than eight bytes are left, and where more follow.
        #expect(try Node(decoding: [0x18] + bytes + [0x20, 1, 0x62, 6, 1, 2, 3, 4, 5, 6]).number == value)
    }

    @Test func readsEveryLengthOfVarint() throws {
        for shift in 0..<64 {
            for value in [UInt64(1) << shift, (UInt64(1) << shift) &- 1, ~0 << shift] {
                var node = Node()
                node.number = Int64(bitPattern: value)
                #expect(try Node(decoding: node.encoded()).number == node.number)
            }
        }
    }

    @Test(
        arguments: [([0x00], 0), ([0x01], -1), ([0x02], 1), ([0xff, 0xff, 0xff, 0xff, 0x0f], Int32.min)]
            as [([UInt8], Int32)])
    func readsZigzag(bytes: [UInt8], value: Int32) throws {
        #expect(try Node(decoding: [0x68] + bytes).signed == value)
    }

    @Test func keepsTheLow32Bits() throws {
        // far = 2^32 + 5, and an enum written with surplus high bits
        #expect(try Node(decoding: [0x80, 0x80, 0x01, 0x85, 0x80, 0x80, 0x80, 0x10]).far == 5)
        #expect(try Node(decoding: [0x48, 0x85, 0x80, 0x80, 0x80, 0x10]).kinds.map(\.rawValue) == [5])
    }

    @Test func anyVarintButZeroIsTrue() throws {
        #expect(try Node(decoding: [0x20, 0x80, 0x80, 0x80, 0x80, 0x10]).flag)
        #expect(try Node(decoding: [0x20, 0x02]).encoded() == [0x20, 0x01])
        #expect(try !Node(decoding: [0x20, 0x80, 0x00]).flag)
    }

    @Test func readsOverlongTagsAndLengths() throws {
        // Field 3 in a tag of five bytes, then field 1 with a length of five bytes.
        let node = try Node(decoding: [0x98, 0x80, 0x80, 0x80, 0x00, 7, 0x0a, 0x82, 0x80, 0x80, 0x80, 0x00, 0x68, 0x69])
        #expect(node.number == 7 && node.text == "hi" && node.unknownFields.isEmpty)
    }

    @Test(
        arguments: [
            // code, bytes, offset, path
            (.truncated, [0x0a, 0x05, 0x61], 1, "text"),
            (.truncated, [0x18], 1, "3"),
            (.truncated, [0x18, 0x80], 1, "3"),
            (.truncated, [0x80], 0, ""),
            (.truncated, [0x29, 1, 2, 3], 1, "5"),
            (.truncated, [0x35, 1, 2, 3], 1, "6"),
            (.truncated, [0x12, 0x04, 0x12, 0x02, 0x0a, 0x01], 5, "child.child.text"),
            (.truncated, [0x12, 0x05, 0x12, 0x01, 0x0a], 1, "child"),
            (.truncated, [0x3a, 0x00, 0x3a, 0x03, 0x11, 0, 0], 5, "points[1].y"),
            (.truncated, [0x52, 0x01, 0x08], 3, "10.1"),
            (.truncated, [0x4a, 0x02, 0x01, 0x80], 3, "9"),
            (.malformedVarint, [0x18] + [UInt8](repeating: 0xff, count: 10) + [0x01], 1, "3"),
            (.malformedVarint, [UInt8](repeating: 0x88, count: 10) + [0x01], 0, ""),
            (.invalidTag, [0x00, 0x01], 0, ""),
            (.invalidTag, [0x07, 0x01], 0, ""),
            (.invalidTag, [0x18, 0x01, 0x80, 0x00], 2, ""),
            // Six bytes, and a value of more than 32 bits.
            (.invalidTag, [0x88, 0x80, 0x80, 0x80, 0x80, 0x00, 0x01], 0, ""),
            (.invalidTag, [0x88, 0x80, 0x80, 0x80, 0x10, 0x01], 0, ""),
            (.invalidWireType, [0x0e], 0, "text"),
            (.invalidWireType, [0x18, 0x01, 0x17], 2, "child"),
            (.invalidWireType, [0x12, 0x02, 0x18, 0x01, 0x12, 0x01, 0x07 | 0x18], 6, "child.3"),
            (.invalidLength, [0x0a, 0x80, 0x80, 0x80, 0x80, 0x08], 1, "text"),
            (.invalidLength, [0x0a, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00], 1, "text"),
            (.invalidUTF8, [0x0a, 0x02, 0xc3, 0x28], 2, "text"),
            (.invalidUTF8, [0x12, 0x04, 0x42, 0x02, 0x61, 0xff], 4, "child.8"),
            (.mismatchedEndGroup, [0x18, 0x01, 0x1c], 2, "3"),
            (.mismatchedEndGroup, [0x2b, 0x34], 1, "5.6"),
            (.unterminatedGroup, [0x2b, 0x08, 0x01], 3, "5"),
            (.truncated, [0x2b, 0x33, 0x0a, 0x05, 0x34, 0x2c], 3, "5.6.1"),
        ] as [(WireError.Code, [UInt8], Int, String)])
    func saysWhatIsWrongAndWhere(code: WireError.Code, bytes: [UInt8], offset: Int, path: String) {
        let error = #expect(throws: WireError.self) { try Node(decoding: bytes) }
        #expect(error?.code == code)
        #expect(error?.offset == offset)
        #expect(error?.path.description == path)
    }

    @Test func keepsWhatWasReadBeforeTheDamage() {
        var node = Node()
        #expect(throws: WireError.self) {
            try node.merge(decoding: [0x18, 0x05, 0x12, 0x04, 0x18, 0x07, 0x0a, 0x09])
        }
        #expect(node.number == 5)
    }

    @Test func lastScalarWinsAndMessagesMerge() throws {
        let node = try Node(decoding: [0x18, 1, 0x12, 2, 0x18, 3, 0x18, 2, 0x12, 2, 0x20, 1, 0x42, 0, 0x42, 1, 0x61])
        #expect(node.number == 2)
        #expect(node.child?.node.number == 3 && node.child?.node.flag == true)
        #expect(node.labels == ["", "a"])
    }

    @Test func readsPackedAndUnpackedMixed() throws {
        let node = try Node(decoding: [0x48, 1, 0x4a, 3, 2, 0x80, 1, 0x4a, 0, 0x48, 3])
        #expect(node.kinds.map(\.rawValue) == [1, 2, 128, 3])
        #expect(node.encoded() == [0x4a, 5, 1, 2, 0x80, 1, 3])
    }

    @Test func readsPointsInEveryLayout() throws {
        let usual: [UInt8] = [0x3a, 18, 9, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 17, 0, 0, 0, 0, 0, 0, 0, 0x40]
        let swapped: [UInt8] = [0x3a, 18, 17, 0, 0, 0, 0, 0, 0, 0, 0x40, 9, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f]
        let extended: [UInt8] = [0x3a, 20, 9, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 17, 0, 0, 0, 0, 0, 0, 0, 0x40, 0x18, 5]
        let half: [UInt8] = [0x3a, 9, 17, 0, 0, 0, 0, 0, 0, 0, 0x40]
        let node = try Node(decoding: usual + usual + swapped + usual + extended + [0x3a, 0] + half + usual)
        #expect(node.points.map(\.x) == [1, 1, 1, 1, 1, 0, 0, 1])
        #expect(node.points.map(\.y) == [2, 2, 2, 2, 2, 0, 2, 2])
        #expect(node.points[4].unknownFields.bytes == [0x18, 5])
        #expect(node.encoded() == usual + usual + usual + usual + extended + [0x3a, 0] + half + usual)
    }

    /// Reading any of these inputs in quadratic time would take minutes.
    @Test func readsRepeatedElementsInLinearTime() throws {
        func times(_ count: Int, _ bytes: [UInt8]) -> [UInt8] { Array(repeatElement(bytes, count: count).joined()) }
        let count = Exhaustive.size(1_000_000, inDebug: 100_000)
        #expect(try Node(decoding: times(count, [0x3a, 0])).points.count == count)
        // One child in many parts.
        #expect(
            try Node(decoding: times(count / 10, [0x12, 2, 0x38, 1])).child?.node.unknownFields.bytes.count == count / 5
        )
        // Elements of two repeated fields in turn.
        #expect(try Node(decoding: times(count / 5, [0x3a, 0, 0x42, 0])).labels.count == count / 5)
        // A packed field in runs of one element.
        #expect(try Node(decoding: times(count / 2, [0x4a, 1, 1])).kinds.count == count / 2)
    }

    /// Two fields in place, one of them in a sub-message; all others are passed over, a group and unknown ones too.
    @Test func readsSomeFieldsWithoutAMessage() throws {
        let bytes: [UInt8] = [
            0x0a, 0x03, 0x61, 0x62, 0x63,  // field 1: "abc"
            0x10, 0x96, 0x01,  // field 2: 150
            0x1b, 0x08, 0x07, 0x1c,  // field 3: a group
            0x22, 0x05, 0x0d, 0x01, 0x02, 0x03, 0x04,  // field 4: a message whose field 1 is fixed32
            0x22, 0x03, 0x08, 0x2a, 0x10,  // field 4 again: its field 1 is 42; then it is cut short
        ]
        let slice = bytes[...]
        var reader = Reader(slice.span)
        var text: [UInt8] = []
        var fixed: UInt32?
        var rest: [Int] = []
        while true {
            let tag = try reader.nextTag()
            if tag == 0 { break }
            switch tag {
            case 10:
                let content = try reader.borrowedBytes()
                for index in content.indices { text.append(content[index]) }
            case 34:
                var body = try reader.body()
                if try body.nextTag() == 13 { fixed = try body.fixed32() }
                rest.append(body.count)
            default: try reader.skip(tag)
            }
        }
        #expect(text == Array("abc".utf8))
        #expect(fixed == 0x0403_0201)
        #expect(rest == [0, 2])
        #expect(reader.offset == bytes.count)
    }

    /// A tag may be longer than it need be; kept as an unknown field, it stays so.
    @Test(
        arguments: [
            [0x98, 0x06, 0x05], [0x98, 0x86, 0x00, 0x05], [0x98, 0x86, 0x80, 0x80, 0x00, 0x05],
            [0x9a, 0x86, 0x80, 0x00, 0x02, 0x01, 0x02], [0xf8, 0xff, 0xff, 0xff, 0x0f, 0x01],
        ] as [[UInt8]])
    func keepsTagsAsTheyArrived(field: [UInt8]) throws {
        let node = try Node(decoding: field + field)
        #expect(node.unknownFields.bytes == field + field)
        #expect(try Node(decoding: node.encoded()) == node)
        // In an error, the offset is that of the field's first byte.
        let error = #expect(throws: WireError.self) { try Node(decoding: field + [0x9c, 0x86, 0x80, 0x00]) }
        #expect(error?.code == .mismatchedEndGroup && error?.offset == field.count)
    }
}
