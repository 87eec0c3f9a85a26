internal import ConsoleText
internal import ProtobufSchema
internal import ProtobufWire

/// Writes values of unknown fields: the likeliest reading, and others that are possible.
enum UnknownReading {
    /// Writes the likeliest reading and what else it may be: `23  (zigzag -12)`, `"en-US"`, `[1, 2]`, hexadecimal digits.
    ///
    /// - Parameter limit: How many characters of a text are shown.
    static func write(_ field: WireField, _ bytes: ArraySlice<UInt8>, limit: Int, to line: inout LineBuffer) {
        if case .bits(let bits) = field.content {
            number(bits, wireType: field.wireType, to: &line)
        } else {
            payload(bytes, limit: limit, to: &line)
        }
    }

    /// The time or place that a message of unknown type may be, or a rival reading of its bytes:
    /// `time? 2026-01-01T00:00:00Z`, `or packed varint`.
    static func note(ofMessage bytes: ArraySlice<UInt8>) -> SafeText? {
        if let note = UnknownTime.note(bytes) { return note }
        guard bytes.count <= doubtLimit else { return nil }
        let guess = PayloadGuess(bytes.span, 0..<bytes.count)
        guard guess.reading == .message, !guess.isCertain, let rival = guess.rival else { return nil }
        return "or \(name(rival))"
    }

    /// The longest message whose rival reading is mentioned, in bytes.
    private static let doubtLimit = 64

    // MARK: Numbers

    /// - Parameter isAlone: Whether other readings of the number are written, too; not within lists.
    private static func number(
        _ bits: UInt64, wireType: WireType, isAlone: Bool = true, to line: inout LineBuffer
    ) {
        guard wireType != .varint else { return varint(bits, isAlone: isAlone, to: &line) }
        fixed(bits, is64: wireType == .fixed64, isAlone: isAlone, to: &line)
    }

    private static func varint(_ bits: UInt64, isAlone: Bool, to line: inout LineBuffer) {
        let signed = Int64(bitPattern: bits)
        // A negative int32, int64 or enum takes ten bytes; hashes do as well, but are seldom that near 0.
        let isNegative = signed < 0 && signed > -(1 << 48)
        if isNegative { line.decimal(signed) } else { line.decimal(bits) }
        guard isAlone else { return }
        if bits <= 1 {
            line.text(bits == 1 ? "  (or true)" : "  (or false)")
        } else if let time = UnknownTime.sentence(bits) {
            line.text("  (\(time))")
        } else if bits & 1 == 1, !isNegative {
            // An even number would be half as much; an odd one would be negative, which is worth knowing.
            line.text("  (zigzag \(Int64(zigzag: bits)))")
        }
    }

    /// Writes the bits of a `double`, `float` or integer of 64 or 32 bits: the likeliest of them.
    private static func fixed(_ bits: UInt64, is64: Bool, isAlone: Bool, to line: inout LineBuffer) {
        let float = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
        let number = is64 ? Double(bitPattern: bits) : Double(float)
        let signed = is64 ? Int64(bitPattern: bits) : Int64(Int32(truncatingIfNeeded: bits))
        let isLikely = (is64 ? 1e-9...1e15 : 1e-6...1e9).contains(number.magnitude)
        let time = UnknownTime.sentence(bits)
        let isInteger = time != nil || signed.magnitude < (is64 ? 1 << 48 : 1 << 24)
        func writeFloating(_ line: inout LineBuffer) { if is64 { line.floating(number) } else { line.floating(float) } }
        if bits == 0 { return line.text("0") }
        if isLikely {
            writeFloating(&line)
            if isAlone { line.text(is64 ? isDegrees(number) ? "  (double, degrees?)" : "  (double)" : "  (float)") }
        } else if isInteger {
            if time == nil { line.decimal(signed) } else { line.decimal(bits) }
            guard isAlone else { return }
            line.text(time.map { "  (\($0), " } ?? "  (")
            line.hex(bits, digits: is64 ? 16 : 8)
            line.text(")")
        } else {
            line.hex(bits, digits: is64 ? 16 : 8)
            guard isAlone else { return }
            line.text("  (unsigned \(bits)")
            line.text(is64 ? ", double " : ", float ")
            writeFloating(&line)
            line.text(")")
        }
    }

    /// Whether a number may be a latitude or longitude: at most 180, with more than three decimals.
    private static func isDegrees(_ number: Double) -> Bool {
        let thousands = number * 1000
        return number.magnitude <= 180 && (thousands - thousands.rounded()).magnitude > 1e-6
    }

    // MARK: Payloads

    private static func payload(_ bytes: ArraySlice<UInt8>, limit: Int, to line: inout LineBuffer) {
        let guess = PayloadGuess(bytes.span, 0..<bytes.count)
        var notes: [SafeText] = []
        switch guess.reading {
        case .empty: return line.text("(no bytes)")
        case .text: line.quoted(bytes, limit: limit)
        case .packed(let wireType):
            list(bytes, of: wireType, limit: limit, to: &line)
            notes = [name(guess.reading) + "?"]
            // Numbers that take a byte each may as well be bytes.
            if wireType == .varint, bytes.count > 1, bytes.allSatisfy({ $0 < 0x80 }) {
                line.text("  (\(notes[0]), or bytes ")
                line.hex(bytes, limit: limit)
                return line.text(")")
            }
        case .message:
            line.hex(bytes, limit: limit)
            return line.text("  (a message?)")
        case .bytes: line.hex(bytes, limit: limit)
        }
        if !guess.isCertain, let rival = guess.rival { notes.append("or \(name(rival))") }
        if !notes.isEmpty { line.text("  (\(notes.joined(separator: ", ")))") }
    }

    private static func name(_ reading: PayloadGuess.Reading) -> SafeText {
        switch reading {
        case .empty: "empty"
        case .text: "text"
        case .message: "a message"
        case .packed(let wireType): "packed \(wireType.name)"
        case .bytes: "bytes"
        }
    }

    /// Writes packed numbers, which fill the bytes.
    private static func list(
        _ bytes: ArraySlice<UInt8>, of wireType: WireType, limit: Int, to line: inout LineBuffer
    ) {
        let limit = limit == .max ? limit : TreeOptions.listLimit
        var shown = 0
        line.text("[")
        bytes.span.forEachPacked(0..<bytes.count, wireType) { bits in
            if shown > 0 { line.text(", ") }
            number(bits, wireType: wireType, isAlone: false, to: &line)
            shown += 1
            return shown < limit
        }
        let rest = (bytes.span.packedCount(0..<bytes.count, wireType) ?? shown) - shown
        line.text(rest > 0 ? ", … \(rest) more]" : "]")
    }
}
