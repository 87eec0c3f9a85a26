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
    /// The type of the message around the field.
    let parentIndex: MessageIndex?
    /// The declared field with the number. Stays the same for one schema: a key for tables.
    package let fieldIndex: FieldIndex?
    /// -1 for none.
    private var elementIndex: Int32 = -1
    private let levelsAround: Int32
    var shape: Shape
    public let wireType: WireType
    /// The kind of the declared field that fits.
    let kind: FieldKind?
    /// Whether that may come several times.
    let isRepeated: Bool
    /// The type of the message or group inside.
    let messageIndex: MessageIndex?
    /// False when the input ends within the field.
    public internal(set) var isComplete = true

    /// The cases of ``Content`` without what they carry.
    enum Shape: UInt8 {
        case bits, string, bytes, packed, message, group
    }

    init(
        number: Int, wireType: WireType, pool: SchemaPool?, parentIndex: MessageIndex?, fieldIndex: FieldIndex?,
        shape declared: FieldShape?, depth: Int, tag: Range<Int>
    ) {
        self.pool = pool
        tagStart = tag.lowerBound
        tagEnd = tag.upperBound
        valueStart = tag.upperBound
        valueEnd = tag.upperBound
        fieldNumber = Int32(truncatingIfNeeded: number)
        self.parentIndex = parentIndex
        self.fieldIndex = fieldIndex
        levelsAround = Int32(truncatingIfNeeded: depth)
        shape = .bytes
        self.wireType = wireType
        let fitting = declared.flatMap { $0.accepts(wireType) ? $0 : nil }
        kind = fitting?.kind
        isRepeated = fitting?.isRepeated ?? false
        messageIndex = fitting?.message
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

    /// The declared field, when number and wire type fit one.
    public var descriptor: FieldDescriptor? { fits ? declared : nil }

    /// The declared field that has the number, when the wire type does not fit it.
    public var mismatch: FieldDescriptor? { fits ? nil : declared }

    /// Whether the type of the message around the field is known.
    package var isInKnownMessage: Bool { parentIndex != nil }

    /// The type of the message around the field.
    public var parent: MessageDescriptor? {
        guard let pool, let parentIndex else { return nil }
        return MessageDescriptor(pool: pool, index: parentIndex)
    }

    private var declared: FieldDescriptor? {
        guard let pool, let fieldIndex else { return nil }
        return FieldDescriptor(pool: pool, index: fieldIndex)
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
