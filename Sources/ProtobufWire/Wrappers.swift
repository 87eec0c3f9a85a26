// The messages of google/protobuf/wrappers.proto are native optionals in Swift. What such a message holds besides its
// value is kept with the unknown fields of the message around it, under the wrapper's number.

/// The native value in place of a message of google/protobuf/wrappers.proto: a `Double` for a `google.protobuf.DoubleValue`.
public protocol WrapperValue: Hashable, Sendable {
    /// The value of an empty wrapper.
    init()
    /// The name of the wrapper in its package: `DoubleValue`.
    static var wrapperName: String { get }
    /// The tag of the wrapper's one field, `value = 1`.
    static var wrapperTag: UInt32 { get }
    /// Reads the value of that field.
    static func inWrapper(_ reader: inout Reader) throws(WireError) -> Self
    /// Writes that field, unless it holds its default.
    func writeInWrapper(_ writer: inout Writer)

    /// Reads a length and a wrapper of the usual layout behind it, all at once; `nil`, with nothing consumed, for any other.
    static func usualWrapper(_ reader: inout Reader) -> Self?
    /// Writes the whole wrapper field in its usual layout; false, with nothing written, where the layout does not fit.
    func writeUsualWrapper(_ number: Int, _ writer: inout Writer) -> Bool
}

extension WrapperValue {
    @inlinable @inline(__always)
    public static func usualWrapper(_ reader: inout Reader) -> Self? { nil }
    @inlinable @inline(__always)
    public func writeUsualWrapper(_ number: Int, _ writer: inout Writer) -> Bool { false }
}

extension Reader {
    /// A message of google/protobuf/wrappers.proto. `tag` is the current field's.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func wrapped<T: WrapperValue>(
        _ tag: UInt32, _ value: inout T?, unknown unknownFields: inout UnknownFields
    ) throws(WireError) {
        if let usual = T.usualWrapper(&self) {
            value = usual
            return
        }
        drop(try lengthOfWrapped(tag, &value, unknown: &unknownFields))
    }

    /// Merges a wrapper and returns how many bytes it takes, length included. Out of line, as a message has many of them.
    @inlinable @inline(never)
    func lengthOfWrapped<T: WrapperValue>(
        _ tag: UInt32, _ value: inout T?, unknown unknownFields: inout UnknownFields
    ) throws(WireError) -> Int {
        if levels > 0, hasByte(), input.byte(at: position) == 0 {
            // An empty wrapper: 0 where there was no value.
            if case .none = value { value = T() }
            return 1
        }
        var ahead = Reader(input, at: position, levels: levels)
        var body = try ahead.body()
        var inner = value ?? T()
        while true {
            let innerTag = try body.nextTag()
            if innerTag == 0 { break }
            if innerTag == T.wrapperTag {
                inner = try T.inWrapper(&body)
            } else {
                body.drop(try body.lengthOfKept(innerTag, inWrapper: tag >> 3, &unknownFields))
            }
        }
        value = inner
        return ahead.position &- position
    }

    /// An Int32Value of a length, the tag of field 1 and a varint within eight bytes, and how many bytes they take: 0 if
    /// they do not stand here.
    @usableFromInline @inline(never)
    func usualInt32Wrapper() -> (value: Int32, length: Int) {
        let rest = rest
        guard levels > 0, rest.count >= 10, rest[1] == 0x08 else { return (0, 0) }
        let (bits, length) = varintWithin(rest.word(at: 2))
        guard length > 0, rest[0] == UInt8(truncatingIfNeeded: length &+ 1) else { return (0, 0) }
        return (Int32(truncatingIfNeeded: bits), length &+ 2)
    }
}

extension Writer {
    /// A message of google/protobuf/wrappers.proto; nothing if it is `nil`.
    ///
    /// - Parameter unknownFields: Those of the message around: they hold what the wrapper had besides its value.
    @inlinable @inline(__always)
    public mutating func wrapped<T: WrapperValue>(_ number: Int, _ value: T?, unknown unknownFields: UnknownFields) {
        guard let value else { return }
        if unknownFields.isEmpty, value.writeUsualWrapper(number, &self) { return }
        storeWrapped(number, value, unknown: unknownFields)
    }

    @inlinable @inline(never)
    mutating func storeWrapped<T: WrapperValue>(_ number: Int, _ value: T, unknown unknownFields: UnknownFields) {
        let body = open(number, 1)
        value.writeInWrapper(&self)
        if let storage = unknownFields.storage { write(storage, inWrapper: number) }
        close(body, 1)
    }

    @usableFromInline @inline(never)
    mutating func write(_ storage: UnknownFields.Storage, inWrapper number: Int) {
        if let fields = storage.wrapped[UInt32(truncatingIfNeeded: number)] { write(fields) }
    }
}

// MARK: The types

extension Double: WrapperValue {
    public static var wrapperName: String { "DoubleValue" }
    public static var wrapperTag: UInt32 { 9 }
    public static func inWrapper(_ reader: inout Reader) throws(WireError) -> Double { try reader.double() }
    public func writeInWrapper(_ writer: inout Writer) { writer.double(1, self) }

    @inlinable @inline(__always)
    public static func usualWrapper(_ reader: inout Reader) -> Double? {
        // The length 9 and the tag of field 1.
        guard reader.levels > 0, reader.count >= 10, reader.input.halfWord(at: reader.position) == 0x0909 else {
            return nil
        }
        defer { reader.drop(10) }
        return Double(bitPattern: reader.input.word(at: reader.position &+ 2))
    }

    @inlinable @inline(__always)
    public func writeUsualWrapper(_ number: Int, _ writer: inout Writer) -> Bool {
        guard bitPattern != 0 else { return false }
        writer.reserve(20)
        writer.storeTag(number, .lengthDelimited)
        writer.store(UInt16(0x0909))
        writer.store(bitPattern)
        return true
    }
}

extension Int32: WrapperValue {
    public static var wrapperName: String { "Int32Value" }
    public static var wrapperTag: UInt32 { 8 }
    public static func inWrapper(_ reader: inout Reader) throws(WireError) -> Int32 { try reader.int32() }
    public func writeInWrapper(_ writer: inout Writer) { writer.int32(1, self) }

    @inlinable @inline(__always)
    public static func usualWrapper(_ reader: inout Reader) -> Int32? {
        let (value, length) = reader.usualInt32Wrapper()
        if length == 0 { return nil }
        reader.drop(length)
        return value
    }

    @inlinable @inline(__always)
    public func writeUsualWrapper(_ number: Int, _ writer: inout Writer) -> Bool {
        guard (1..<0x80).contains(self) else { return false }
        writer.reserve(20)
        writer.storeTag(number, .lengthDelimited)
        // The length 2 and the tag of field 1.
        writer.store(UInt16(0x0802))
        writer.store(UInt8(truncatingIfNeeded: self))
        return true
    }
}

extension Bool: WrapperValue {
    public static var wrapperName: String { "BoolValue" }
    public static var wrapperTag: UInt32 { 8 }
    public static func inWrapper(_ reader: inout Reader) throws(WireError) -> Bool { try reader.bool() }
    public func writeInWrapper(_ writer: inout Writer) { writer.bool(1, self) }

    @inlinable @inline(__always)
    public static func usualWrapper(_ reader: inout Reader) -> Bool? {
        let (input, position) = (reader.input, reader.position)
        guard reader.levels > 0, reader.hasByte(at: 2), input.halfWord(at: position) == 0x0802,
            input.byte(at: position &+ 2) < 2
        else { return nil }
        reader.drop(3)
        return input.byte(at: position &+ 2) == 1
    }

    @inlinable @inline(__always)
    public func writeUsualWrapper(_ number: Int, _ writer: inout Writer) -> Bool {
        self && Int32(1).writeUsualWrapper(number, &writer)
    }
}

extension Float: WrapperValue {
    public static var wrapperName: String { "FloatValue" }
    public static var wrapperTag: UInt32 { 13 }
    public static func inWrapper(_ reader: inout Reader) throws(WireError) -> Float { try reader.float() }
    public func writeInWrapper(_ writer: inout Writer) { writer.float(1, self) }
}

extension Int64: WrapperValue {
    public static var wrapperName: String { "Int64Value" }
    public static var wrapperTag: UInt32 { 8 }
    public static func inWrapper(_ reader: inout Reader) throws(WireError) -> Int64 { try reader.int64() }
    public func writeInWrapper(_ writer: inout Writer) { writer.int64(1, self) }
}

extension UInt32: WrapperValue {
    public static var wrapperName: String { "UInt32Value" }
    public static var wrapperTag: UInt32 { 8 }
    public static func inWrapper(_ reader: inout Reader) throws(WireError) -> UInt32 { try reader.uint32() }
    public func writeInWrapper(_ writer: inout Writer) { writer.uint32(1, self) }
}

extension UInt64: WrapperValue {
    public static var wrapperName: String { "UInt64Value" }
    public static var wrapperTag: UInt32 { 8 }
    public static func inWrapper(_ reader: inout Reader) throws(WireError) -> UInt64 { try reader.uint64() }
    public func writeInWrapper(_ writer: inout Writer) { writer.uint64(1, self) }
}

extension String: WrapperValue {
    public static var wrapperName: String { "StringValue" }
    public static var wrapperTag: UInt32 { 10 }
    public static func inWrapper(_ reader: inout Reader) throws(WireError) -> String { try reader.string() }
    public func writeInWrapper(_ writer: inout Writer) { writer.string(1, self) }
}

extension [UInt8]: WrapperValue {
    public static var wrapperName: String { "BytesValue" }
    public static var wrapperTag: UInt32 { 10 }
    public static func inWrapper(_ reader: inout Reader) throws(WireError) -> [UInt8] { try reader.bytes() }
    public func writeInWrapper(_ writer: inout Writer) { writer.bytes(1, self) }
}
