/// Tells whether text has the form that its field promises: the name of a field alone makes no text harmless.
enum HarmlessText {
    /// The longest version, model or name of a field.
    private static let plainLimit = 128

    /// Whether the text is short and printable ASCII.
    static func isPlain(_ text: ArraySlice<UInt8>) -> Bool {
        text.count <= plainLimit && text.allSatisfy { (0x20...0x7e).contains($0) }
    }

    /// Where an `Any` says its type: `type.googleapis.com/google.rpc.ErrorInfo`.
    static func isTypeURL(_ text: ArraySlice<UInt8>) -> Bool {
        isPlain(text) && text.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || "./_-:".utf8.contains($0) }
    }

    /// A language, region or currency: `de`, `zh-Hans-CN`, `es_419`, `EUR`.
    ///
    /// Source: RFC 5646, section 2.1; languages and currencies have two or three letters, further parts at most eight.
    static func isLanguageTag(_ text: ArraySlice<UInt8>) -> Bool {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        guard let first = parts.first, (2...3).contains(first.count), parts.count <= 4 else { return text.isEmpty }
        return first.allSatisfy(isLetter) && parts.dropFirst().allSatisfy(isSubtag)
    }

    /// A script of four letters, or a region of two letters or three digits.
    private static func isSubtag(_ part: ArraySlice<UInt8>) -> Bool {
        switch part.count {
        case 2, 4: part.allSatisfy(isLetter)
        case 3: part.allSatisfy { (0x30...0x39).contains($0) }
        default: false
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5a).contains(byte & 0xdf) }
}
