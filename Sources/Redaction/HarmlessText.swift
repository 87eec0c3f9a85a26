/// Whether text looks like what its field is to hold: names of fields alone make nothing harmless.
enum HarmlessText {
    /// Longer texts are no versions, models or names of fields.
    private static let plainLimit = 128

    /// Short, and of printable ASCII.
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

    /// The name of a time zone in the database of IANA, or a difference from UTC: `Europe/Berlin`, `UTC`, `GMT+2`, `+02:00`.
    static func isTimeZone(_ text: ArraySlice<UInt8>) -> Bool {
        let parts = text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if parts.count > 1, let area = parts.first {
            return text.count <= 40 && areas.contains(String(decoding: area, as: UTF8.self))
                && parts.dropFirst().allSatisfy { !$0.isEmpty && $0.allSatisfy(TextStandIn.isWord) }
        }
        let isNamed = [Array("UTC".utf8), Array("GMT".utf8)].contains { text.starts(with: $0) }
        let offset = isNamed ? text.dropFirst(3) : text
        return offset.count <= 6
            && offset.allSatisfy { (0x30...0x39).contains($0) || "+-:".utf8.contains($0) }
    }

    private static let areas: Set<String> = [
        "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Etc", "Europe", "Indian",
        "Pacific",
    ]

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5a).contains(byte & 0xdf) }
}
