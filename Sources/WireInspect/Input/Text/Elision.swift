internal import ByteText
internal import ConsoleText

/// A place where whoever wrote bytes down has left some out: `0a1b2c...`, `CgR0cmlw… (300 more bytes)`,
/// `0a1b 2c3d ... 4e5f`.
struct Elision {
    /// What stands before it.
    let head: ArraySlice<UInt8>
    /// What stands behind it, without what says how much is left out.
    let tail: ArraySlice<UInt8>
    /// Where it begins in the text.
    private let offset: Int
    /// Bytes, or numbers, that are left out, or those of the whole, if the text says it.
    private var missing: Int?
    private var total: Int?

    /// The first one in a part of a text; `nil` when there is none.
    ///
    /// - Parameter whole: The text; `nil` when the part is all of it.
    init?(_ text: ArraySlice<UInt8>, of whole: ArraySlice<UInt8>? = nil) {
        guard let mark = Self.mark(in: text) else { return nil }
        offset = mark.lowerBound - (whole ?? text).startIndex
        head = text[..<mark.lowerBound].trimmed
        let rest = text[mark.upperBound...].trimmed
        guard let remark = Remark(rest) else {
            tail = rest
            return
        }
        tail = rest.suffix(0)
        (missing, total) = (remark.missing, remark.total)
    }

    /// Three dots or more, or one character that is three.
    private static func mark(in text: ArraySlice<UInt8>) -> Range<Int>? {
        if let start = text.firstIndex(of: "...".utf8) {
            return start..<(text[start...].firstIndex { $0 != UInt8(ascii: ".") } ?? text.endIndex)
        }
        return text.firstIndex(of: "…".utf8).map { $0..<($0 + 3) }
    }

    /// How many bytes the mark has that the text begins with, if it does.
    static func length(_ text: ArraySlice<UInt8>) -> Int {
        if text.hasPrefix("...") { return text.prefix { $0 == UInt8(ascii: ".") }.count }
        return text.hasPrefix("…") ? 3 : 0
    }

    /// What is said of it.
    ///
    /// - Parameters:
    ///   - known: Bytes before it.
    ///   - ending: Bytes behind it.
    ///   - total: Those of the whole, where that is said elsewhere.
    ///   - remedy: What to do to get all.
    func damage(known: Int, ending: Int = 0, of total: Int? = nil, layer: String, _ remedy: String) -> InputDamage {
        let there = known + ending
        let whole = (total ?? self.total ?? missing.map { there + $0 }).flatMap { $0 > there ? $0 : nil }
        return Self.damage(at: offset, known: known, ending: ending, of: whole, layer: layer, remedy)
    }

    /// - Parameter offset: Of the mark in the text.
    static func damage(
        at offset: Int, known: Int, ending: Int = 0, of whole: Int? = nil, layer: String,
        _ remedy: String = "log or print all of it"
    ) -> InputDamage {
        let all = whole.map { "of \(byteCount($0)) " } ?? ""
        let rest = ending > 0 ? " and the last \(ending), which cannot be read in place" : ""
        return InputDamage(
            "elided_bytes", offset: offset, layer: layer,
            "the text itself was shortened: \(all)it has the first \(byteCount(known))\(rest); \(remedy)")
    }

    /// `(300 more bytes)`, `[truncated]`, `400 bytes in all`: what stands behind a mark and is no data.
    private struct Remark {
        var missing: Int?
        var total: Int?

        private static let words: Set<String> = [
            "more", "bytes", "byte", "items", "truncated", "elided", "omitted", "total", "chars", "characters",
        ]

        init?(_ text: ArraySlice<UInt8>) {
            guard text.count <= 64 else { return nil }
            let words = String(decoding: text, as: UTF8.self).lowercased()
                .split { !$0.isLetter && !$0.isNumber }.map(String.init)
            guard words.contains(where: Self.words.contains) else { return nil }
            // Characters are not bytes.
            guard words.contains(where: { $0.hasPrefix("byte") || $0 == "items" }) else { return }
            let number = words.lazy.compactMap { UInt32($0) }.first.map(Int.init)
            if words.contains("total") || Set(words).isDisjoint(with: ["more", "truncated", "elided", "omitted"]) {
                total = number
            } else if !words.contains("truncated") {
                // It is said of what was cut as well as of what is left.
                missing = number
            }
        }
    }
}

// MARK: Among other shapes

extension Elision {
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
        let count = length(piece.suffix(3))
        guard count > 0 else { return nil }
        var reading = string
        reading.pieces = [piece.dropLast(count)]
        reading.damage = damage(
            at: text.count - count - 1, known: piece.count - count, layer: "escaped string")
        return reading
    }

    /// What was read before the mark, with what is behind it; `nil` when that is something else.
    private func reading(_ head: TextReading) -> TextReading? {
        guard !head.isWrapping, head.pieces.count == 1 else { return nil }
        var reading = head
        if !tail.isEmpty {
            guard let ending = ending(head.kind) else { return nil }
            reading.ending = ending
        }
        let name =
            switch head.kind {
            case .hex: "hex text"
            case .base64: "base64 text"
            default: "escaped string"
            }
        reading.damage = damage(
            known: head.pieces[0].count, ending: reading.ending.count, layer: name, "log or print all of it")
        return reading
    }

    /// The bytes behind the mark, if they are written as those before it.
    private func ending(_ kind: InputLayer.Kind) -> [UInt8]? {
        switch kind {
        case .hex: return HexDigits(tail)?.whole
        case .base64:
            // Only where its end is padded its groups are known, from behind.
            guard tail.last == UInt8(ascii: "=") else { return nil }
            return Base64Text(tail.suffix(tail.count / 4 * 4))?.bytes
        default: return nil
        }
    }
}
