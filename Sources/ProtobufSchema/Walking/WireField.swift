internal import ByteText
public import ProtobufWire

/// One field that a ``WireWalker`` meets: its declaration, the place of its bytes, and its value.
///
/// Ranges are absolute: they count from the first byte of the input.
public struct WireField: Sendable {
    /// The kinds of content that a field can have.
    public enum Content: Hashable, Sendable {
        /// A varint, or the little-endian bits of a fixed value.
        case bits(UInt64)
        /// The UTF-8 of a `string` field.
        case string
        /// A `bytes` field, or a length-delimited field that no schema knows.
        case bytes
        /// Several numbers without tags between them.
        case packed(count: Int)
        /// A length-delimited message.
        case message
        /// A message between a start and an end tag.
        case group
    }

    /// The schema; `nil` when none was given. Everything else is plain numbers: a field is copied more often than looked at.
    let pool: SchemaPool?
    var tagStart: Int
    var tagEnd: Int
    /// Behind the length, where there is one.
    var valueStart: Int
    var valueEnd: Int
    private var fieldNumber: Int32 = 0
    private var levelsAround: Int32 = 0
    private var parentIndex: MessageIndex?
    /// The declared field with the number. Stays the same for one schema: a key for tables.
    package private(set) var fieldIndex: FieldIndex?
    private(set) var messageIndex: MessageIndex?
    private var elementIndex: UInt32?
    /// What the field holds.
    public internal(set) var content = Content.bytes
    /// The wire type in the tag.
    public private(set) var wireType = WireType.varint
    /// The kind of the declared field that fits.
    package private(set) var kind: FieldKind?
    /// Whether the declared field that fits is repeated.
    private(set) var isRepeated = false
    /// False when the input ends within the field.
    public internal(set) var isComplete = true

    /// A field of which nothing has been read.
    init(of pool: SchemaPool?) {
        self.pool = pool
        (tagStart, tagEnd, valueStart, valueEnd) = (0, 0, 0, 0)
    }

    /// Replaces the field by another one of the same schema, of which the tag has been read.
    ///
    /// - Parameters:
    ///   - depth: How many messages lie around the field.
    ///   - parent: The type of the innermost of them.
    mutating func begin(_ number: Int, _ wireType: WireType, tag: Range<Int>, depth: Int, in parent: MessageIndex?) {
        tagStart = tag.lowerBound
        tagEnd = tag.upperBound
        valueStart = tag.upperBound
        valueEnd = tag.upperBound
        fieldNumber = Int32(truncatingIfNeeded: number)
        levelsAround = Int32(truncatingIfNeeded: depth)
        self.wireType = wireType
        parentIndex = parent
        (elementIndex, content, isComplete) = (nil, .bytes, true)
        guard let pool, let parent, let index = pool.field(number, of: parent) else {
            (fieldIndex, messageIndex, kind, isRepeated) = (nil, nil, nil, false)
            return
        }
        fieldIndex = index
        guard pool.shapes[index].accepts(wireType) else {
            (messageIndex, kind, isRepeated) = (nil, nil, false)
            return
        }
        messageIndex = pool.shapes[index].message
        kind = pool.shapes[index].kind
        isRepeated = pool.shapes[index].isRepeated
    }

    /// Whether the wire type fits the declared field.
    package var fits: Bool { kind != nil }

    /// The number in the tag, 1 to 2^29 - 1.
    public var number: Int { Int(fieldNumber) }

    /// How many messages lie around the field; 0 at the top.
    public var depth: Int { Int(levelsAround) }

    /// For a repeated field the position of this value, or of its first packed value; from 0.
    public internal(set) var index: Int? {
        get { elementIndex.map { Int($0) } }
        // A message has less than 2^31 bytes.
        set { elementIndex = newValue.map { UInt32(clamping: $0) } }
    }

    /// The bytes of the tag.
    public var tag: Range<Int> { tagStart..<tagEnd }
    /// The bytes of the length; empty where there is none.
    public var length: Range<Int> { tagEnd..<valueStart }
    /// The bytes of the value. For a message or group they are its fields; they end early where the input does.
    public var value: Range<Int> { valueStart..<valueEnd }

    /// Whether this is a `string` field whose bytes have to be UTF-8.
    var needsUTF8: Bool { kind == .string && fieldIndex.flatMap { pool?.shapes[$0].isUTF8 } == true }

    /// The declared field, when number and wire type fit one.
    public var descriptor: FieldDescriptor? { fits ? declared : nil }

    /// The declared field that has the number, when the wire type does not fit it.
    public var mismatch: FieldDescriptor? { fits ? nil : declared }

    package var isInKnownMessage: Bool { parentIndex != nil }

    /// The type of the message around the field.
    public var parent: MessageDescriptor? { parentIndex.flatMap { pool?.descriptor($0) } }

    private var declared: FieldDescriptor? { fieldIndex.flatMap { pool?.descriptor($0) } }

    /// The type of the message or group inside.
    public var message: MessageDescriptor? { messageIndex.flatMap { pool?.descriptor($0) } }

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
        guard case .packed = content, let kind, valueEnd <= bytes.count else { return }
        bytes.forEachPacked(value, kind.wireType) { bits in ScalarValue(kind, bits: bits).map(body) ?? false }
    }
}
