internal import ConsoleText
internal import ProtobufSchema
internal import ProtobufWire

/// What a value most likely says that no schema knows, and what else it may say.
enum UnknownReading {
    /// Writes the likeliest reading and what else it may be: `23  (zigzag -12)`, `"en-US"`, `[1, 2]`, hexadecimal digits.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the value.
    ///   - limit: How many characters of a text are shown.
    static func write(_ field: WireField, _ bytes: ArraySlice<UInt8>, limit: Int, to line: inout LineBuffer) {
        if case .bits(let bits) = field.content {
            number(bits, field.wireType, &line)
        } else {
            payload(bytes, limit: limit, &line)
        }
    }

    /// The same as a string.
    static func text(_ field: WireField, _ bytes: ArraySlice<UInt8>, limit: Int) -> String {
        LineBuffer.text { write(field, bytes, limit: limit, to: &$0) }
    }

    /// What a message of unknown type may be, and what else its bytes: `time? 2026-01-01T00:00:00Z`, `or packed varint`.
    static func note(ofMessage bytes: ArraySlice<UInt8>) -> String? {
        if let note = UnknownTime.note(bytes) { return note }
        guard bytes.count <= doubtLimit else { return nil }
        let guess = PayloadGuess(bytes.span, 0..<bytes.count)
        guard guess.reading == .message, !guess.isCertain, let rival = guess.rival else { return nil }
        return "or \(name(rival))"
    }

    /// No longer message is anything else by chance.
    private static let doubtLimit = 64

    // MARK: Numbers

    /// - Parameter isAlone: Whether what else a number may be is written, too.
    private static func number(
        _ bits: UInt64, _ wireType: WireType, isAlone: Bool = true, _ line: inout LineBuffer
    ) {
        switch wireType {
        case .fixed64: fixed64(bits, isAlone, &line)
        case .fixed32: fixed32(UInt32(truncatingIfNeeded: bits), isAlone, &line)
        default: varint(bits, isAlone, &line)
        }
    }

    private static func varint(_ bits: UInt64, _ isAlone: Bool, _ line: inout LineBuffer) {
        let signed = Int64(bitPattern: bits)
        // A negative int32, int64 or enum takes ten bytes; hashes do as well, but are seldom that near 0.
        let isNegative = signed < 0 && signed > -(1 << 48)
        if isNegative { line.decimal(signed) } else { line.decimal(bits) }
        guard isAlone else { return }
        if bits <= 1 {
            line.text(bits == 1 ? "  (or true)" : "  (or false)")
        } else if isNegative {
            line.text("  (unsigned ")
            line.decimal(bits)
            line.text(")")
        } else if signed < 0 {
            line.text("  (signed ")
            line.decimal(signed)
            line.text(", zigzag ")
            line.decimal(Int64(zigzag: bits))
            line.text(")")
        } else if let time = UnknownTime(bits) {
            line.text("  (")
            time.write(to: &line)
            line.text(")")
        } else if bits & 1 == 1 {
            // An even number would be half as much; an odd one would be negative, which is worth knowing.
            line.text("  (zigzag ")
            line.decimal(Int64(zigzag: bits))
            line.text(")")
        }
    }

    private static func fixed64(_ bits: UInt64, _ isAlone: Bool, _ line: inout LineBuffer) {
        let number = Double(bitPattern: bits)
        let signed = Int64(bitPattern: bits)
        if bits == 0 {
            line.text("0")
        } else if let time = UnknownTime(bits) {
            whole(signed, time, bits, digits: 16, isAlone, &line)
        } else if (1e-9...1e15).contains(number.magnitude) {
            line.floating(number)
            if isAlone { line.text(isDegrees(number) ? "  (double, degrees?)" : "  (double)") }
        } else if signed.magnitude < 1 << 48 {
            whole(signed, nil, bits, digits: 16, isAlone, &line)
        } else {
            line.hex(bits, digits: 16)
            guard isAlone else { return }
            line.text("  (unsigned ")
            line.decimal(bits)
            line.text(", double ")
            line.floating(number)
            line.text(")")
        }
    }

    private static func fixed32(_ bits: UInt32, _ isAlone: Bool, _ line: inout LineBuffer) {
        let number = Float(bitPattern: bits)
        let signed = Int32(bitPattern: bits)
        if bits == 0 {
            line.text("0")
        } else if (1e-6...1e9).contains(number.magnitude) {
            line.floating(number)
            if isAlone { line.text("  (float)") }
        } else if let time = UnknownTime(UInt64(bits)) {
            whole(Int64(bits), time, UInt64(bits), digits: 8, isAlone, &line)
        } else if signed.magnitude < 1 << 24 {
            whole(Int64(signed), nil, UInt64(bits), digits: 8, isAlone, &line)
        } else {
            line.hex(UInt64(bits), digits: 8)
            guard isAlone else { return }
            line.text("  (unsigned ")
            line.decimal(UInt64(bits))
            line.text(", float ")
            line.floating(number)
            line.text(")")
        }
    }

    /// A whole number of a fixed size, the time that it may be, and its bits.
    private static func whole(
        _ number: Int64, _ time: UnknownTime?, _ bits: UInt64, digits: Int, _ isAlone: Bool, _ line: inout LineBuffer
    ) {
        line.decimal(number)
        guard isAlone else { return }
        line.text("  (")
        if let time {
            time.write(to: &line)
            line.text(", ")
        }
        line.hex(bits, digits: digits)
        line.text(")")
    }

    /// Whether a number may be a latitude or longitude: small, with more decimals than anything that is typed in.
    private static func isDegrees(_ number: Double) -> Bool {
        let thousands = number * 1000
        return number.magnitude <= 180 && (thousands - thousands.rounded()).magnitude > 1e-6
    }

    // MARK: Payloads

    private static func payload(_ bytes: ArraySlice<UInt8>, limit: Int, _ line: inout LineBuffer) {
        // What gzip data begins with: https://datatracker.ietf.org/doc/html/rfc1952#section-2.3.1
        if bytes.starts(with: [0x1F, 0x8B, 0x08]) {
            line.hex(bytes, limit: max(32, limit / 4))
            return line.text("  (gzip data?)")
        }
        let guess = PayloadGuess(bytes.span, 0..<bytes.count)
        var notes: [String] = []
        switch guess.reading {
        case .empty: return line.text("(no bytes)")
        case .text: line.quoted(bytes, limit: limit)
        case .packed(let wireType):
            if list(bytes, wireType, limit: limit, &line) {
                notes = [name(guess.reading) + "?"]
                // Numbers that take a byte each may as well be bytes.
                if wireType == .varint, bytes.count > 1, bytes.allSatisfy({ $0 < 0x80 }) {
                    line.text("  (\(notes[0]), or bytes ")
                    line.hex(bytes, limit: max(32, limit / 4))
                    return line.text(")")
                }
            } else {
                line.hex(bytes, limit: max(32, limit / 4))
            }
        case .message:
            line.hex(bytes, limit: max(32, limit / 4))
            return line.text("  (a message?)")
        case .bytes: line.hex(bytes, limit: max(32, limit / 4))
        }
        if !guess.isCertain, let rival = guess.rival { notes.append("or \(name(rival))") }
        if !notes.isEmpty { line.text("  (\(notes.joined(separator: ", ")))") }
    }

    private static func name(_ reading: PayloadGuess.Reading) -> String {
        switch reading {
        case .empty: "empty"
        case .text: "text"
        case .message: "a message"
        case .packed(let wireType): "packed \(wireType.name)"
        case .bytes: "bytes"
        }
    }

    /// False when the bytes are no such list.
    private static func list(
        _ bytes: ArraySlice<UInt8>, _ wireType: WireType, limit: Int, _ line: inout LineBuffer
    ) -> Bool {
        let count = limit == .max ? limit : TreeOptions.listLimit
        guard let (first, all) = PayloadGuess.elements(of: bytes.span, 0..<bytes.count, wireType, limit: count) else {
            return false
        }
        line.text("[")
        for (position, bits) in first.enumerated() {
            if position > 0 { line.text(", ") }
            number(bits, wireType, isAlone: false, &line)
        }
        line.text(all > first.count ? ", … \(all - first.count) more]" : "]")
        return true
    }
}
