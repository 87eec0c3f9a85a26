package import ProtobufWire

/// Reads tags, varints and lengths at absolute offsets of an input, always within `end`.
///
/// Rules and error codes are those of `ProtobufWire`'s reader; this one says where every part of a field lies.
package enum WireScan {
    package struct Failure: Error {
        let code: WireError.Code
        /// Of the value that cannot be read, or of the tag.
        let offset: Int

        /// Whether sound fields may follow. Nothing does where the message ends or the reader gives up.
        var isRecoverable: Bool { code != .truncated && code != .unterminatedGroup && code != .recursionLimitExceeded }
    }

    /// Groups within groups that are passed unread; deeper ones end their message.
    static let skippedGroupLimit = 10_000

    /// One field as it stands on the wire.
    package struct Field {
        package var number: Int
        package var wireType: WireType
        /// Offset of the tag.
        var start: Int
        /// Offset behind the tag.
        var tagEnd: Int
        /// The value: behind the length, and without the end tag of a group.
        var valueStart: Int
        var valueEnd: Int
        /// Offset behind the field.
        var end: Int
        /// A varint or the bits of a fixed value.
        package var bits: UInt64

        package var value: Range<Int> { valueStart..<valueEnd }
    }

    static func varint(_ bytes: Span<UInt8>, _ offset: inout Int, _ end: Int) throws(Failure) -> UInt64 {
        let start = offset
        guard start < end else { throw Failure(code: .truncated, offset: start) }
        let first = bytes[start]
        if first < 0x80 {
            offset = start + 1
            return UInt64(first)
        }
        var value = UInt64(first & 0x7F)
        for index in 1..<10 {
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

    static func tag(
        _ bytes: Span<UInt8>, _ offset: inout Int, _ end: Int
    ) throws(Failure) -> (number: Int, wireType: WireType) {
        let start = offset
        let value = try varint(bytes, &offset, end)
        guard offset - start <= 5, value >= 8, value <= UInt64(UInt32.max) else {
            throw Failure(code: .invalidTag, offset: start)
        }
        guard let wireType = WireType(rawValue: UInt8(value & 7)) else {
            throw Failure(code: .invalidWireType, offset: start)
        }
        return (Int(value >> 3), wireType)
    }

    /// A length; it may reach beyond `end`.
    static func length(_ bytes: Span<UInt8>, _ offset: inout Int, _ end: Int) throws(Failure) -> Int {
        let start = offset
        let value = try varint(bytes, &offset, end)
        guard offset - start <= 5, value <= UInt64(Int32.max) else {
            throw Failure(code: .invalidLength, offset: start)
        }
        return Int(value)
    }

    /// Little-endian bits of a fixed value of `count` bytes.
    static func fixed(_ bytes: Span<UInt8>, _ offset: inout Int, _ end: Int, count: Int) throws(Failure) -> UInt64 {
        guard end - offset >= count else { throw Failure(code: .truncated, offset: offset) }
        var bits: UInt64 = 0
        for index in 0..<count { bits |= UInt64(bytes[offset + index]) &<< UInt64(8 * index) }
        offset += count
        return bits
    }

    /// The whole field at `offset`, a group to its end tag; moves `offset` behind it.
    ///
    /// - Parameter levels: How many levels of groups may be entered.
    package static func field(
        _ bytes: Span<UInt8>, _ offset: inout Int, _ end: Int, levels: Int
    ) throws(Failure) -> Field {
        let start = offset
        let (number, wireType) = try tag(bytes, &offset, end)
        let tagEnd = offset
        var field = Field(
            number: number, wireType: wireType, start: start, tagEnd: tagEnd, valueStart: tagEnd, valueEnd: tagEnd,
            end: tagEnd, bits: 0)
        switch wireType {
        case .varint: field.bits = try varint(bytes, &offset, end)
        case .fixed64: field.bits = try fixed(bytes, &offset, end, count: 8)
        case .fixed32: field.bits = try fixed(bytes, &offset, end, count: 4)
        case .lengthDelimited:
            let count = try length(bytes, &offset, end)
            guard count <= end - offset else { throw Failure(code: .truncated, offset: tagEnd) }
            field.valueStart = offset
            offset += count
        case .startGroup:
            field.valueEnd = try skipGroup(bytes, &offset, end, number: number, levels: levels)
            field.end = offset
            return field
        case .endGroup: throw Failure(code: .mismatchedEndGroup, offset: start)
        }
        field.valueEnd = offset
        field.end = offset
        return field
    }

    /// Passes what is inside a group and its end tag; returns where the end tag begins.
    static func skipGroup(
        _ bytes: Span<UInt8>, _ offset: inout Int, _ end: Int, number: Int, levels: Int
    ) throws(Failure) -> Int {
        var open = [number]
        guard levels > 0 else { throw Failure(code: .recursionLimitExceeded, offset: offset) }
        while true {
            let start = offset
            guard start < end else { throw Failure(code: .unterminatedGroup, offset: start) }
            let (number, wireType) = try tag(bytes, &offset, end)
            switch wireType {
            case .varint: _ = try varint(bytes, &offset, end)
            case .fixed64: _ = try fixed(bytes, &offset, end, count: 8)
            case .fixed32: _ = try fixed(bytes, &offset, end, count: 4)
            case .lengthDelimited:
                let lengthStart = offset
                let count = try length(bytes, &offset, end)
                guard count <= end - offset else { throw Failure(code: .truncated, offset: lengthStart) }
                offset += count
            case .startGroup:
                guard open.count < levels else { throw Failure(code: .recursionLimitExceeded, offset: offset) }
                open.append(number)
            case .endGroup:
                guard open.popLast() == number else { throw Failure(code: .mismatchedEndGroup, offset: start) }
                if open.isEmpty { return start }
            }
        }
    }

    /// How many packed values there are in a range, and what is wrong behind them.
    static func countPacked(
        _ bytes: Span<UInt8>, _ range: Range<Int>, _ kind: FieldKind
    ) -> (count: Int, failure: Failure?) {
        if let count = countSound(bytes, range, kind) { return (count, nil) }
        var offset = range.lowerBound
        var count = 0
        while offset < range.upperBound {
            do throws(Failure) {
                _ = try packedElement(bytes, &offset, range.upperBound, kind)
                count += 1
            } catch {
                return (count, error)
            }
        }
        return (count, nil)
    }

    /// How many packed values there are, with nothing wrong: without looking at each, which takes many times as long.
    private static func countSound(_ bytes: Span<UInt8>, _ range: Range<Int>, _ kind: FieldKind) -> Int? {
        switch kind.wireType {
        case .fixed64: range.count & 7 == 0 ? range.count / 8 : nil
        case .fixed32: range.count & 3 == 0 ? range.count / 4 : nil
        default: countVarints(bytes, range)
        }
    }

    /// How many varints there are, if each ends within ten bytes and the last one at the end.
    static func countVarints(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
        var count = 0
        // Bytes so far of the varint that has not ended.
        var open = 0
        var offset = range.lowerBound
        while range.upperBound - offset >= 8 {
            // Small numbers, many at once.
            if open == 0, range.upperBound - offset >= 64, bytes.extracting(offset..<(offset + 64)).isASCII {
                count += 64
                offset += 64
                continue
            }
            // The high bit of each byte that ends a varint.
            let ends = ~bytes.word(at: offset) & 0x8080_8080_8080_8080
            guard open + ends.trailingZeroBitCount / 8 < 10 else { return nil }
            // All eight bits come together in the highest byte.
            count += Int(truncatingIfNeeded: ((ends >> 7) &* 0x0101_0101_0101_0101) >> 56)
            open = ends == 0 ? open + 8 : ends.leadingZeroBitCount / 8
            offset += 8
        }
        while offset < range.upperBound {
            open += 1
            if bytes[offset] < 0x80 {
                guard open <= 10 else { return nil }
                count += 1
                open = 0
            }
            offset += 1
        }
        return open == 0 ? count : nil
    }

    /// Whether these bytes are UTF-8: no overlong forms, no surrogates, nothing above U+10FFFF.
    package static func isUTF8(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        bytes.firstInvalidUTF8(from: range.lowerBound, before: range.upperBound) == nil
    }
}

extension Span<UInt8> {
    /// The string in a range of the bytes; damaged UTF-8 is repaired with U+FFFD.
    func string(_ range: Range<Int>) -> String {
        // The closure borrows this span's bytes for the duration of the call only.
        unsafe extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// A copy of a range of the bytes.
    func array(_ range: Range<Int>) -> [UInt8] {
        // As above: the array copies while the bytes are borrowed.
        unsafe extracting(range).withUnsafeBufferPointer { unsafe [UInt8]($0) }
    }
}
