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

    /// The schema; `nil` when none was given. Everything else is plain numbers: a field is copied more often than looked at.
    let pool: SchemaPool?
    /// A varint or the bits of a fixed value; how many values a packed field has.
    var bits: UInt64 = 0
    var tagStart: Int
    var tagEnd: Int
    /// Behind the length, where there is one.
    var valueStart: Int
    var valueEnd: Int
    private let fieldNumber: Int32
    /// Index of the message around the field and of the declared field with its number; -1 for none.
    private let parentPosition: Int32
    private let fieldPosition: Int32
    /// -1 for none.
    private var elementIndex: Int32 = -1
    private let levelsAround: Int32
    var shape: Shape
    public let wireType: WireType
    /// The kind of the declared field that fits.
    let kind: FieldKind?
    /// Whether that may come several times.
    let isRepeated: Bool
    /// Index of the message or enum that is its type, -1 for none.
    private let typePosition: Int32
    /// False when the input ends within the field.
    public internal(set) var isComplete = true

    /// The cases of ``Content`` without what they carry.
    enum Shape: UInt8 {
        case bits, string, bytes, packed, message, group
    }

    init(
        number: Int, wireType: WireType, pool: SchemaPool?, parentIndex: Int, fieldIndex: Int,
        shape declared: FieldShape?, depth: Int, tag: Range<Int>
    ) {
        self.pool = pool
        tagStart = tag.lowerBound
        tagEnd = tag.upperBound
        valueStart = tag.upperBound
        valueEnd = tag.upperBound
        fieldNumber = Int32(truncatingIfNeeded: number)
        parentPosition = Int32(truncatingIfNeeded: parentIndex)
        fieldPosition = Int32(truncatingIfNeeded: fieldIndex)
        levelsAround = Int32(truncatingIfNeeded: depth)
        shape = .bytes
        self.wireType = wireType
        let fitting = declared.flatMap { $0.accepts(wireType) ? $0 : nil }
        kind = fitting?.kind
        isRepeated = fitting?.isRepeated ?? false
        typePosition = Int32(truncatingIfNeeded: fitting?.type ?? -1)
    }

    /// Whether the wire type fits the declared field.
    package var fits: Bool { kind != nil }

    /// 1 to 2^29 - 1.
    public var number: Int { Int(fieldNumber) }

    /// How many messages lie around the field, 0 at the top.
    public var depth: Int { Int(levelsAround) }

    /// For a repeated field the position of this value, or of its first packed value; from 0.
    public internal(set) var index: Int? {
        get { elementIndex < 0 ? nil : Int(elementIndex) }
        // A message has less than 2^31 bytes.
        set { elementIndex = newValue.map { Int32(clamping: $0) } ?? -1 }
    }

    public var content: Content {
        switch shape {
        case .bits: .bits(bits)
        case .string: .string
        case .bytes: .bytes
        case .packed: .packed(count: Int(truncatingIfNeeded: bits))
        case .message: .message
        case .group: .group
        }
    }

    /// The bytes of the tag.
    public var tag: Range<Int> { tagStart..<tagEnd }
    /// The bytes of the length; empty where there is none.
    public var length: Range<Int> { tagEnd..<valueStart }
    /// The bytes of the value. For a message or group they are its fields; they end early where the input does.
    public var value: Range<Int> { valueStart..<valueEnd }

    /// Index of the message around the field in the schema, -1 for none.
    var parentIndex: Int { Int(parentPosition) }
    /// Index of the declared field with the number, -1 for none. Stays the same for one schema: a key for tables.
    package var fieldIndex: Int { Int(fieldPosition) }

    /// The declared field, when number and wire type fit one.
    public var descriptor: FieldDescriptor? { fits ? declared : nil }

    /// The declared field that has the number, when the wire type does not fit it.
    public var mismatch: FieldDescriptor? { fits ? nil : declared }

    /// Whether the type of the message around the field is known.
    package var isInKnownMessage: Bool { parentIndex >= 0 }

    /// The type of the message around the field.
    public var parent: MessageDescriptor? {
        guard let pool, parentIndex >= 0 else { return nil }
        return MessageDescriptor(pool: pool, index: parentIndex)
    }

    private var declared: FieldDescriptor? {
        guard let pool, fieldIndex >= 0 else { return nil }
        return FieldDescriptor(pool: pool, index: fieldIndex)
    }

    /// Index of the type of the message inside, -1 for none.
    var messageIndex: Int { kind?.isMessage == true ? Int(typePosition) : -1 }

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
        var result: [ScalarValue] = []
        forEachElement(in: bytes) {
            result.append($0)
            return true
        }
        return result
    }

    /// Calls `body` with the values of a packed field, one after another, until it returns false.
    public func forEachElement(in bytes: Span<UInt8>, _ body: (ScalarValue) -> Bool) {
        guard shape == .packed, let kind, valueEnd <= bytes.count else { return }
        var offset = valueStart
        while offset < valueEnd, let bits = try? packedElement(bytes, &offset, valueEnd, kind),
            let scalar = ScalarValue(kind, bits: bits)
        {
            guard body(scalar) else { return }
        }
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
    /// Where reading went on inside the same message, behind bytes that make no sense; `nil` when the message was given
    /// up, or nothing had to be passed over. See ``WireWalker/resynchronizes``.
    public let resumed: Int?

    init(code: WireError.Code, offset: Int, path: FieldPath, unread: Range<Int>, resumed: Int? = nil) {
        self.code = code
        self.offset = offset
        self.path = path
        self.unread = unread
        self.resumed = resumed
    }
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
    /// The message or group that was entered last ends. The end of its value is known now, for groups too. Need not be
    /// implemented by those who keep nothing of what is open.
    mutating func leave(_ field: WireField)
    /// Any other field.
    mutating func field(_ field: WireField)
    /// Something could not be read.
    mutating func damage(_ damage: WireDamage)
    /// Asked before each field: what begins here and is to be passed over. The fields in it are counted, not told.
    mutating func gap(at offset: Int) -> ListGap?
}

extension WireVisitor {
    public func leave(_ field: WireField) {}
    public func gap(at offset: Int) -> ListGap? { nil }
}
