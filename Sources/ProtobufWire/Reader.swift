/// A cursor over the borrowed bytes of one message.
///
/// A reader never copies what it passes, never reads outside the bytes it was given, and takes memory only for what is
/// really there. It is passed by value: a sub-message gets a reader of its own over its own bytes, so there is no limit
/// to push and pop. Every read is bounds-checked; most checks disappear behind a `guard` on the number of bytes left.
///
/// To look at a few fields of very many messages, a reader is enough: it allocates nothing.
/// ```swift
/// /// How many names (field 12) in the message and its parts (field 10) are longer than 32 bytes.
/// func longNames(_ reader: consuming Reader) throws(WireError) -> Int {
///     var count = 0
///     while case let tag = try reader.nextTag(), tag != 0 {
///         switch tag {
///         case 82: count += try longNames(try reader.body())  // 10 << 3 | length-delimited: a sub-message
///         case 98: if try reader.borrowedBytes().count > 32 { count += 1 }  // in place
///         default: try reader.skip(tag)
///         }
///     }
///     return count
/// }
/// ```
@frozen public struct Reader: ~Escapable {
    /// The whole input, up to the end of this message.
    @usableFromInline let input: Span<UInt8>
    /// Index of the next byte. To pass bytes is one addition; a span would have to be cut, with checks of its own.
    @usableFromInline var position: Int
    // These two share a word: a reader of four words is passed in registers, a larger one through memory.
    /// The number of bytes by which the current field's tag is longer than its shortest form.
    @usableFromInline var surplus: Int32 = 0
    /// Levels that may still be entered from here; ``DecodingLimits/recursion`` is 1000 at most.
    @usableFromInline let levels: Int32

    /// A reader over a whole input.
    @_lifetime(copy bytes)
    @inlinable @inline(__always)
    public init(_ bytes: Span<UInt8>, limits: DecodingLimits = DecodingLimits()) {
        // The limit is 1000 at most.
        self.init(bytes, at: 0, levels: Int32(truncatingIfNeeded: limits.recursion))
    }

    @_lifetime(copy input)
    @inlinable @inline(__always)
    init(_ input: Span<UInt8>, at position: Int, levels: Int32) {
        self.input = input
        self.position = position
        self.levels = levels
    }

    /// Offset of the next byte, from the start of the whole input.
    @inlinable @inline(__always)
    public var offset: Int { position }

    /// The number of bytes left in the message.
    @inlinable @inline(__always)
    public var count: Int { input.count &- position }

    /// The bytes left in the message.
    @inlinable @inline(__always)
    var rest: Span<UInt8> {
        @_lifetime(copy self)
        get { input.from(position) }
    }

    @inlinable @inline(__always)
    func error(_ code: WireError.Code) -> WireError { error(code, offset: position) }

    @inlinable @inline(__always)
    func error(_ code: WireError.Code, offset: Int) -> WireError {
        WireError(code, offset: offset, levelsLeft: Int(levels))
    }

    /// Whether the byte at offset `index` from the cursor is inside the message.
    @inlinable @inline(__always)
    func hasByte(at index: Int = 0) -> Bool { input.hasByte(at: position &+ index) }

    /// Moves the cursor forward by `count` bytes, which the caller has found to be inside the message.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    mutating func drop(_ count: Int) { position &+= count }

    // MARK: Tags

    /// The tag of the next field, or 0 at the end of the message (no valid tag is 0).
    ///
    /// - Throws: ``WireError/Code/invalidTag``, ``WireError/Code/truncated``, ``WireError/Code/malformedVarint``.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func nextTag() throws(WireError) -> UInt32 {
        guard hasByte() else { return 0 }
        let first = input.byte(at: position)
        if first &- 8 < 0x78 {  // 8...127
            drop(1)
            surplus = 0
            return UInt32(first)
        }
        if hasByte(at: 1) {
            let second = input.byte(at: position &+ 1)
            if first >= 0x80, second &- 1 < 0x7f {  // 1...127
                drop(2)
                surplus = 0
                return UInt32(first & 0x7f) | UInt32(second) << 7
            }
        }
        let (tag, length) = try longTag()
        drop(length)
        surplus = Int32(truncatingIfNeeded: length &- varintLength(UInt64(tag)))
        return tag
    }

    // MARK: Lengths

    /// Reads a length and checks that so many bytes are left.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    mutating func length() throws(WireError) -> Int {
        if hasByte() {
            let first = Int(input.byte(at: position))
            if first < 0x80, first < count {
                drop(1)
                return first
            }
        }
        let (count, length) = try longLength()
        drop(length)
        return count
    }

    /// Reads a length and gives a reader over that many bytes, one level down; this reader goes on behind them.
    ///
    /// - Throws: ``WireError/Code/truncated``, ``WireError/Code/invalidLength``,
    ///   ``WireError/Code/recursionLimitExceeded``.
    @_lifetime(copy self)
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func body() throws(WireError) -> Reader {
        guard levels > 0 else { throw error(.recursionLimitExceeded) }
        let count = try length()
        let end = position &+ count
        let body = Reader(input.extracting(0..<end), at: position, levels: levels &- 1)
        position = end
        return body
    }

    /// Reads a length and gives the bytes behind it, borrowed; this reader goes on behind them.
    @_lifetime(copy self)
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func borrowedBytes() throws(WireError) -> Span<UInt8> {
        let count = try length()
        let end = position &+ count
        let content = input.extracting(position..<end)
        position = end
        return content
    }
}
