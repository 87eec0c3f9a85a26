// The messages of google/protobuf/wrappers.proto are native optionals in Swift. What such a message holds besides its
// value is kept with the unknown fields of the message around it, under the wrapper's number.
extension Reader {
    /// A `google.protobuf.DoubleValue`.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func wrapped(_ value: inout Double?, _ unknownFields: inout UnknownFields) throws(WireError) {
        if levels > 0, rest.count >= 10, halfWord(at: 0) == 0x0909 {
            value = Double(bitPattern: word(at: 2))
            drop(10)
            return
        }
        drop(try wrapper(&value, 9, &unknownFields) { reader throws(WireError) in try reader.double() })
    }

    /// A `google.protobuf.FloatValue`.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func wrapped(_ value: inout Float?, _ unknownFields: inout UnknownFields) throws(WireError) {
        drop(try wrapper(&value, 13, &unknownFields) { reader throws(WireError) in try reader.float() })
    }

    /// A `google.protobuf.Int32Value`.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func wrapped(_ value: inout Int32?, _ unknownFields: inout UnknownFields) throws(WireError) {
        if levels > 0, rest.count >= 3, halfWord(at: 0) == 0x0802, rest[2] < 0x80 {
            value = Int32(rest[2])
            drop(3)
            return
        }
        drop(try wrapper(&value, 8, &unknownFields) { reader throws(WireError) in try reader.int32() })
    }

    /// A `google.protobuf.Int64Value`.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func wrapped(_ value: inout Int64?, _ unknownFields: inout UnknownFields) throws(WireError) {
        drop(try wrapper(&value, 8, &unknownFields) { reader throws(WireError) in try reader.int64() })
    }

    /// A `google.protobuf.UInt32Value`.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func wrapped(_ value: inout UInt32?, _ unknownFields: inout UnknownFields) throws(WireError) {
        drop(try wrapper(&value, 8, &unknownFields) { reader throws(WireError) in try reader.uint32() })
    }

    /// A `google.protobuf.UInt64Value`.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func wrapped(_ value: inout UInt64?, _ unknownFields: inout UnknownFields) throws(WireError) {
        drop(try wrapper(&value, 8, &unknownFields) { reader throws(WireError) in try reader.uint64() })
    }

    /// A `google.protobuf.BoolValue`.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func wrapped(_ value: inout Bool?, _ unknownFields: inout UnknownFields) throws(WireError) {
        if levels > 0, rest.count >= 3, halfWord(at: 0) == 0x0802, rest[2] < 2 {
            value = rest[2] == 1
            drop(3)
            return
        }
        drop(try wrapper(&value, 8, &unknownFields) { reader throws(WireError) in try reader.bool() })
    }

    /// A `google.protobuf.StringValue`.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func wrapped(_ value: inout String?, _ unknownFields: inout UnknownFields) throws(WireError) {
        drop(try wrapper(&value, 10, &unknownFields) { reader throws(WireError) in try reader.string() })
    }

    /// A `google.protobuf.BytesValue`.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func wrapped(_ value: inout [UInt8]?, _ unknownFields: inout UnknownFields) throws(WireError) {
        drop(try wrapper(&value, 10, &unknownFields) { reader throws(WireError) in try reader.bytes() })
    }

    /// Merges a wrapper whose value has the tag `valueTag`, and returns how many bytes it takes, length included.
    @inlinable @inline(never)
    func wrapper<T: DefaultInitializable>(
        _ value: inout T?, _ valueTag: UInt32, _ unknownFields: inout UnknownFields,
        _ read: (inout Reader) throws(WireError) -> T
    ) throws(WireError) -> Int {
        if levels > 0, rest.count > 0, rest[0] == 0 {
            // An empty wrapper: 0 where there was no value.
            if case .none = value { value = T() }
            return 1
        }
        var ahead = Reader(rest, end: end, levels: levels)
        var body = try ahead.body()
        var inner = value ?? T()
        while true {
            let tag = try body.nextTag()
            if tag == 0 { break }
            if tag == valueTag {
                inner = try read(&body)
            } else {
                try body.skip(tag)
                keepInWrapper(body.field.extracting(0..<(body.field.count &- body.rest.count)), in: &unknownFields)
            }
        }
        value = inner
        return rest.count &- ahead.rest.count
    }

    /// Keeps a field of the wrapper that is this reader's current field.
    @usableFromInline @inline(never)
    func keepInWrapper(_ content: Span<UInt8>, in unknownFields: inout UnknownFields) {
        unknownFields.append(content, inWrapper: UInt32(truncatingIfNeeded: number))
    }
}

/// A value that is zero or empty when made from nothing.
@usableFromInline protocol DefaultInitializable { init() }
extension Double: DefaultInitializable {}
extension Float: DefaultInitializable {}
extension Int32: DefaultInitializable {}
extension Int64: DefaultInitializable {}
extension UInt32: DefaultInitializable {}
extension UInt64: DefaultInitializable {}
extension Bool: DefaultInitializable {}
extension String: DefaultInitializable {}
extension Array<UInt8>: DefaultInitializable {}
