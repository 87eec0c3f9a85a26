internal import ByteText
internal import ConsoleText

/// A place where whoever wrote bytes down has left some out: `0a1b2c...`, `CgR0cmlw… (300 more bytes)`,
/// `0a1b 2c3d ... 4e5f`. The bytes before it are read; those behind it have no known place.
struct Elision {
    /// What stands before the mark.
    let head: ArraySlice<UInt8>
    /// What stands behind the mark.
    let tail: ArraySlice<UInt8>
    /// Where the mark begins in the text.
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

    /// How many bytes the mark has that the text begins with, if it does: three dots or more, or the character for three.
    static func markLength(_ text: ArraySlice<UInt8>) -> Int {
        if text.hasPrefix("...") { return text.prefix { $0 == UInt8(ascii: ".") }.count }
        return text.hasPrefix("…") ? 3 : 0
    }

    /// - Parameters:
    ///   - known: Bytes before the mark.
    ///   - total: Bytes of the whole, where the text says it.
    func damage(known: Int, of total: Int? = nil, layer: String) -> InputDamage {
        Self.damage(at: offset, known: known, of: total, layer: layer)
    }

    /// - Parameter offset: Of the mark in the text.
    static func damage(at offset: Int, known: Int, of total: Int? = nil, layer: String) -> InputDamage {
        let whole = total.map { "of \(byteCount($0)) " } ?? ""
        return InputDamage(
            "elided_bytes", offset: offset, layer: layer,
            "the text itself was shortened: \(whole)it has the first \(byteCount(known)); log or print all of it")
    }

    // MARK: Among other shapes

    /// Digits, or a string with escapes, that were shortened.
    static func readings(_ text: ArraySlice<UInt8>) -> [TextReading] {
        guard let elision = Elision(text), !elision.head.isEmpty else { return [] }
        let shapes = [HexDigits.readings, Base64Text.readings, EscapedText.readings]
        return shapes.flatMap { $0(elision.head) }.compactMap { elision.reading($0) }
            + EscapedText.readings(text).compactMap { withinString($0, text) }
    }

    /// A string with escapes whose last characters may be meant, or a mark.
    private static func withinString(_ string: TextReading, _ text: ArraySlice<UInt8>) -> TextReading? {
        guard string.kind == .escaped, let piece = string.pieces.first else { return nil }
        let count = markLength(piece.suffix(3))
        guard count > 0 else { return nil }
        var reading = string
        reading.pieces = [piece.dropLast(count)]
        reading.damage = damage(at: text.count - count - 1, known: piece.count - count, layer: "escaped string")
        return reading
    }

    /// What was read before the mark; `nil` when something else than a remark or more digits is behind it.
    private func reading(_ head: TextReading) -> TextReading? {
        guard !head.isWrapping, head.pieces.count == 1, isRemark || isDigits(head.kind) else { return nil }
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

    private func isDigits(_ kind: InputLayer.Kind) -> Bool {
        switch kind {
        case .hex: HexDigits(tail)?.whole != nil
        case .base64: Base64Text(tail.suffix(tail.count / 4 * 4)) != nil
        default: false
        }
    }
}
