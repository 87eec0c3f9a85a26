extension Reader {
    /// Passes the value of the current field, whatever it is, and keeps the whole field, byte for byte.
    ///
    /// For the `default` case of a message's `switch`: unknown numbers, and known ones with another wire type.
    /// - Throws: what ``skip(_:)`` throws.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func keep(_ tag: UInt32, in unknownFields: inout UnknownFields) throws(WireError) {
        drop(try lengthOfKept(tag, &unknownFields))
    }

    /// Keeps the current field, which stands in the wrapper `wrapper` unless that is `nil`, and returns how many bytes its
    /// value takes. (Were the reader itself to change in here, it could not stay in registers while its message is read.)
    @usableFromInline @inline(never)
    func lengthOfKept(
        _ tag: UInt32, inWrapper wrapper: UInt32? = nil, _ unknownFields: inout UnknownFields
    ) throws(WireError) -> Int {
        let length = try lengthOfValue(tag)
        unknownFields.append(tag, tagLength(tag), rest.extracting(0..<length), inWrapper: wrapper)
        return length
    }

    /// Passes the value of the field with `tag`, copying nothing. Groups are passed to their end.
    ///
    /// - Throws: ``WireError/Code/invalidWireType``, ``WireError/Code/mismatchedEndGroup``,
    ///   ``WireError/Code/unterminatedGroup``, ``WireError/Code/recursionLimitExceeded`` and what lengths and varints
    ///   throw.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func skip(_ tag: UInt32) throws(WireError) {
        switch tag & 7 {
        case 0: _ = try varint()
        case 2: _ = try borrowedBytes()
        default: drop(try lengthOfValue(tag))
        }
    }

    /// The reader over what is inside the field with `tag`: the bytes behind a length, or a group without its end tag.
    /// `nil` for the other wire types.
    @_lifetime(copy self)
    @_lifetime(self: copy self)
    mutating func body(of tag: UInt32) throws(WireError) -> Reader? {
        switch WireType(rawValue: UInt8(tag & 7)) {
        case .lengthDelimited: return try body()
        case .startGroup:
            // The end may be missing: what is there is the group.
            return Reader(input, at: position, levels: levels - 1)
        default: return nil
        }
    }

    /// The number of bytes of the value behind `tag`.
    @usableFromInline @inline(never)
    func lengthOfValue(_ tag: UInt32) throws(WireError) -> Int {
        var ahead = self
        // The field numbers of the groups that are open, innermost last.
        var groups: [UInt32] = []
        var tag = tag
        while true {
            switch tag & 7 {
            case 0: _ = try ahead.varint()
            case 1: _ = try ahead.fixed64()
            case 2: _ = try ahead.borrowedBytes()
            case 3:
                guard ahead.levels > 0 else { throw ahead.error(.recursionLimitExceeded) }
                groups.append(tag >> 3)
                ahead = Reader(input, at: ahead.position, levels: ahead.levels - 1)
            case 4:
                guard groups.popLast() == tag >> 3 else { throw ahead.error(.mismatchedEndGroup, at: tag) }
                ahead = Reader(input, at: ahead.position, levels: ahead.levels + 1)
            case 5: _ = try ahead.fixed32()
            default: throw ahead.error(.invalidWireType, at: tag)
            }
            if groups.isEmpty { return ahead.position &- position }
            tag = try ahead.nextTag()
            if tag == 0 { throw ahead.error(.unterminatedGroup) }
        }
    }

    /// The number of bytes of the current field's tag.
    func tagLength(_ tag: UInt32) -> Int { varintLength(UInt64(tag)) &+ Int(surplus) }

    /// The error at the current field's tag, which stands right before the reader.
    private func error(_ code: WireError.Code, at tag: UInt32) -> WireError {
        error(code, offset: offset - tagLength(tag))
    }
}
