extension UnknownFields {
    /// The fields one by one, in the order in which they arrived; as in ``bytes``, those inside wrapper messages are not
    /// among them. Nothing is copied.
    ///
    /// ```swift
    /// for field in request.unknownFields.fields {
    ///     if field.number == 50, case .lengthDelimited(let bytes) = field.value { print(bytes.count) }
    /// }
    /// ```
    public var fields: Fields { Fields(bytes: bytes[...]) }

    /// Fields as they stood on the wire: those of a message, or those of a group among them.
    ///
    /// To go over them takes time linear in their bytes; a group is passed once for the fields around it, and once more
    /// when its own fields are asked for.
    public struct Fields: Sequence, Hashable, Sendable {
        /// Whole fields; of a group its end as well.
        let bytes: ArraySlice<UInt8>

        public func makeIterator() -> Iterator { Iterator(rest: bytes) }

        public struct Iterator: IteratorProtocol, Sendable {
            fileprivate var rest: ArraySlice<UInt8>

            public mutating func next() -> Field? {
                // They were read before they were kept, so they can be read again.
                guard let (field, length) = try? Field.first(of: rest) else { return nil }
                rest = rest.dropFirst(length)
                return field
            }
        }
    }

    /// One field: its number, and what it holds as far as the wire tells.
    public struct Field: Hashable, Sendable {
        /// 1 to 536 870 911.
        public let number: Int
        /// The value, as far as the wire type tells.
        public let value: Value
        /// The whole field as it stood on the wire: tag, length, value, and the end of a group.
        public let bytes: ArraySlice<UInt8>

        /// The first field of `fields` and how many bytes it takes; `nil` where they end, or the group does that they are
        /// in.
        fileprivate static func first(of fields: ArraySlice<UInt8>) throws(WireError) -> (Field, length: Int)? {
            // As deep as any message that was read.
            var reader = Reader(fields.span, limits: DecodingLimits(recursion: 1000))
            let tag = Tag(rawValue: try reader.nextTag())
            let start = reader.offset
            let value: Value
            switch tag.rawValue == 0 ? nil : tag.wireType {
            case .varint: value = .varint(try reader.varint())
            case .fixed64: value = .fixed64(try reader.fixed64())
            case .lengthDelimited:
                let length = try reader.borrowedBytes().count
                value = .lengthDelimited(fields.dropFirst(reader.offset - length).prefix(length))
            case .startGroup:
                try reader.skip(tag.rawValue)
                value = .group(Fields(bytes: fields.dropFirst(start).prefix(reader.offset - start)))
            case .fixed32: value = .fixed32(try reader.fixed32())
            case .endGroup, nil: return nil
            }
            return (Field(number: tag.fieldNumber, value: value, bytes: fields.prefix(reader.offset)), reader.offset)
        }
    }

    /// The content of a field by its wire type. What kind of number it is, or whether bytes are a string or a message, only
    /// the schema of the sender knows.
    public enum Value: Hashable, Sendable {
        /// int32, int64, uint32, uint64, bool or enum; sint32 and sint64 in zigzag form.
        case varint(UInt64)
        /// The bits of a fixed64, sfixed64 or double.
        case fixed64(UInt64)
        /// A string, bytes, a message, or a packed repeated field.
        case lengthDelimited(ArraySlice<UInt8>)
        /// The fields between a start and an end tag.
        case group(Fields)
        /// The bits of a fixed32, sfixed32 or float.
        case fixed32(UInt32)
    }
}

extension UnknownFields: CustomStringConvertible, CustomReflectable {
    /// The fields by number and wire type: `7: varint 150, 9: 12 bytes`; `none` if there are none.
    public var description: String {
        let count = fields.reduce(0) { count, _ in count + 1 }
        guard count > 0 else { return isEmpty ? "none" : "only inside wrapper messages" }
        let shown = fields.prefix(20).map { "\($0.number): \($0.value)" }.joined(separator: ", ")
        return count > 20 ? "\(shown), … (\(count) fields)" : shown
    }

    /// The fields as children, labelled with their numbers.
    public var customMirror: Mirror {
        let children: [Mirror.Child] = fields.map { ("\($0.number)", $0.value) }
        return Mirror(self, children: children, displayStyle: .collection)
    }
}

extension UnknownFields.Value: CustomStringConvertible {
    /// The wire type and the value; of bytes only how many they are.
    public var description: String {
        switch self {
        case .varint(let value): "varint \(value)"
        case .fixed64(let bits): "fixed64 0x\(String(bits, radix: 16))"
        case .lengthDelimited(let bytes): "\(bytes.count) bytes"
        case .group(let fields): "group of \(fields.bytes.count) bytes"
        case .fixed32(let bits): "fixed32 0x\(String(bits, radix: 16))"
        }
    }
}
