internal import ByteText
internal import ProtobufSchema
internal import ProtobufWire

/// A word of protoscope: a number, or the tag of a field.
enum ProtoscopeNumber: Hashable {
    case varint(UInt64)
    /// The bits of a `fixed32` or `fixed64`.
    case fixed(UInt64, FieldKind)
    /// `3:` or `3:LEN`; without a wire type, the value behind the tag decides.
    case tag(number: UInt64, isZigzag: Bool, wireType: UInt8?)
    /// `long-form:2`: bytes that the next varint takes in addition to those it needs.
    case longForm(Int)

    /// Reads a word: `23`, `-0x17`, `-12z`, `7i32`, `1.5`, `1.5i32`, `inf64`, `true`, `3:`, `3:LEN`, `long-form:2`.
    ///
    /// - Returns: `nil` for other words, and for numbers that do not fit.
    init?(_ word: String) {
        let value: Self? =
            switch word {
            case "true": .varint(1)
            case "false": .varint(0)
            case "inf32", "-inf32": Float(word.dropLast(2)).map { .fixed(UInt64($0.bitPattern), .fixed32) }
            case "inf64", "-inf64": Double(word.dropLast(2)).map { .fixed($0.bitPattern, .fixed64) }
            case _ where word.contains(":"): Self.tag(word)
            case _ where word.hasSuffix("i32"): Self.bits32(word.dropLast(3)).map { .fixed(UInt64($0), .fixed32) }
            case _ where word.hasSuffix("i64"): Self.bits64(word.dropLast(3)).map { .fixed($0, .fixed64) }
            case _ where word.contains("."): Self.bits64(word[...]).map { .fixed($0, .fixed64) }
            case _ where word.hasSuffix("z"):
                Self.integer(word.dropLast()).map { .varint(Int64(bitPattern: $0).zigzag) }
            default: Self.integer(word[...]).map { .varint($0) }
            }
        guard let value else { return nil }
        self = value
    }

    private static func tag(_ word: String) -> Self? {
        let number = word.prefix { $0 != ":" }
        let type = word.dropFirst(number.count + 1)
        if number == "long-form" { return UInt8(type).map { .longForm(Int($0)) } }
        let wireTypes = ["VARINT", "I64", "LEN", "SGROUP", "EGROUP", "I32"]
        let wireType = wireTypes.firstIndex(of: String(type)) ?? Self.integer(type).flatMap { Int(exactly: $0) }
        let isZigzag = number.hasSuffix("z")
        // Three bits are needed for the wire type.
        guard let bits = integer(isZigzag ? number.dropLast() : number),
            (-1...0).contains(Int64(bitPattern: bits) >> 61),
            type.isEmpty || (0...7).contains(wireType ?? -1)
        else { return nil }
        return .tag(number: bits, isZigzag: isZigzag, wireType: wireType.map { UInt8($0) })
    }

    private static func bits32(_ word: Substring) -> UInt32? {
        if word.contains(".") { return Float(word).flatMap { $0.isFinite ? $0.bitPattern : nil } }
        guard let bits = integer(word), word.first == "-" || bits <= UInt32.max,
            Int64(Int32.min)...Int64(UInt32.max) ~= Int64(bitPattern: bits)
        else { return nil }
        return UInt32(truncatingIfNeeded: bits)
    }

    private static func bits64(_ word: Substring) -> UInt64? {
        word.contains(".") ? Double(word).flatMap { $0.isFinite ? $0.bitPattern : nil } : integer(word)
    }

    /// The two's complement bits of a number in decimal or `0x` digits.
    private static func integer(_ word: Substring) -> UInt64? {
        let isNegative = word.first == "-"
        var digits = isNegative ? word.dropFirst() : word
        let isHexadecimal = digits.hasPrefix("0x")
        if isHexadecimal { digits = digits.dropFirst(2) }
        guard digits.utf8.first?.isLetterOrDigit == true,
            let magnitude = UInt64(digits, radix: isHexadecimal ? 16 : 10)
        else { return nil }
        guard isNegative else { return magnitude }
        return magnitude <= 1 << 63 ? 0 &- magnitude : nil
    }
}

// MARK: Writing

extension ProtoscopeNumber {
    /// The text of a varint. Kinds that can be negative, and values of unknown kind, are signed.
    static func text(varint bits: UInt64, _ kind: FieldKind?) -> String {
        switch kind {
        case .sint32, .sint64: "\(Int64(zigzag: bits))z"
        case .uint32, .uint64: String(bits)
        case .bool where bits <= 1: bits == 1 ? "true" : "false"
        default: String(Int64(bitPattern: bits))
        }
    }

    /// The text of 64 or 32 bits: an integer, or a floating-point number where its kind is not known.
    static func text(fixed bits: UInt64, is64: Bool, _ kind: FieldKind?) -> String {
        let suffix = is64 ? "i64" : "i32"
        let float = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
        let number = is64 ? Double(bitPattern: bits) : Double(float)
        switch kind {
        case .fixed64, .fixed32: return "\(bits)\(suffix)"
        case .sfixed64: return "\(Int64(bitPattern: bits))\(suffix)"
        case .sfixed32: return "\(Int32(truncatingIfNeeded: bits))\(suffix)"
        default:
            if number.isInfinite { return "\(number > 0 ? "" : "-")inf\(suffix.dropFirst())" }
            // Bits that are no likely number, such as those of an integer, are clearer in hexadecimal digits.
            let likely = is64 ? 1e-9...1e15 : 1e-6...1e9
            let isLikely = kind == .double || kind == .float || bits == 0 || likely.contains(number.magnitude)
            guard isLikely, !number.isNaN else { return "0x\(String(bits, radix: 16))\(suffix)" }
            return is64 ? withPoint(number.description) : withPoint(float.description) + suffix
        }
    }

    /// `1e+16` as `1.0e16`: protoscope tells floating-point numbers by their point, and knows no sign `+`.
    private static func withPoint(_ number: String) -> String {
        var digits = number.filter { $0 != "+" }
        if !digits.contains(".") { digits.insert(contentsOf: ".0", at: digits.firstIndex(of: "e") ?? digits.endIndex) }
        return digits
    }
}
