internal import ByteText
package import ProtobufWire

/// Reads tags, varints, lengths and whole fields of the wire format, one after another, within a range of the input.
///
/// Rules and error codes are those of `ProtobufWire`'s reader; a cursor also says where each part of a field lies.
package struct WireCursor: ~Escapable {
    /// The whole input. All offsets count from its first byte.
    package let bytes: Span<UInt8>
    package var offset: Int
    package let end: Int

    @_lifetime(copy bytes)
    package init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        self.bytes = bytes
        offset = range.lowerBound
        end = range.upperBound
    }

    package struct Failure: Error {
        package let code: WireError.Code
        /// Offset of the value that cannot be read, or of the tag.
        package let offset: Int

        /// Whether sound fields may follow. None do where the message ends or the reader gives up.
        var isRecoverable: Bool { code != .truncated && code != .unterminatedGroup && code != .recursionLimitExceeded }
    }

    /// One field as it stands on the wire.
    package struct Field {
        package var number: Int
        package var wireType: WireType
        /// Offset of the tag.
        package var start: Int
        /// Offset behind the tag.
        var tagEnd: Int
        /// The value starts behind the length and ends before the end tag of a group.
        var valueStart: Int
        var valueEnd: Int
        /// Offset behind the field.
        package var end: Int
        /// A varint or the bits of a fixed value.
        package var bits: UInt64
        /// By how many bytes the announced length exceeds the message. Only ``LevelReader`` gives such fields.
        package var missing = 0

        /// A field of which the tag has been read, and nothing behind it.
        init(number: Int, wireType: WireType, at start: Int, tagEnd: Int) {
            (self.number, self.wireType, self.start, self.tagEnd) = (number, wireType, start, tagEnd)
            (valueStart, valueEnd, end, bits) = (tagEnd, tagEnd, tagEnd, 0)
        }

        package var value: Range<Int> { valueStart..<valueEnd }
        /// The whole field, with tag and length.
        var range: Range<Int> { start..<end }
    }

    /// Groups within groups that are skipped; deeper ones end their message.
    static let skippedGroupLimit = 10_000

    // MARK: Parts
    // Most tags, lengths and numbers take one byte, which is read in place.

    @_lifetime(self: copy self)
    @inline(__always)
    package mutating func varint() throws(Failure) -> UInt64 {
        if offset < end, bytes[offset] < 0x80 {
            defer { offset += 1 }
            return UInt64(bytes[offset])
        }
        return try longVarint()
    }

    @_lifetime(self: copy self)
    @inline(never)
    private mutating func longVarint() throws(Failure) -> UInt64 {
        let start = offset
        if end - start >= 8 {
            let (value, length) = varintWithin(bytes.word(at: start))
            if length > 0 {
                offset += length
                return value
            }
        }
        var value: UInt64 = 0
        for index in 0..<10 {
            guard start + index < end else { throw Failure(code: .truncated, offset: start) }
            let byte = bytes[start + index]
            // The tenth byte has room for one bit; the official runtimes drop the others.
            value |= UInt64(byte & 0x7F) &<< UInt64(7 * index)
            if byte < 0x80 {
                offset = start + index + 1
                return value
            }
        }
        throw Failure(code: .malformedVarint, offset: start)
    }

    @_lifetime(self: copy self)
    @inline(__always)
    package mutating func tag() throws(Failure) -> (number: Int, wireType: WireType) {
        if offset < end {
            let byte = bytes[offset]
            if byte < 0x80, byte >= 8, let wireType = WireType(rawValue: byte & 7) {
                offset += 1
                return (Int(byte >> 3), wireType)
            }
        }
        return try longTag()
    }

    @_lifetime(self: copy self)
    @inline(never)
    private mutating func longTag() throws(Failure) -> (number: Int, wireType: WireType) {
        let start = offset
        let value = try varint()
        guard offset - start <= 5, value >= 8, value <= UInt64(UInt32.max) else {
            throw Failure(code: .invalidTag, offset: start)
        }
        guard let wireType = WireType(rawValue: UInt8(value & 7)) else {
            throw Failure(code: .invalidWireType, offset: start)
        }
        return (Int(value >> 3), wireType)
    }

    /// The length of a length-delimited value, which may reach beyond `end`.
    @_lifetime(self: copy self)
    @inline(__always)
    package mutating func length() throws(Failure) -> Int {
        let start = offset
        let value = try varint()
        guard offset - start <= 5, value <= UInt64(Int32.max) else {
            throw Failure(code: .invalidLength, offset: start)
        }
        return Int(value)
    }

    /// The bits of a number as a field of the wire type, or a packed list of them, has it: a varint, or the little-endian
    /// bits of a fixed value.
    @_lifetime(self: copy self)
    package mutating func number(_ wireType: WireType) throws(Failure) -> UInt64 {
        guard wireType != .varint else { return try varint() }
        let count = wireType == .fixed64 ? 8 : 4
        guard end - offset >= count else { throw Failure(code: .truncated, offset: offset) }
        defer { offset += count }
        return count == 8 ? bytes.word(at: offset) : UInt64(UInt32(littleEndian: bytes.load(at: offset)))
    }

    /// Passes a number as ``number(_:)`` reads it; false when it cannot be read.
    @_lifetime(self: copy self)
    @inline(__always)
    mutating func skipNumber(_ wireType: WireType) -> Bool {
        guard wireType == .varint else {
            let count = wireType == .fixed64 ? 8 : 4
            offset += count
            return offset <= end
        }
        let limit = min(end, offset + 10)
        while offset < limit {
            offset += 1
            if bytes[offset - 1] < 0x80 { return true }
        }
        return false
    }

    // MARK: Fields

    /// The next field; `nil` at the end, and where the bytes are no field. The cursor stays there.
    @_lifetime(self: copy self)
    @inline(__always)
    package mutating func next(levels: Int) -> Field? {
        guard offset < end else { return nil }
        let start = offset
        if let field = try? field(levels: levels) { return field }
        offset = start
        return nil
    }

    /// The whole field at `offset`, a group to its end tag.
    ///
    /// - Parameter levels: How many levels of groups may be entered.
    @_lifetime(self: copy self)
    @inline(never)
    package mutating func field(levels: Int) throws(Failure) -> Field {
        let start = offset
        let (number, wireType) = try tag()
        var field = Field(number: number, wireType: wireType, at: start, tagEnd: offset)
        switch wireType {
        case .varint: field.bits = try varint()
        case .fixed64, .fixed32: field.bits = try self.number(wireType)
        case .lengthDelimited: try skipDelimited(from: &field.valueStart)
        case .startGroup:
            field.valueEnd = try skipGroup(number, levels: levels)
            field.end = offset
            return field
        case .endGroup: throw Failure(code: .mismatchedEndGroup, offset: start)
        }
        field.valueEnd = offset
        field.end = offset
        return field
    }

    /// The field at `offset` without the bits of a number; `nil` for groups, and where the bytes are no field.
    @_lifetime(self: copy self)
    @inline(__always)
    mutating func usualField() -> Field? {
        let start = offset
        guard let (number, wireType) = try? tag() else { return nil }
        var field = Field(number: number, wireType: wireType, at: start, tagEnd: offset)
        switch wireType {
        case .varint, .fixed64, .fixed32: guard skipNumber(wireType) else { return nil }
        case .lengthDelimited: guard (try? skipDelimited(from: &field.valueStart)) != nil else { return nil }
        case .startGroup, .endGroup: return nil
        }
        field.valueEnd = offset
        field.end = offset
        return field
    }

    /// Skips a length and the value behind it.
    ///
    /// - Parameter valueStart: Set to the offset behind the length.
    @_lifetime(self: copy self)
    @inline(__always)
    private mutating func skipDelimited(from valueStart: inout Int) throws(Failure) {
        let start = offset
        let count = try length()
        guard count <= end - offset else { throw Failure(code: .truncated, offset: start) }
        valueStart = offset
        offset += count
    }

    /// Skips the fields inside a group and its end tag; returns where the end tag begins.
    @_lifetime(self: copy self)
    package mutating func skipGroup(_ number: Int, levels: Int) throws(Failure) -> Int {
        var open = [number]
        guard levels > 0 else { throw Failure(code: .recursionLimitExceeded, offset: offset) }
        while true {
            var start = offset
            guard start < end else { throw Failure(code: .unterminatedGroup, offset: start) }
            let (number, wireType) = try tag()
            switch wireType {
            case .varint, .fixed64, .fixed32: _ = try self.number(wireType)
            case .lengthDelimited: try skipDelimited(from: &start)
            case .startGroup:
                guard open.count < levels else { throw Failure(code: .recursionLimitExceeded, offset: offset) }
                open.append(number)
            case .endGroup:
                guard open.popLast() == number else { throw Failure(code: .mismatchedEndGroup, offset: start) }
                if open.isEmpty { return start }
            }
        }
    }
}

// MARK: Packed lists

extension Span<UInt8> {
    /// How many packed numbers of a wire type fill a range; `nil` where something is wrong with one of them.
    ///
    /// The numbers are not looked at one by one, which would take many times as long.
    package func packedCount(_ range: Range<Int>, _ wireType: WireType) -> Int? {
        switch wireType {
        case .fixed64: range.count & 7 == 0 ? range.count / 8 : nil
        case .fixed32: range.count & 3 == 0 ? range.count / 4 : nil
        default: varintCount(range)
        }
    }

    /// How many varints fill a range, if each ends within ten bytes and the last one at the end.
    private func varintCount(_ range: Range<Int>) -> Int? {
        var count = 0
        // Bytes so far of the varint that has not ended.
        var open = 0
        var offset = range.lowerBound
        while range.upperBound - offset >= 8 {
            // Small numbers, many at once.
            if open == 0, range.upperBound - offset >= 64, extracting(offset..<(offset + 64)).isASCII {
                count += 64
                offset += 64
                continue
            }
            // The high bit of each byte that ends a varint.
            let ends = ~word(at: offset) & 0x8080_8080_8080_8080
            guard open + ends.trailingZeroBitCount / 8 < 10 else { return nil }
            // All eight bits come together in the highest byte.
            count += Int(truncatingIfNeeded: ((ends >> 7) &* 0x0101_0101_0101_0101) >> 56)
            open = ends == 0 ? open + 8 : ends.leadingZeroBitCount / 8
            offset += 8
        }
        while offset < range.upperBound {
            open += 1
            if self[offset] < 0x80 {
                guard open <= 10 else { return nil }
                count += 1
                open = 0
            }
            offset += 1
        }
        return open == 0 ? count : nil
    }

    /// How many packed numbers stand in a range, and what is wrong behind them.
    func countPacked(_ range: Range<Int>, _ wireType: WireType) -> (count: Int, failure: WireCursor.Failure?) {
        if let count = packedCount(range, wireType) { return (count, nil) }
        var cursor = WireCursor(self, range)
        var count = 0
        do throws(WireCursor.Failure) {
            while true {
                _ = try cursor.number(wireType)
                count += 1
            }
        } catch {
            return (count, error)
        }
    }

    /// Calls `body` with the bits of the packed numbers in a range, until it returns false or a number cannot be read.
    package func forEachPacked<E: Error>(
        _ range: Range<Int>, _ wireType: WireType, _ body: (UInt64) throws(E) -> Bool
    ) throws(E) {
        var cursor = WireCursor(self, range)
        while cursor.offset < range.upperBound, let bits = try? cursor.number(wireType) {
            guard try body(bits) else { return }
        }
    }
}

extension Span<UInt8> {
    /// Whether a range of the bytes is UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF.
    package func isUTF8(_ range: Range<Int>) -> Bool {
        firstInvalidUTF8(from: range.lowerBound, before: range.upperBound) == nil
    }

    /// Whether a range of the bytes looks like text: UTF-8 without control characters other than tabs and line ends.
    ///
    /// - Parameter isWhole: Whether the text ends with the range; otherwise its last character may be cut.
    func isText(_ range: Range<Int>, isWhole: Bool = true) -> Bool {
        var index = range.lowerBound
        while index < range.upperBound {
            let end = min(index + 8, range.upperBound)
            // Where one of eight bytes may be none of text, and at the end, each is looked at.
            if end - index < 8 || word(at: index).unprintableMarks.hasMark {
                for index in index..<end where self[index] < 0x20 || self[index] == 0x7F {
                    guard self[index] == 0x0A || self[index] == 0x09 || self[index] == 0x0D else { return false }
                }
            }
            index = end
        }
        guard let invalid = firstInvalidUTF8(from: range.lowerBound, before: range.upperBound) else { return true }
        return !isWhole && range.upperBound - invalid < 4
    }
}

extension ArraySlice<UInt8> {
    /// Whether these bytes look like text. Linear.
    package var isPrintable: Bool { span.isText(0..<count) }
}
