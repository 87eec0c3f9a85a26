public import ProtobufWire

/// One field that a ``WireWalker`` meets: what it is, where its bytes lie, what they say.
///
/// Ranges are absolute: they count from the first byte of the input.
public struct WireField: Sendable {
    /// What a field turned out to be.
    public enum Content: Hashable, Sendable {
        /// A varint, or the little-endian bits of a fixed value.
        case bits(UInt64)
        /// The UTF-8 of a `string` field.
        case string
        /// A `bytes` field, or a length-delimited field that no schema knows.
        case bytes
        /// Numbers without tags between them, that many.
        case packed(count: Int)
        /// A length-delimited message.
        case message
        /// A message between a start and an end tag.
        case group
    }

    /// 1 to 2^29 - 1.
    public internal(set) var number: Int
    public internal(set) var wireType: WireType
    /// The schema, index of the message around the field and of the declared field with its number; -1 for none.
    let pool: SchemaPool?
    let parentIndex: Int
    let fieldIndex: Int
    /// Whether the wire type fits the declared field.
    let fits: Bool
    /// How many messages lie around the field, 0 at the top.
    public internal(set) var depth: Int
    /// For a repeated field the position of this value, or of its first packed value; from 0.
    public internal(set) var index: Int?
    public internal(set) var content: Content
    /// The bytes of the tag.
    public internal(set) var tag: Range<Int>
    /// The bytes of the length; empty where there is none.
    public internal(set) var length: Range<Int>
    /// The bytes of the value. For a message or group they are its fields; they end early where the input does.
    public internal(set) var value: Range<Int>
    /// False when the input ends within the field.
    public internal(set) var isComplete: Bool

    /// The declared field, when number and wire type fit one.
    public var descriptor: FieldDescriptor? { fits ? declared : nil }

    /// The declared field that has the number, when the wire type does not fit it.
    public var mismatch: FieldDescriptor? { fits ? nil : declared }

    /// The type of the message around the field.
    public var parent: MessageDescriptor? {
        guard let pool, parentIndex >= 0 else { return nil }
        return MessageDescriptor(pool: pool, index: parentIndex)
    }

    private var declared: FieldDescriptor? {
        guard let pool, fieldIndex >= 0 else { return nil }
        return FieldDescriptor(pool: pool, index: fieldIndex)
    }

    /// The kind of the declared field that fits.
    var kind: FieldKind? {
        guard let pool, fits else { return nil }
        return pool.shapes[fieldIndex].kind
    }

    /// Index of the type of the message inside, -1 for none.
    var messageIndex: Int {
        guard let pool, fits, pool.shapes[fieldIndex].kind.isMessage else { return -1 }
        return pool.shapes[fieldIndex].type
    }

    /// The type of the message or group inside.
    public var message: MessageDescriptor? { descriptor?.message }

    /// The number, `bool` or enum; `nil` for other contents and for fields that no schema knows.
    public var scalar: ScalarValue? {
        guard case .bits(let bits) = content, let kind else { return nil }
        return ScalarValue(kind, bits: bits)
    }

    /// The text of a string field; damaged UTF-8 is shown with U+FFFD. `nil` for other contents.
    public func text(in bytes: Span<UInt8>) -> String? {
        content == .string && value.upperBound <= bytes.count ? bytes.string(value) : nil
    }

    /// The values of a packed field; empty for other contents.
    public func elements(in bytes: Span<UInt8>) -> [ScalarValue] {
        guard case .packed(let count) = content, let kind, value.upperBound <= bytes.count else {
            return []
        }
        var result: [ScalarValue] = []
        result.reserveCapacity(count)
        var offset = value.lowerBound
        while offset < value.upperBound, let bits = try? packedElement(bytes, &offset, value.upperBound, kind) {
            if let scalar = ScalarValue(kind, bits: bits) { result.append(scalar) }
        }
        return result
    }
}

/// A place where bytes could not be understood.
public struct WireDamage: Hashable, Sendable {
    /// What is wrong; the codes are those of decoding errors.
    public let code: WireError.Code
    /// Offset of the value that cannot be read, or of the tag if that is at fault, from the start of the input.
    public let offset: Int
    /// The field, from the outermost message inwards.
    public let path: FieldPath
    /// The bytes that were left unread because of it; empty when reading went on.
    public let unread: Range<Int>
}

extension WireDamage: CustomStringConvertible {
    /// `truncated at byte 31 in vehicle.name: ...`
    public var description: String {
        let place = path.isEmpty ? "" : " in \(path)"
        return "\(code) at byte \(offset)\(place): \(code.explanation)"
    }
}

/// What a ``WireWalker`` tells about the bytes, in their order.
public protocol WireVisitor {
    /// A message or group begins.
    ///
    /// - Returns: Whether its fields are to be visited. When they are not, they are passed unread, and neither
    ///   ``leave(_:)`` nor damage inside follows.
    mutating func enter(_ field: WireField) -> Bool
    /// The message or group that was entered last ends. The end of its value is known now, for groups too.
    mutating func leave(_ field: WireField)
    /// Any other field.
    mutating func field(_ field: WireField)
    /// Something could not be read.
    mutating func damage(_ damage: WireDamage)
}
