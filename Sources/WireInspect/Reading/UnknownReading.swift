internal import ProtobufSchema
internal import ProtobufWire

/// What a value most likely says that no schema knows, and what else it may say.
struct UnknownReading {
    /// The likeliest reading: `23`, `"en-US"`, `[1, 2]`, hexadecimal digits.
    let text: String
    /// What else it may be, likeliest first: `zigzag -12`, `as time 2026-01-01T00:00:00Z`.
    let alternatives: [String]

    /// `23  (zigzag -12)`
    var line: String { alternatives.isEmpty ? text : "\(text)  (\(alternatives.joined(separator: ", ")))" }

    private init(_ text: String, _ alternatives: [String] = []) {
        self.text = text
        self.alternatives = alternatives
    }

    /// - Parameters:
    ///   - bytes: The bytes of the value.
    ///   - limit: How many characters of a text are shown.
    init(_ field: WireField, _ bytes: ArraySlice<UInt8>, limit: Int) {
        switch (field.content, field.wireType) {
        case (.bits(let bits), .varint): self = Self.varint(bits)
        case (.bits(let bits), .fixed64): self = Self.fixed64(bits)
        case (.bits(let bits), .fixed32): self = Self.fixed32(UInt32(truncatingIfNeeded: bits))
        default: self = Self.payload(bytes, limit: limit)
        }
    }

    // MARK: Numbers

    private static func varint(_ bits: UInt64) -> UnknownReading {
        let signed = Int64(bitPattern: bits)
        let zigzag = "zigzag \(Int64(bitPattern: bits >> 1) ^ -Int64(bitPattern: bits & 1))"
        if bits <= 1 { return UnknownReading(String(bits), [bits == 1 ? "or true" : "or false"]) }
        // A negative int32, int64 or enum takes ten bytes; hashes do as well, but are seldom that near 0.
        if signed < 0 {
            return signed > -(1 << 48)
                ? UnknownReading(String(signed), ["unsigned \(bits)"])
                : UnknownReading(String(bits), ["signed \(signed)", zigzag])
        }
        if let time = UnknownTime.sentence(bits) { return UnknownReading(String(bits), [time]) }
        // An even number would be half as much; an odd one would be negative, which is worth knowing.
        return UnknownReading(String(bits), bits & 1 == 1 ? [zigzag] : [])
    }

    private static func fixed64(_ bits: UInt64) -> UnknownReading {
        let number = Double(bitPattern: bits)
        let hex = hexBits(bits, digits: 16)
        if let time = UnknownTime.sentence(bits) { return UnknownReading(String(bits), [time, hex]) }
        if bits == 0 { return UnknownReading("0") }
        guard (1e-9...1e15).contains(number.magnitude) else {
            let signed = Int64(bitPattern: bits)
            if signed.magnitude < 1 << 48 { return UnknownReading(String(signed), [hex]) }
            return UnknownReading(hex, ["unsigned \(bits)", "double \(ValueText.floating(number))"])
        }
        return UnknownReading(ValueText.floating(number), [isDegrees(number) ? "double, degrees?" : "double"])
    }

    private static func fixed32(_ bits: UInt32) -> UnknownReading {
        let number = Float(bitPattern: bits)
        let hex = hexBits(UInt64(bits), digits: 8)
        if bits == 0 { return UnknownReading("0") }
        if (1e-6...1e9).contains(number.magnitude) {
            return UnknownReading(ValueText.floating(number), ["float"])
        }
        if let time = UnknownTime.sentence(UInt64(bits)) { return UnknownReading(String(bits), [time, hex]) }
        let signed = Int32(bitPattern: bits)
        if signed.magnitude < 1 << 24 { return UnknownReading(String(signed), [hex]) }
        return UnknownReading(hex, ["unsigned \(bits)", "float \(ValueText.floating(number))"])
    }

    /// Whether a number may be a latitude or longitude: small, with more decimals than anything that is typed in.
    private static func isDegrees(_ number: Double) -> Bool {
        let thousands = number * 1000
        return number.magnitude <= 180 && (thousands - thousands.rounded()).magnitude > 1e-6
    }

    private static func hexBits(_ bits: UInt64, digits: Int) -> String {
        let text = String(bits, radix: 16)
        return "0x" + String(repeating: "0", count: max(0, digits - text.count)) + text
    }

    // MARK: Payloads

    private static func payload(_ bytes: ArraySlice<UInt8>, limit: Int) -> UnknownReading {
        // What gzip data begins with: https://datatracker.ietf.org/doc/html/rfc1952#section-2.3.1
        if bytes.starts(with: [0x1F, 0x8B, 0x08]) {
            return UnknownReading(ValueText.hex(bytes, limit: max(32, limit / 4)), ["gzip data?"])
        }
        let guess = PayloadGuess(bytes.span, 0..<bytes.count)
        let doubt = guess.isCertain ? [] : guess.rival.map { ["or \(name($0))"] } ?? []
        switch guess.reading {
        case .empty: return UnknownReading("(no bytes)")
        case .text:
            return UnknownReading(ValueText.quoted(String(decoding: bytes, as: UTF8.self), limit: limit), doubt)
        case .packed(let wireType):
            guard let values = PayloadGuess.elements(of: bytes.span, 0..<bytes.count, wireType) else { break }
            // Numbers that take a byte each may as well be bytes.
            let digits = values.count == bytes.count && values.count > 1
            let alternatives = digits ? ["or bytes \(ValueText.hex(bytes, limit: max(32, limit / 4)))"] : doubt
            return UnknownReading(
                list(values, wireType, limit: limit), [name(guess.reading) + "?"] + alternatives)
        case .message: return UnknownReading(ValueText.hex(bytes, limit: max(32, limit / 4)), ["a message?"])
        case .bytes: break
        }
        return UnknownReading(ValueText.hex(bytes, limit: max(32, limit / 4)), doubt)
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

    private static func list(_ values: [UInt64], _ wireType: WireType, limit: Int) -> String {
        let count = limit == .max ? values.count : min(values.count, TreeOptions.listLimit)
        let shown = values.prefix(count).map { bits in
            switch wireType {
            case .fixed64: fixed64(bits).text
            case .fixed32: fixed32(UInt32(truncatingIfNeeded: bits)).text
            default: varint(bits).text
            }
        }
        return "[\(shown.joined(separator: ", "))\(values.count > count ? ", … \(values.count - count) more" : "")]"
    }
}
