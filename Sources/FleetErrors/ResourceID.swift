/// What an id of a resource may be.
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
        return isNormalized(id) ? nil : "is not in Unicode's normal form C (NFC)"
    }

    /// The text is in normal form C, as far as can be told without the tables of Unicode.
    ///
    /// Found are: a letter and a combining mark for which there is one character (of the Latin, Greek, Cyrillic, Arabic
    /// and Kana scripts), Hangul syllables in pieces, marks out of order, and characters that stand for another one.
    ///
    /// Source: https://www.unicode.org/reports/tr15/
    static func isNormalized(_ text: String) -> Bool {
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            guard scalar.value > 0x7F else {
                last = scalar
                continue
            }
            if standsForAnother(scalar) { return false }
            if let last {
                let order = scalar.properties.canonicalCombiningClass
                if order != .notReordered, last.properties.canonicalCombiningClass > order { return false }
                if composes(last, scalar) { return false }
            }
            last = scalar
        }
        return true
    }

    /// Characters that normal form C always replaces: signs that are letters, and ideographs for compatibility.
    private static func standsForAnother(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0340, 0x0341, 0x0343, 0x0344, 0x0374, 0x037E, 0x0387, 0x1FEF, 0x2000, 0x2001, 0x2126, 0x212A, 0x212B,
            0x2329, 0x232A, 0x2F800...0x2FA1D:
            true
        case 0x1F71, 0x1F73, 0x1F75, 0x1F77, 0x1F79, 0x1F7B, 0x1F7D, 0x1FBB, 0x1FBE, 0x1FC9, 0x1FCB, 0x1FD3, 0x1FDB,
            0x1FE3, 0x1FEB, 0x1FEE, 0x1FF9, 0x1FFB, 0x1FFD:
            true
        // Twelve of these are ideographs in their own right.
        case 0xF900...0xFAD9:
            ![0xFA0E, 0xFA0F, 0xFA11, 0xFA13, 0xFA14, 0xFA1F, 0xFA21, 0xFA23, 0xFA24, 0xFA27, 0xFA28, 0xFA29]
                .contains(scalar.value)
        default: false
        }
    }

    /// Where the characters lie that a letter and a mark compose to.
    private static let composed: [ClosedRange<UInt32>] = [
        0xC0...0x17E, 0x1A0...0x233, 0x386...0x3D4, 0x400...0x4F9, 0x622...0x6D3, 0x1E00...0x1FFC, 0x304C...0x30FE,
    ]

    private static func composes(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        let (left, right) = (first.value, second.value)
        if (0x1100...0x1112).contains(left), (0x1161...0x1175).contains(right) { return true }
        if (0xAC00...0xD7A3).contains(left), (left - 0xAC00) % 28 == 0, (0x11A8...0x11C2).contains(right) {
            return true
        }
        guard second.properties.generalCategory == .nonspacingMark else { return false }
        // Strings are equal in Swift when they are canonically equivalent, so the one character is found by comparing.
        var pair = ""
        pair.unicodeScalars.append(first)
        pair.unicodeScalars.append(second)
        return composed.contains { range in
            range.contains { Unicode.Scalar($0).map { String($0) == pair } ?? false }
        }
    }
}
