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
            // Strings are equal in Swift when they are canonically equivalent, so the one character is found by comparing.
            let pair = "\(letter)\(mark)"
            return !composed.contains { range in
                range.contains { Unicode.Scalar($0).map { String($0) == pair } ?? false }
            }
        }
    }

    /// The characters that a letter and a mark compose to.
    private static let composed: [ClosedRange<UInt32>] = [
        0xC0...0x17E, 0x1A0...0x233, 0x386...0x3D4, 0x400...0x4F9, 0x622...0x6D3, 0x1E00...0x1FFC, 0x304C...0x30FE,
    ]
}
