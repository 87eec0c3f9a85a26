// The messages of google/protobuf/wrappers.proto are native optionals in Swift. What such a message holds besides its
// value is kept with the unknown fields of the message around it, under the wrapper's number.
extension Reader {
    /// A `google.protobuf.DoubleValue`. `tag` is the current field's.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func wrapped(
        _ tag: UInt32, _ value: inout Double?, unknown unknownFields: inout UnknownFields
    ) throws(WireError) {
        if levels > 0, count >= 10, input.halfWord(at: position) == 0x0909 {
            value = Double(bitPattern: input.word(at: position &+ 2))
            drop(10)
            return
        }
        drop(try lengthOfWrapped(tag, &value, unknown: &unknownFields))
    }

    /// A `google.protobuf.FloatValue`. `tag` is the current field's.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func wrapped(
        _ tag: UInt32, _ value: inout Float?, unknown unknownFields: inout UnknownFields
    ) throws(WireError) {
        drop(try lengthOfWrapped(tag, &value, unknown: &unknownFields))
    }

    /// A `google.protobuf.Int32Value`. `tag` is the current field's.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func wrapped(
        _ tag: UInt32, _ value: inout Int32?, unknown unknownFields: inout UnknownFields
    ) throws(WireError) {
        drop(try lengthOfWrapped(tag, &value, unknown: &unknownFields))
    }

    /// A `google.protobuf.Int64Value`. `tag` is the current field's.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func wrapped(
        _ tag: UInt32, _ value: inout Int64?, unknown unknownFields: inout UnknownFields
    ) throws(WireError) {
        drop(try lengthOfWrapped(tag, &value, unknown: &unknownFields))
    }

    /// A `google.protobuf.UInt32Value`. `tag` is the current field's.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func wrapped(
        _ tag: UInt32, _ value: inout UInt32?, unknown unknownFields: inout UnknownFields
    ) throws(WireError) {
        drop(try lengthOfWrapped(tag, &value, unknown: &unknownFields))
    }

    /// A `google.protobuf.UInt64Value`. `tag` is the current field's.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func wrapped(
        _ tag: UInt32, _ value: inout UInt64?, unknown unknownFields: inout UnknownFields
    ) throws(WireError) {
        drop(try lengthOfWrapped(tag, &value, unknown: &unknownFields))
    }

    /// A `google.protobuf.BoolValue`. `tag` is the current field's.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func wrapped(
        _ tag: UInt32, _ value: inout Bool?, unknown unknownFields: inout UnknownFields
    ) throws(WireError) {
        if levels > 0, hasByte(at: 2), input.halfWord(at: position) == 0x0802, input.byte(at: position &+ 2) < 2 {
            value = input.byte(at: position &+ 2) == 1
            drop(3)
            return
        }
        drop(try lengthOfWrapped(tag, &value, unknown: &unknownFields))
    }

    /// A `google.protobuf.StringValue`. `tag` is the current field's.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func wrapped(
        _ tag: UInt32, _ value: inout String?, unknown unknownFields: inout UnknownFields
    ) throws(WireError) {
        drop(try lengthOfWrapped(tag, &value, unknown: &unknownFields))
    }

    /// A `google.protobuf.BytesValue`. `tag` is the current field's.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func wrapped(
        _ tag: UInt32, _ value: inout [UInt8]?, unknown unknownFields: inout UnknownFields
    ) throws(WireError) {
        drop(try lengthOfWrapped(tag, &value, unknown: &unknownFields))
    }

    // MARK: The same, out of line: how many bytes the wrapper takes, length included

    @usableFromInline @inline(never)
    func lengthOfWrapped(
        _ tag: UInt32, _ value: inout Double?, unknown unknownFields: inout UnknownFields
    ) throws(WireError) -> Int {
        return try wrapper(tag, &value, valueTag: 9, unknown: &unknownFields) { reader throws(WireError) in
            try reader.double()
        }
    }

    @usableFromInline @inline(never)
    func lengthOfWrapped(
        _ tag: UInt32, _ value: inout Float?, unknown unknownFields: inout UnknownFields
    ) throws(WireError) -> Int {
        try wrapper(tag, &value, valueTag: 13, unknown: &unknownFields) { reader throws(WireError) in try reader.float()
        }
    }

    @usableFromInline @inline(never)
    func lengthOfWrapped(
        _ tag: UInt32, _ value: inout Int32?, unknown unknownFields: inout UnknownFields
    ) throws(WireError) -> Int {
        // A length, the tag of field 1, a varint within eight bytes.
        let rest = rest
        if levels > 0, rest.count >= 10, rest[1] == 0x08 {
            let (bits, length) = varintWithin(rest.word(at: 2))
            if length > 0, rest[0] == UInt8(truncatingIfNeeded: length &+ 1) {
                value = Int32(truncatingIfNeeded: bits)
                return length &+ 2
            }
        }
        return try wrapper(tag, &value, valueTag: 8, unknown: &unknownFields) { reader throws(WireError) in
            try reader.int32()
        }
    }

    @usableFromInline @inline(never)
    func lengthOfWrapped(
        _ tag: UInt32, _ value: inout Int64?, unknown unknownFields: inout UnknownFields
    ) throws(WireError) -> Int {
        try wrapper(tag, &value, valueTag: 8, unknown: &unknownFields) { reader throws(WireError) in try reader.int64()
        }
    }

    @usableFromInline @inline(never)
    func lengthOfWrapped(
        _ tag: UInt32, _ value: inout UInt32?, unknown unknownFields: inout UnknownFields
    ) throws(WireError) -> Int {
        try wrapper(tag, &value, valueTag: 8, unknown: &unknownFields) { reader throws(WireError) in try reader.uint32()
        }
    }

    @usableFromInline @inline(never)
    func lengthOfWrapped(
        _ tag: UInt32, _ value: inout UInt64?, unknown unknownFields: inout UnknownFields
    ) throws(WireError) -> Int {
        try wrapper(tag, &value, valueTag: 8, unknown: &unknownFields) { reader throws(WireError) in try reader.uint64()
        }
    }

    @usableFromInline @inline(never)
    func lengthOfWrapped(
        _ tag: UInt32, _ value: inout Bool?, unknown unknownFields: inout UnknownFields
    ) throws(WireError) -> Int {
        return try wrapper(tag, &value, valueTag: 8, unknown: &unknownFields) { reader throws(WireError) in
            try reader.bool()
        }
    }

    @usableFromInline @inline(never)
    func lengthOfWrapped(
        _ tag: UInt32, _ value: inout String?, unknown unknownFields: inout UnknownFields
    ) throws(WireError) -> Int {
        try wrapper(tag, &value, valueTag: 10, unknown: &unknownFields) { reader throws(WireError) in
            try reader.string()
        }
    }

    @usableFromInline @inline(never)
    func lengthOfWrapped(
        _ tag: UInt32, _ value: inout [UInt8]?, unknown unknownFields: inout UnknownFields
    ) throws(WireError) -> Int {
        try wrapper(tag, &value, valueTag: 10, unknown: &unknownFields) { reader throws(WireError) in try reader.bytes()
        }
    }

    /// Merges a wrapper whose value has the tag `valueTag`, and returns how many bytes it takes, length included.
    @inline(__always)
    private func wrapper<T: DefaultInitializable>(
        _ tag: UInt32, _ value: inout T?, valueTag: UInt32, unknown unknownFields: inout UnknownFields,
        read: (inout Reader) throws(WireError) -> T
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
            if innerTag == valueTag {
                inner = try read(&body)
            } else {
                body.drop(try body.lengthOfKept(innerTag, inWrapper: tag >> 3, unknown: &unknownFields))
            }
        }
        value = inner
        return ahead.position &- position
    }

    /// Keeps the current field, which stands in the wrapper `number`, and returns how many bytes its value takes.
    @inline(never)
    private func lengthOfKept(
        _ tag: UInt32, inWrapper number: UInt32, unknown unknownFields: inout UnknownFields
    ) throws(WireError) -> Int {
        let length = try lengthOfValue(tag)
        unknownFields.append(tag, tagLength(tag), rest.extracting(0..<length), inWrapper: number)
        return length
    }
}

/// A value that is zero or empty when made from nothing.
private protocol DefaultInitializable { init() }
extension Double: DefaultInitializable {}
extension Float: DefaultInitializable {}
extension Int32: DefaultInitializable {}
extension Int64: DefaultInitializable {}
extension UInt32: DefaultInitializable {}
extension UInt64: DefaultInitializable {}
extension Bool: DefaultInitializable {}
extension String: DefaultInitializable {}
extension Array<UInt8>: DefaultInitializable {}
