internal import ByteText

/// A mark where bytes were left out when they were written down: `0a1b2c...`, `CgR0cmlw… (300 more bytes)`, or a line `*`
/// of a dump that has no offset behind it. The bytes before the mark are read; bytes behind it have no known place.
struct Elision {
    /// The text before the mark.
    let head: ArraySlice<UInt8>
    /// The text behind the mark.
    private let tail: ArraySlice<UInt8>
    /// The offset of the mark in the text.
    private let offset: Int
    /// Whether the mark is a line `*`, which stands for lines like the one before it.
    private let isRepeat: Bool

    /// The first mark in a part of a text; `nil` when there is none.
    ///
    /// - Parameter whole: The text; `nil` when the part is all of it.
    init?(_ text: ArraySlice<UInt8>, of whole: ArraySlice<UInt8>? = nil) {
        let repeated = TextLines(text).first { $0.elementsEqual([UInt8(ascii: "*")]) }?.startIndex
        let marks = [text.firstIndex(of: "...".utf8), text.firstIndex(of: "…".utf8), repeated]
        guard let start = marks.compactMap({ $0 }).min() else { return nil }
        isRepeat = start == repeated
        offset = start - (whole ?? text).startIndex
        head = text[..<start].trimmed
        tail = text[(start + (isRepeat ? 1 : Self.markLength(text[start...])))...].trimmed
    }

    /// The length in bytes of the mark that the text begins with, three dots or more or the character for three; 0 for
    /// no mark.
    static func markLength(_ text: ArraySlice<UInt8>) -> Int {
        if text.hasPrefix("...") { return text.prefix { $0 == UInt8(ascii: ".") }.count }
        return text.hasPrefix("…") ? 3 : 0
    }

    /// - Parameters:
    ///   - known: Bytes before the mark.
    ///   - total: Bytes of the whole, where the text says it.
    func damage(known: Int, of total: Int? = nil, layer: String) -> InputDamage {
        let whole = total.map { "of \(byteCount($0)) " } ?? ""
        let message =
            isRepeat
            ? "a line * stands for lines that repeat, but no offset says how many: only the first \(byteCount(known)) are "
                + "known; write all lines down (od -v, hexdump -v)"
            : "the text itself was shortened: \(whole)it has the first \(byteCount(known)); log or print all of it"
        return InputDamage(reason: "elided_bytes", offset: offset, layer: layer, message: message)
    }

    // MARK: Among other shapes

    /// Digits, or a string with escapes, that were shortened.
    static func readings(_ text: ArraySlice<UInt8>) -> [TextReading] {
        guard let elision = Elision(text), !elision.head.isEmpty, elision.isRemark else { return [] }
        // Words of a dump that could not be read are no digits.
        if elision.isRepeat, DumpLine(elision.head) != nil { return [] }
        let shapes =
            elision.isRepeat ? [HexDigits.reading] : [HexDigits.reading, Base64Text.reading, EscapedText.reading]
        return shapes.compactMap { $0(elision.head).flatMap(elision.reading) }
    }

    /// The reading of what stands before the mark; `nil` for text that stands for no single run of bytes.
    private func reading(_ head: TextReading) -> TextReading? {
        var reading = head
        // A line of a dump is no message of its own.
        if isRepeat { reading.pieces = [Array(head.pieces.joined())] }
        guard !head.isWrapping, reading.pieces.count == 1 else { return nil }
        let name =
            switch head.kind {
            case .hex: "hex text"
            case .base64: "base64 text"
            default: "escaped string"
            }
        reading.damage = damage(known: reading.pieces[0].count, layer: name)
        return reading
    }

    private static let remarks: Set<String> = [
        "more", "bytes", "byte", "items", "truncated", "elided", "omitted", "total", "chars", "characters",
    ]

    /// Whether nothing stands behind the mark, or something like `(300 more bytes)` or `[truncated]`; behind `*`, digits.
    private var isRemark: Bool {
        if isRepeat { return HexDigits(tail.prefix { $0 != 0x0A && $0 != 0x0D }) != nil }
        let words = String(decoding: tail.prefix(64), as: UTF8.self).lowercased().split { !$0.isLetter }
        return tail.isEmpty || tail.count <= 64 && words.contains { Self.remarks.contains(String($0)) }
    }
}
