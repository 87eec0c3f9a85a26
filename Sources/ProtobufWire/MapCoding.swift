/// How the key or the value of a map entry lies on the wire: `.string`, `.sint32`, `.message`, …
///
/// ```swift
/// case 26: try reader.map(&metadata, .string, .string)
/// writer.map(3, metadata, .string, .string)
/// ```
public struct MapCoding<T: Sendable>: Sendable {
    let wireType: WireType
    let initial: T
    let read: @Sendable (inout Reader, inout T) throws(WireError) -> Void
    let write: @Sendable (inout Writer, Int, T) -> Void
}

extension MapCoding<Int32> {
    public static let int32 = Self(
        wireType: .varint, initial: 0,
        read: { reader, value throws(WireError) in value = try reader.int32() },
        write: { $0.int32($1, present: $2) })
    public static let sint32 = Self(
        wireType: .varint, initial: 0,
        read: { reader, value throws(WireError) in value = try reader.sint32() },
        write: { $0.sint32($1, present: $2) })
    public static let sfixed32 = Self(
        wireType: .fixed32, initial: 0,
        read: { reader, value throws(WireError) in value = try reader.sfixed32() },
        write: { $0.sfixed32($1, present: $2) })
}

extension MapCoding<Int64> {
    public static let int64 = Self(
        wireType: .varint, initial: 0,
        read: { reader, value throws(WireError) in value = try reader.int64() },
        write: { $0.int64($1, present: $2) })
    public static let sint64 = Self(
        wireType: .varint, initial: 0,
        read: { reader, value throws(WireError) in value = try reader.sint64() },
        write: { $0.sint64($1, present: $2) })
    public static let sfixed64 = Self(
        wireType: .fixed64, initial: 0,
        read: { reader, value throws(WireError) in value = try reader.sfixed64() },
        write: { $0.sfixed64($1, present: $2) })
}

extension MapCoding<UInt32> {
    public static let uint32 = Self(
        wireType: .varint, initial: 0,
        read: { reader, value throws(WireError) in value = try reader.uint32() },
        write: { $0.uint32($1, present: $2) })
    public static let fixed32 = Self(
        wireType: .fixed32, initial: 0,
        read: { reader, value throws(WireError) in value = try reader.fixed32() },
        write: { $0.fixed32($1, present: $2) })
}

extension MapCoding<UInt64> {
    public static let uint64 = Self(
        wireType: .varint, initial: 0,
        read: { reader, value throws(WireError) in value = try reader.uint64() },
        write: { $0.uint64($1, present: $2) })
    public static let fixed64 = Self(
        wireType: .fixed64, initial: 0,
        read: { reader, value throws(WireError) in value = try reader.fixed64() },
        write: { $0.fixed64($1, present: $2) })
}

extension MapCoding<Bool> {
    public static let bool = Self(
        wireType: .varint, initial: false,
        read: { reader, value throws(WireError) in value = try reader.bool() },
        write: { $0.bool($1, present: $2) })
}

extension MapCoding<Float> {
    public static let float = Self(
        wireType: .fixed32, initial: 0,
        read: { reader, value throws(WireError) in value = try reader.float() },
        write: { $0.float($1, present: $2) })
}

extension MapCoding<Double> {
    public static let double = Self(
        wireType: .fixed64, initial: 0,
        read: { reader, value throws(WireError) in value = try reader.double() },
        write: { $0.double($1, present: $2) })
}

extension MapCoding<String> {
    public static let string = Self(
        wireType: .lengthDelimited, initial: "",
        read: { reader, value throws(WireError) in value = try reader.string() },
        write: { $0.string($1, present: $2) })
}

extension MapCoding<[UInt8]> {
    public static let bytes = Self(
        wireType: .lengthDelimited, initial: [],
        read: { reader, value throws(WireError) in value = try reader.bytes() },
        write: { $0.bytes($1, present: $2) })
}

extension MapCoding where T: OpenEnum {
    public static var enumeration: Self {
        Self(
            wireType: .varint, initial: T(),
            read: { reader, value throws(WireError) in value = try reader.enumeration() },
            write: { $0.enumeration($1, present: $2) })
    }
}

extension MapCoding where T: Message {
    public static var message: Self {
        Self(
            wireType: .lengthDelimited, initial: T(),
            read: { reader, value throws(WireError) in try reader.message(into: &value) },
            write: { $0.message($1, $2) })
    }
}

extension Reader {
    /// Adds one map entry. Of several entries with one key the last one stays; what is neither key nor value is
    /// dropped, as the official runtimes do.
    @_lifetime(self: copy self)
    public mutating func map<Key, Value>(
        _ map: inout ProtobufMap<Key, Value>, _ key: MapCoding<Key>, _ value: MapCoding<Value>
    ) throws(WireError) {
        var entry = try body()
        var newKey = key.initial
        var newValue = value.initial
        let keyTag = Tag(1, key.wireType).rawValue
        let valueTag = Tag(2, value.wireType).rawValue
        while true {
            let tag = try entry.nextTag()
            switch tag {
            case 0:
                map[newKey] = newValue
                return
            case keyTag: try key.read(&entry, &newKey)
            case valueTag: try value.read(&entry, &newValue)
            default: try entry.skip(tag)
            }
        }
    }
}

extension Writer {
    /// The entries by ascending key; key and value are written even at their default, as the official runtimes do.
    public mutating func map<Key, Value>(
        _ number: Int, _ map: ProtobufMap<Key, Value>, _ key: MapCoding<Key>, _ value: MapCoding<Value>
    ) {
        for element in map.elements {
            let body = open(number, 1)
            key.write(&self, 1, element.key)
            value.write(&self, 2, element.value)
            close(body, 1)
        }
    }
}
