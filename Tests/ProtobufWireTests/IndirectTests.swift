import ProtobufWire
import Testing

@Suite struct IndirectTests {
    /// Contains itself, and repeats a number so that merging shows.
    struct Link: Message {
        static let fullName = "test.Link"
        var numbers: [Int32] = []
        @Indirect var next: Link?
        var unknownFields = UnknownFields()

        mutating func merge(_ reader: consuming Reader) throws(WireError) {
            while case let tag = try reader.nextTag(), tag != 0 {
                switch tag {
                case 8: numbers.append(try reader.int32())
                case 10: try reader.packed(&numbers, .int32)
                case 18: try reader.message(&next)
                default: try reader.keep(tag, in: &unknownFields)
                }
            }
        }

        func encode(_ writer: inout Writer) {
            writer.packed(1, numbers, .int32)
            writer.message(2, next)
            writer.unknown(unknownFields)
        }
    }

    @Test(
        arguments: [
            // Nothing; an empty message; two levels; two pieces that merge.
            ([], []), ([18, 0], [18, 0]), ([18, 5, 8, 1, 18, 1, 8], nil),
            ([18, 4, 8, 1, 18, 0], [18, 5, 10, 1, 1, 18, 0]), ([18, 2, 8, 1, 18, 2, 8, 2], [18, 4, 10, 2, 1, 2]),
        ] as [([UInt8], [UInt8]?)])
    func readsAndWrites(bytes: [UInt8], expected: [UInt8]?) throws {
        if let expected {
            #expect(try Link(decoding: bytes).encoded() == expected)
        } else {
            #expect(throws: WireError.self) { try Link(decoding: bytes) }
        }
    }

    @Test func isAValue() throws {
        var a = try Link(decoding: [18, 4, 8, 1, 18, 0])
        let b = a
        #expect(a == b && a.hashValue == b.hashValue)
        a.next?.numbers.append(2)
        #expect(a.next?.numbers == [1, 2] && b.next?.numbers == [1] && a != b)
        a.next?.numbers.removeLast()
        #expect(a == b)
        a.next?.next = nil
        #expect(a != b && b.next?.next == Link())
        a.next = nil
        #expect(a == Link())
        a.next = b
        #expect(a.next?.next?.numbers == [1])
    }

    @Test func keepsWhatWasReadBeforeDamage() {
        var link = Link()
        let bytes: [UInt8] = [18, 4, 8, 7, 8, 0x80]
        let error = #expect(throws: WireError.self) { try link.merge(decoding: bytes) }
        #expect(error?.offset == 5 && link.next?.numbers == [7])
    }
}
