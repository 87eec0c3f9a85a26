internal import ByteText
internal import ProtobufSchema
internal import ProtobufWire

/// Numbers in the notation of ``WireText``.
enum WireTextNumbers {
    /// A varint's value. Kinds that can be negative, and values of unknown kind, are signed.
    static func varint(_ bits: UInt64, _ kind: FieldKind?) -> String {
        switch kind {
        case .sint32, .sint64: "\(Int64(zigzag: bits))z"
        case .uint32, .uint64: String(bits)
        case .bool where bits <= 1: bits == 1 ? "true" : "false"
        default: String(Int64(bitPattern: bits))
        }
    }

    static func fixed64(_ bits: UInt64, _ kind: FieldKind?) -> String {
        switch kind {
        case .fixed64: return "\(bits)i64"
        case .sfixed64: return "\(Int64(bitPattern: bits))i64"
        default: break
        }
        let number = Double(bitPattern: bits)
        let text = number.description
        // What cannot be said in digits (infinities, NaN with a payload) or is no likely number keeps its bits.
        let isLikely = kind == .double || bits == 0 || (1e-9...1e15).contains(number.magnitude)
        guard isLikely, number.isFinite, Double(text)?.bitPattern == bits else { return hex(bits) + "i64" }
        return text
    }

    static func fixed32(_ bits: UInt32, _ kind: FieldKind?) -> String {
        switch kind {
        case .fixed32: return "\(bits)i32"
        case .sfixed32: return "\(Int32(bitPattern: bits))i32"
        default: break
        }
        let number = Float(bitPattern: bits)
        let text = number.description
        let isLikely = kind == .float || bits == 0 || (1e-6...1e9).contains(number.magnitude)
        guard isLikely, number.isFinite, Float(text)?.bitPattern == bits else { return hex(UInt64(bits)) + "i32" }
        return text + "f"
    }

    private static func hex(_ bits: UInt64) -> String { "0x" + String(bits, radix: 16) }

    /// What a word says.
    enum Value: Hashable {
        case varint(UInt64)
        case fixed32(UInt32)
        case fixed64(UInt64)
    }

    /// - Returns: `nil` for a word that is no number, or one out of range.
    static func value(_ word: String) -> Value? {
        switch word {
        case "true": return .varint(1)
        case "false": return .varint(0)
        default: break
        }
        if word.hasSuffix("i64") { return integer(word.dropLast(3), bits: 64).map { .fixed64($0) } }
        if word.hasSuffix("i32") {
            return integer(word.dropLast(3), bits: 32).map { .fixed32(UInt32(truncatingIfNeeded: $0)) }
        }
        if word.hasSuffix("z") {
            return Int64(word.dropLast()).map { .varint($0.zigzag) }
        }
        if let bits = integer(word[...], bits: 64) { return .varint(bits) }
        guard word.utf8.allSatisfy({ isDecimal($0) }) || word.hasSuffix("f") else { return nil }
        if word.hasSuffix("f") {
            let digits = word.dropLast()
            guard digits.utf8.allSatisfy({ isDecimal($0) }) else { return nil }
            return Float(digits).flatMap { $0.isFinite ? .fixed32($0.bitPattern) : nil }
        }
        guard word.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }) else {
            return nil
        }
        return Double(word).flatMap { $0.isFinite ? .fixed64($0.bitPattern) : nil }
    }

    private static func isDecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "e"), UInt8(ascii: "E"):
            true
        default: false
        }
    }

    /// The two's complement bits of a number in decimal or `0x` digits.
    private static func integer(_ word: Substring, bits: Int) -> UInt64? {
        if word.hasPrefix("0x") {
            guard word.utf8.dropFirst(2).allSatisfy({ $0.hexValue != nil }),
                let value = UInt64(word.dropFirst(2), radix: 16)
            else { return nil }
            return bits == 32 && value > UInt32.max ? nil : value
        }
        guard word.first != "+" else { return nil }
        if bits == 32 {
            return UInt32(word).map(UInt64.init) ?? Int32(word).map { UInt64(UInt32(bitPattern: $0)) }
        }
        return UInt64(word) ?? Int64(word).map { UInt64(bitPattern: $0) }
    }
}
