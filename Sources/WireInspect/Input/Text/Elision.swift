internal import ByteText

/// A mark where bytes were left out when they were written down: `0a1b2c...`, `CgR0cmlw… (300 more bytes)`. The bytes
/// before the mark are read; bytes behind it have no known place.
struct Elision {
    /// The text before the mark.
    let head: ArraySlice<UInt8>
    /// The text behind the mark.
    private let tail: ArraySlice<UInt8>
    /// The offset of the mark in the text.
    private let offset: Int

    /// The first mark in a part of a text; `nil` when there is none.
    ///
    /// - Parameter whole: The text; `nil` when the part is all of it.
    init?(_ text: ArraySlice<UInt8>, of whole: ArraySlice<UInt8>? = nil) {
        let marks = [text.firstIndex(of: "...".utf8), text.firstIndex(of: "…".utf8)]
        guard let start = marks.compactMap({ $0 }).min() else { return nil }
        offset = start - (whole ?? text).startIndex
        head = text[..<start].trimmed
        tail = text[(start + Self.markLength(text[start...]))...].trimmed
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
        return InputDamage(
            reason: "elided_bytes", offset: offset, layer: layer,
            message: "the text itself was shortened: \(whole)it has the first \(byteCount(known)); "
                + "log or print all of it")
    }

    // MARK: Among other shapes

    /// Digits, or a string with escapes, that were shortened.
    static func readings(_ text: ArraySlice<UInt8>) -> [TextReading] {
        guard let elision = Elision(text), !elision.head.isEmpty, elision.isRemark else { return [] }
        let shapes = [HexDigits.reading, Base64Text.reading, EscapedText.reading]
        return shapes.compactMap { $0(elision.head).flatMap(elision.reading) }
    }

    /// The reading of what stands before the mark; `nil` for text that stands for no single run of bytes.
    private func reading(_ head: TextReading) -> TextReading? {
        guard !head.isWrapping, head.pieces.count == 1 else { return nil }
        var reading = head
        let name =
            switch head.kind {
            case .hex: "hex text"
            case .base64: "base64 text"
            default: "escaped string"
            }
        reading.damage = damage(known: head.pieces[0].count, layer: name)
        return reading
    }

    private static let remarks: Set<String> = [
        "more", "bytes", "byte", "items", "truncated", "elided", "omitted", "total", "chars", "characters",
    ]

    /// Whether nothing stands behind the mark, or something like `(300 more bytes)` or `[truncated]`.
    private var isRemark: Bool {
        let words = String(decoding: tail.prefix(64), as: UTF8.self).lowercased().split { !$0.isLetter }.map(
            String.init)
        return tail.isEmpty || tail.count <= 64 && words.contains(where: Self.remarks.contains)
    }
}
