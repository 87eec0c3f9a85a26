internal import ProtobufWire

/// Estimates how many bits each reading of a payload takes; `nil` where the reading is impossible.
///
/// The figures are rounded code lengths: what is common in protobuf messages costs little. They were set by hand, and
/// a test holds them to the true kinds of the fields of all fixtures.
enum PayloadCost {
    /// Bits for the choice of a reading: plain bytes and packed lists are rarer than text and messages.
    private static let messagePrior = 2.0
    private static let bytesPrior = 6.0
    private static let packedPrior = 8.0

    /// Bytes or fields at the front of a payload that are weighed; the rest is taken to be like them.
    private static let weighedBytes = 256
    private static let weighedFields = 16
    /// Levels below a payload that are weighed as messages; deeper ones count as text or bytes.
    private static let weighedLevels = 3

    static func plain(_ count: Int) -> Double { 8 * Double(count) + bytesPrior }

    // MARK: Text

    /// The classes of characters between which text seldom changes.
    private enum Class { case none, lower, upper, digit, joint, other }

    /// - Parameter bound: Counting stops when the bits exceed it.
    static func text(_ bytes: Span<UInt8>, _ range: Range<Int>, bound: Double = .infinity) -> Double? {
        // Few messages are UTF-8 beyond their first bytes, so this check ends soon.
        guard bytes.isUTF8(range) else { return nil }
        let end = min(range.upperBound, range.lowerBound + weighedBytes)
        var bits = 0.0
        var before = Class.none
        var lead: UInt8 = 0
        for index in range.lowerBound..<end {
            let byte = bytes[index]
            var kind = Class.other
            switch byte {
            case 0x61...0x7A:
                kind = .lower
                bits += before == .lower || before == .upper ? 4.3 : 5
            case 0x30...0x39:
                kind = .digit
                bits += before == .digit ? 3.6 : 5
            case 0x41...0x5A:
                kind = .upper
                bits += before == .upper ? 4.7 : 5.5
            case 0x20, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "/"),
                UInt8(ascii: ":"), UInt8(ascii: ","):
                kind = .joint
                bits += before == .joint ? 6 : before == .none ? 8 : 4.5
            case 0x21...0x7E:
                // Text seldom begins with a punctuation mark; a message with a field 4 to 15 does.
                bits += before == .none ? 11 : 6.5
            case 0x09, 0x0A, 0x0D:
                kind = .joint
                // Nor with a line break, as messages with a field 1 do.
                bits += before == .none ? 16 : 8
            case 0x00...0x1F, 0x7F:
                bits += 15
                if bits > bound { return nil }
            case 0x80...0xBF:
                // The rest of a character.
                bits += 4.5
            default:
                // One alphabet is seldom left for another.
                bits += byte == lead ? 3 : lead == 0 ? 8 : 6
                lead = byte
            }
            before = kind
        }
        return bits * Double(range.count) / Double(end - range.lowerBound)
    }

    // MARK: Messages

    /// - Parameters:
    ///   - levels: How many levels below are weighed as messages.
    ///   - isWhole: Whether all bytes have to be fields, or only the bytes that are weighed.
    static func message(
        _ bytes: Span<UInt8>, _ range: Range<Int>, levels: Int = weighedLevels, isWhole: Bool = true
    ) -> Double? {
        var cursor = WireCursor(bytes, range)
        var bits = 0.0
        var number = 0
        var count = 0
        while count < weighedFields, let field = cursor.next(levels: groupLevels) {
            count += 1
            bits += tagBits(field, after: number) + valueBits(bytes, field, in: range, levels: levels)
            number = field.number
        }
        let weighed = cursor.offset - range.lowerBound
        if isWhole { while cursor.next(levels: groupLevels) != nil {} }
        guard cursor.offset == range.upperBound || !isWhole && count == weighedFields else { return nil }
        return bits * Double(range.count) / Double(weighed) + messagePrior
    }

    /// Groups within groups that a guessed message may have.
    private static let groupLevels = 16

    private static func tagBits(_ field: WireCursor.Field, after last: Int) -> Double {
        var bits: Double =
            switch field.wireType {
            case .lengthDelimited: 1.0
            case .varint: 1.2
            case .fixed64: 3
            case .fixed32: 3.5
            case .startGroup, .endGroup: 12
            }
        // Fields are written in the order of their numbers, and small numbers are given first.
        let step = field.number - last
        switch step {
        case 0: bits += field.wireType == .lengthDelimited ? 2 : 4
        case 1: bits += 1.5
        case 2...3: bits += 3
        case 4...15: bits += 4.5
        case 16...: bits += 2 * bitLength(UInt64(step))
        default: bits += 8 + bitLength(UInt64(field.number))
        }
        if field.tagEnd - field.start > varintLength(UInt64(field.number) << 3) { bits += overlong }
        return bits
    }

    /// Bits for a varint with more bytes than it needs.
    private static let overlong = 24.0

    private static func valueBits(
        _ bytes: Span<UInt8>, _ field: WireCursor.Field, in range: Range<Int>, levels: Int
    ) -> Double {
        switch field.wireType {
        case .varint:
            let isOverlong = field.valueEnd - field.valueStart > varintLength(field.bits)
            return varintBits(field.bits) + (isOverlong ? overlong : 0)
        case .fixed64: return fixed64Bits(field.bits)
        case .fixed32: return fixed32Bits(UInt32(truncatingIfNeeded: field.bits))
        case .startGroup, .endGroup: return 8 * Double(field.end - field.valueStart)
        case .lengthDelimited:
            // That a length ends just where the message does is no accident.
            let count = field.value.count
            var bits: Double = field.end == range.upperBound ? 2 : 2 + bitLength(UInt64(count))
            if field.valueStart - field.tagEnd > varintLength(UInt64(count)) { bits += overlong }
            guard count > 0 else { return bits }
            var least = plain(count)
            if let text = text(bytes, field.value, bound: least) { least = min(least, text) }
            if levels > 0 {
                least = min(least, message(bytes, field.value, levels: levels - 1, isWhole: false) ?? .infinity)
            }
            return bits + least
        }
    }

    // MARK: Packed lists

    static func packedVarints(
        _ bytes: Span<UInt8>, _ range: Range<Int>, bound: Double = .infinity
    ) -> Double? {
        guard range.upperBound <= bytes.count, bytes[range.upperBound - 1] < 0x80 else { return nil }
        var bits = 0.0
        var cursor = WireCursor(bytes, range)
        var previous = 0
        while cursor.offset < range.upperBound, cursor.offset - range.lowerBound < weighedBytes {
            let start = cursor.offset
            guard let value = try? cursor.varint() else { return nil }
            let length = cursor.offset - start
            // Any bytes of which the last is below 128 are varints: only small ones tell a list.
            bits += varintBits(value) + (value < 8 ? 0 : 1.5)
            // Lists have numbers of one size; bytes that mean something else have not.
            if previous > 0, previous != length { bits += 1.5 }
            if length > varintLength(value) { bits += overlong }
            if packedPrior + bits > bound { return nil }
            previous = length
        }
        guard bytes.packedCount(cursor.offset..<range.upperBound, .varint) != nil else { return nil }
        return packedPrior + bits * Double(range.count) / Double(cursor.offset - range.lowerBound)
    }

    static func packedFixed(_ bytes: Span<UInt8>, _ range: Range<Int>, size: Int) -> Double? {
        guard range.count.isMultiple(of: size) else { return nil }
        var bits = 0.0
        let weighed = range.prefix(weighedBytes)
        bytes.forEachPacked(weighed, size == 8 ? .fixed64 : .fixed32) { value in
            let cost = size == 8 ? fixed64Bits(value) : fixed32Bits(UInt32(truncatingIfNeeded: value))
            // One wild number among plain ones is rare: such bytes are no list.
            bits += cost > Double(8 * size) ? cost + 8 : cost
            return true
        }
        return packedPrior + 4 + bits * Double(range.count) / Double(weighed.count)
    }

    // MARK: Numbers

    private static func varintBits(_ value: UInt64) -> Double {
        switch value {
        // Without presence 0 is not written.
        case 0: 4
        case 1: 2
        case 2..<(1 << 40): 2.5 + bitLength(value)
        case (1 << 63)...: 8 + bitLength(~value | 1)
        default: 6 + bitLength(value)
        }
    }

    /// Coordinates, speeds and distances are decimals with few digits, or have an exponent near 0.
    private static func fixed64Bits(_ bits: UInt64) -> Double {
        if bits == 0 { return 5 }
        if bits < 1 << 40 { return 20 + bitLength(bits) }
        let number = Double(bitPattern: bits)
        guard number.magnitude >= 1e-7, number.magnitude <= 1e10 else {
            return max(8, 67 - Double(bits.trailingZeroBitCount))
        }
        for scale in [1, 100, 1e7] as [Double] {
            let digits = (number * scale).rounded()
            if digits / scale == number { return 12 + bitLength(UInt64(digits.magnitude)) }
        }
        return 58.5
    }

    private static func fixed32Bits(_ bits: UInt32) -> Double {
        if bits == 0 { return 5 }
        if bits < 1 << 16 { return 12 + bitLength(UInt64(bits)) }
        let number = Float(bitPattern: bits)
        guard number.magnitude >= 1e-5, number.magnitude <= 1e8 else {
            return max(8, 35 - Double(bits.trailingZeroBitCount))
        }
        for scale in [1, 100] as [Float] {
            let digits = (number * scale).rounded()
            if digits / scale == number { return min(30, 12 + bitLength(UInt64(digits.magnitude))) }
        }
        return 30
    }

    private static func bitLength(_ value: UInt64) -> Double { Double(64 - value.leadingZeroBitCount) }
}
