/// The rules for ids of resources.
///
/// At most 64 characters, in Unicode's normal form C, none of `/ : ? , #`. Source: the comments of Fleet Engine's `.proto`
/// files.
package enum ResourceID {
    /// The rules in a sentence.
    package static let rules = "IDs have at most \(lengthLimit) characters in normal form C, and none of / : ? , #."
    private static let lengthLimit = 64
    private static let forbidden = "/:?,#"

    /// What is wrong with an id, as the end of a sentence about it; `nil` when it looks right.
    package static func problem(_ id: String) -> String? {
        if id.unicodeScalars.count > lengthLimit {
            return "has \(id.unicodeScalars.count) characters; \(lengthLimit) are allowed"
        }
        if let bad = id.unicodeScalars.first(where: { forbidden.unicodeScalars.contains($0) }) {
            return "contains \"\(bad)\""
        }
        return isComposed(id) ? nil : "is not in Unicode's normal form C (NFC)"
    }

    /// Whether the text has no letter with a combining mark behind it for which there is one character.
    ///
    /// That is how text that is not in normal form C comes about: file names and keyboards give `u` and `◌̈` for `ü`. Looked
    /// at are the Latin, Greek, Cyrillic, Arabic and Kana scripts; rarer forms pass.
    ///
    /// Source: https://www.unicode.org/reports/tr15/
    static func isComposed(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        return zip(scalars, scalars.dropFirst()).allSatisfy { letter, mark in
            guard mark.value > 0x7F, mark.properties.generalCategory == .nonspacingMark else { return true }
            return !composed.contains("\(letter)\(mark)")
        }
    }

    /// The characters that a letter and a mark compose to. Swift takes strings that are canonically equivalent for equal, so
    /// that the pair is found here as well.
    private static let composed: Set<String> = {
        let ranges: [ClosedRange<UInt32>] = [
            0xC0...0x17E, 0x1A0...0x233, 0x386...0x3D4, 0x400...0x4F9, 0x622...0x6D3, 0x1E00...0x1FFC, 0x304C...0x30FE,
        ]
        return Set(ranges.joined().compactMap(Unicode.Scalar.init).map { String($0) })
    }()
}
