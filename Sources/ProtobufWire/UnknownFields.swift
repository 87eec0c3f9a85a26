public import ByteText

/// The fields of a message that its type does not know, byte for byte as they arrived and in that order.
///
/// Unknown fields are written behind the known ones, so that a message from a newer server survives a round trip. The
/// type is a value of one word, without an allocation while there are no such fields.
@frozen public struct UnknownFields: Sendable {
    @usableFromInline var contents: Contents

    /// An optional in all but name. To destroy an optional reference, Swift calls its runtime for `nil` too, which for a
    /// route of 500 points, each with unknown fields of its own, is a third of the time that decoding takes. This has
    /// a case with a payload that is not a reference, so Swift looks at the case first.
    @usableFromInline enum Contents: Sendable {
        case nothing(UInt8)
        case fields(Storage)
    }

    @inlinable var storage: Storage? {
        @inline(__always)
        get {
            switch contents {
            case .nothing: nil
            case .fields(let storage): storage
            }
        }
    }

    /// No fields.
    @inlinable @inline(__always)
    public init() { contents = .nothing(0) }

    /// Whole fields, of any numbers, as they stand on the wire. Linear in their bytes.
    ///
    /// - Throws: ``WireError`` with the byte offset where they cannot be read.
    public init(decoding bytes: some SpanProviding, limits: DecodingLimits = DecodingLimits()) throws(WireError) {
        self = try Unknown(decoding: bytes, limits: limits).unknownFields
    }

    /// A message that knows no field.
    private struct Unknown: Message {
        static let fullName = ""
        var unknownFields = UnknownFields()

        mutating func merge(_ reader: consuming Reader) throws(WireError) {
            while case let tag = try reader.nextTag(), tag != 0 { try reader.keep(tag, in: &unknownFields) }
        }

        func encode(_ writer: inout Writer) { writer.unknown(unknownFields) }
    }

    /// Shared between copies and never changed while shared, hence safe to send.
    @usableFromInline final class Storage: @unchecked Sendable {
        /// Whole fields: tags, lengths, values.
        var bytes: [UInt8] = []
        /// The bytes that the wrapper messages among the known fields (`google.protobuf.Int32Value` and its like) held besides
        /// their value, by the wrapper's field number: in Swift such a field is a plain optional.
        var wrapped: [UInt32: [UInt8]] = [:]

        func copy() -> Storage {
            let copy = Storage()
            copy.bytes = bytes
            copy.wrapped = wrapped
            return copy
        }
    }

    /// The storage, not shared with any copy.
    var unique: Storage {
        mutating get {
            if case .fields(var storage) = contents {
                // Out of the enum, so that there is one reference fewer to count.
                contents = .nothing(0)
                if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
                contents = .fields(storage)
                return storage
            }
            let storage = Storage()
            contents = .fields(storage)
            return storage
        }
    }

    /// Whether every byte of the message was understood.
    @inlinable
    public var isEmpty: Bool {
        if case .nothing = contents { true } else { false }
    }

    /// The fields as they stood on the wire, one after another; ``fields`` takes them apart. Fields inside wrapper messages
    /// are not among them.
    public var bytes: [UInt8] { storage?.bytes ?? [] }

    /// Keeps one whole field, tag included. Amortised linear in its size.
    mutating func append(_ field: borrowing Span<UInt8>) { unique.bytes.append(copying: field) }

    /// Keeps one field, whose tag took `length` bytes, and which stood inside the wrapper message `wrapper`, if that is not
    /// `nil`. Amortised linear in its size.
    mutating func append(_ tag: UInt32, _ length: Int, _ value: borrowing Span<UInt8>, inWrapper wrapper: UInt32?) {
        if let wrapper {
            unique.wrapped[wrapper, default: []].append(tag, length, value)
        } else {
            unique.bytes.append(tag, length, value)
        }
    }
}

extension UnknownFields: Hashable {
    public static func == (a: Self, b: Self) -> Bool {
        a.storage === b.storage || a.bytes == b.bytes && a.storage?.wrapped ?? [:] == b.storage?.wrapped ?? [:]
    }

    public func hash(into hasher: inout Hasher) {
        guard let storage else { return }
        hasher.combine(storage.bytes)
        hasher.combine(storage.wrapped)
    }
}

extension Array<UInt8> {
    /// Appends a field. A tag and the number of its bytes say what these bytes were, even if they were more than needed.
    fileprivate mutating func append(_ tag: UInt32, _ length: Int, _ value: borrowing Span<UInt8>) {
        var tag = tag
        for _ in stride(from: 1, to: length, by: 1) {
            append(UInt8(truncatingIfNeeded: tag) | 0x80)
            tag >>= 7
        }
        append(UInt8(truncatingIfNeeded: tag))
        append(copying: value)
    }
}
