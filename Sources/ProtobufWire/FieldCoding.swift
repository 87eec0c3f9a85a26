/// How a value of type `T` lies on the wire: `.string`, `.sint32`, `.message`, …
///
/// For the field types that need to be told, because several of them share a Swift type: keys and values of maps, and
/// repeated scalars.
/// ```swift
/// func merge(_ reader: consuming Reader, into shift: inout Shift) throws(WireError) {
///     while case let tag = try reader.nextTag(), tag != 0 {
///         switch tag {
///         case 26: try reader.map(26, &shift.tips, key: .string, value: .int64, unknown: &shift.unknownFields)
///         case 34: try reader.packed(&shift.offsets, .sint32)
///         default: try reader.keep(tag, in: &shift.unknownFields)
///         }
///     }
/// }
/// ```
/// Numbers of four and eight bytes are little-endian. Reading throws ``WireError/Code/truncated`` where the bytes end too
/// soon; varints and lengths throw ``WireError/Code/malformedVarint`` as well, and lengths
/// ``WireError/Code/invalidLength``. Writing cannot fail.
///
/// Source: https://protobuf.dev/programming-guides/encoding/
public struct FieldCoding<T: Sendable>: Sendable {
    let wireType: WireType
    /// The key or value of a map entry that has none on the wire.
    let initial: T
    /// Whether a value at its default differs from a missing one: true for messages.
    var hasPresence = false
    /// Reads the value behind a tag. A message is merged into the value given.
    let read: @Sendable (inout Reader, inout T) throws(WireError) -> Void
    /// Writes the value behind a tag.
    let write: @Sendable (inout Writer, T) -> Void
}

extension FieldCoding<Int32> {
    /// `int32`: a varint, of which reading takes the low 32 bits; ten bytes if negative.
    public static let int32 = number(
        .varint, value: T.init(truncatingIfNeeded:), bits: UInt64.init(truncatingIfNeeded:))
    /// `sint32`: a varint in zigzag form, short for small numbers of either sign; reading takes its low 32 bits.
    public static let sint32 = number(
        .varint, value: { T(zigzag: UInt32(truncatingIfNeeded: $0)) }, bits: { UInt64($0.zigzag) })
    /// `sfixed32`: four bytes, two's complement.
    public static let sfixed32 = number(
        .fixed32, value: T.init(truncatingIfNeeded:), bits: UInt64.init(truncatingIfNeeded:))
}

extension FieldCoding<Int64> {
    /// `int64`: a varint; ten bytes if negative.
    public static let int64 = number(.varint, value: T.init(bitPattern:), bits: UInt64.init(bitPattern:))
    /// `sint64`: a varint in zigzag form, short for small numbers of either sign.
    public static let sint64 = number(.varint, value: T.init(zigzag:), bits: \.zigzag)
    /// `sfixed64`: eight bytes, two's complement.
    public static let sfixed64 = number(.fixed64, value: T.init(bitPattern:), bits: UInt64.init(bitPattern:))
}

extension FieldCoding<UInt32> {
    /// `uint32`: a varint, of which reading takes the low 32 bits.
    public static let uint32 = number(.varint, value: T.init(truncatingIfNeeded:), bits: UInt64.init)
    /// `fixed32`: four bytes.
    public static let fixed32 = number(.fixed32, value: T.init(truncatingIfNeeded:), bits: UInt64.init)
}

extension FieldCoding<UInt64> {
    /// `uint64`: a varint.
    public static let uint64 = number(.varint, value: \.self, bits: \.self)
    /// `fixed64`: eight bytes.
    public static let fixed64 = number(.fixed64, value: \.self, bits: \.self)
}

extension FieldCoding<Bool> {
    /// `bool`: a varint, 0 or 1; reading takes any but 0 for true.
    public static let bool = number(.varint, value: { $0 != 0 }, bits: { $0 ? 1 : 0 })
}

extension FieldCoding<Float> {
    /// `float`: four bytes, IEEE 754; the payload of a NaN survives.
    public static let float = number(
        .fixed32, value: { T(bitPattern: UInt32(truncatingIfNeeded: $0)) }, bits: { UInt64($0.bitPattern) })
}

extension FieldCoding<Double> {
    /// `double`: eight bytes, IEEE 754; the payload of a NaN survives.
    public static let double = number(.fixed64, value: { T(bitPattern: $0) }, bits: { $0.bitPattern })
}

extension FieldCoding<String> {
    /// `string`: length-delimited. Reading throws ``WireError/Code/invalidUTF8`` for bytes that are not UTF-8.
    public static let string = Self(
        wireType: .lengthDelimited, initial: "",
        read: { reader, value throws(WireError) in value = try reader.string() },
        write: { $0.storePrefixed($1) })
}

extension FieldCoding<[UInt8]> {
    /// `bytes`: length-delimited, any bytes; reading copies them.
    public static let bytes = Self(
        wireType: .lengthDelimited, initial: [],
        read: { reader, value throws(WireError) in value = try reader.bytes() },
        write: { $0.storePrefixed($1) })
}

extension FieldCoding where T: OpenEnum {
    /// An enum: its number as a varint, ten bytes if negative. Reading takes the low 32 bits; numbers without a name are kept.
    public static var enumeration: Self {
        number(
            .varint, value: { T(rawValue: Int32(truncatingIfNeeded: $0)) },
            bits: { UInt64(truncatingIfNeeded: $0.rawValue) })
    }
}

extension FieldCoding where T: Message {
    /// A message: length-delimited. Reading merges into what is there, and throws what ``Message/merge(_:)`` does and
    /// ``WireError/Code/recursionLimitExceeded``.
    public static var message: Self {
        Self(
            wireType: .lengthDelimited, initial: T(), hasPresence: true,
            read: { reader, value throws(WireError) in try reader.message(into: &value) },
            write: { writer, value in
                let lengthBytes = T.usualLengthBytes
                let body = writer.open(lengthBytes)
                value.encode(&writer)
                writer.close(body, lengthBytes)
            })
    }
}

extension FieldCoding {
    private static func number(
        _ wireType: WireType, value: @escaping @Sendable (UInt64) -> T, bits: @escaping @Sendable (T) -> UInt64
    ) -> Self {
        Self(
            wireType: wireType, initial: value(0),
            read: { reader, result throws(WireError) in
                switch wireType {
                case .fixed32: result = value(UInt64(try reader.fixed32()))
                case .fixed64: result = value(try reader.fixed64())
                default: result = value(try reader.varint())
                }
            },
            write: { writer, value in
                writer.reserve(10)
                switch wireType {
                case .fixed32: writer.store(UInt32(truncatingIfNeeded: bits(value)))
                case .fixed64: writer.store(bits(value))
                default: writer.storeVarint(bits(value))
                }
            })
    }
}

// MARK: Repeated scalars

extension Reader {
    /// Appends one element: a repeated field that is not packed.
    @_lifetime(self: copy self)
    public mutating func element<T>(_ values: inout [T], _ coding: FieldCoding<T>) throws(WireError) {
        var value = coding.initial
        try coding.read(&self, &value)
        values.append(value)
    }

    /// Appends the elements of a packed field. Takes memory for exactly as many as it holds.
    @_lifetime(self: copy self)
    public mutating func packed<T>(_ values: inout [T], _ coding: FieldCoding<T>) throws(WireError) {
        try packed(coding.wireType, &values) { reader throws(WireError) in
            var value = coding.initial
            try coding.read(&reader, &value)
            return value
        }
    }
}

extension Writer {
    /// A packed field; nothing if it has no elements.
    public mutating func packed<T>(_ number: Int, _ values: [T], _ coding: FieldCoding<T>) {
        if values.isEmpty { return }
        let body = open(number, 1)
        for value in values { coding.write(&self, value) }
        close(body, 1)
    }

    /// A repeated field that is not packed.
    public mutating func elements<T>(_ number: Int, _ values: [T], _ coding: FieldCoding<T>) {
        for value in values { element(number, value, coding) }
    }

    mutating func element<T>(_ number: Int, _ value: T, _ coding: FieldCoding<T>) {
        reserve(5)
        storeTag(number, coding.wireType)
        coding.write(&self, value)
    }
}

// MARK: Maps

extension Reader {
    /// Adds one map entry. Of several entries with one key the last one stays.
    ///
    /// An entry that holds anything but a key and a value is kept whole among the unknown fields, its known parts first,
    /// and adds nothing to the map, as Google's Python runtime does it (the C++ runtime drops such parts).
    @_lifetime(self: copy self)
    public mutating func map<Key, Value>(
        _ tag: UInt32, _ map: inout ProtobufMap<Key, Value>, key: FieldCoding<Key>, value: FieldCoding<Value>,
        unknown unknownFields: inout UnknownFields
    ) throws(WireError) {
        var entry = try body()
        var newKey = key.initial
        var newValue = value.initial
        var hasValue = false
        var unknownParts = UnknownFields()
        let keyTag = Tag(1, key.wireType).rawValue
        let valueTag = Tag(2, value.wireType).rawValue
        while true {
            let part = try entry.nextTag()
            switch part {
            case 0:
                if unknownParts.isEmpty {
                    map[newKey] = newValue
                } else {
                    hasValue = value.hasPresence ? hasValue : newValue != value.initial
                    keepEntry(tag, in: &unknownFields) { writer in
                        if newKey != key.initial { writer.element(1, newKey, key) }
                        if hasValue { writer.element(2, newValue, value) }
                        writer.unknown(unknownParts)
                    }
                }
                return
            case keyTag: try key.read(&entry, &newKey)
            case valueTag:
                try value.read(&entry, &newValue)
                hasValue = true
            default: try entry.keep(part, in: &unknownParts)
            }
        }
    }

    /// Keeps a map entry, whose parts `write` writes, as an unknown field. A function of its own, because the stack frame of
    /// `map` counts: maps of messages nest.
    @inline(never)
    private func keepEntry(_ tag: UInt32, in unknownFields: inout UnknownFields, write: (inout Writer) -> Void) {
        var writer = Writer()
        let body = writer.open(Int(tag >> 3), 1)
        write(&writer)
        writer.close(body, 1)
        unknownFields.append(writer.span)
    }
}

extension Writer {
    /// The entries by ascending key; key and value are written even at their default, as the official runtimes do.
    public mutating func map<Key, Value>(
        _ number: Int, _ map: ProtobufMap<Key, Value>, key: FieldCoding<Key>, value: FieldCoding<Value>
    ) {
        for entry in map.elements {
            let body = open(number, 1)
            element(1, entry.key, key)
            element(2, entry.value, value)
            close(body, 1)
        }
    }
}
