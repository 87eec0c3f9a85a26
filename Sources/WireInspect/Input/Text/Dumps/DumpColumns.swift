internal import ByteText

/// The bytes of a line of a dump behind its offset, and its characters.
struct DumpColumns {
    /// The bytes as written.
    private(set) var straight: [UInt8] = []
    /// The bytes with those of each group in the opposite order: of little-endian words.
    private(set) var swapped: [UInt8] = []
    /// Whether a group has several bytes.
    private(set) var hasWords = false
    /// The characters beside the bytes, with a mark for each byte that cannot be shown.
    private(set) var characters: ArraySlice<UInt8>?

    /// - Parameters:
    ///   - count: How many bytes the line has, if that is known; words may have some more.
    ///   - limit: Longer lines are not read.
    init?(_ text: ArraySlice<UInt8>, count: Int?, limit: Int) {
        var index = text.startIndex
        while index < text.endIndex {
            var gap = 0
            while index < text.endIndex, text[index] == 0x20 || text[index] == 0x09 {
                gap += text[index] == 0x09 ? 8 : 1
                index += 1
            }
            guard index < text.endIndex else { break }
            let rest = text[index...]
            if !straight.isEmpty {
                let rivals = Self.candidates(rest)
                let found = rivals.first { $0.shows(straight) || $0.shows(swapped) }
                if count == nil, gap > 1 || rivals.count > 1, let found {
                    characters = found
                } else if let count, straight.count >= count, gap > 1 || found != nil {
                    characters = found ?? rivals[0]
                }
                if characters != nil { break }
            }
            let word = rest.prefix { $0 != 0x20 && $0 != 0x09 }
            let digits = word.hasPrefix("0x") ? word.dropFirst(2) : word
            guard let group = [UInt8](hex: digits), !group.isEmpty, straight.count + group.count <= limit else {
                // Characters of another kind than those that are known.
                if count == nil, !straight.isEmpty, gap > 1 { break }
                return nil
            }
            straight += group
            swapped += group.reversed()
            if group.count > 1 { hasWords = true }
            index = word.endIndex
        }
    }

    /// The text as it is, and what stands between bars, angles or quotes if it does.
    private static func candidates(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        [text, text.inside(["||", "><", "''", "\"\""])].compactMap { $0 }
    }
}

extension ArraySlice<UInt8> {
    /// Whether these characters of a dump can be those of the bytes. Spaces at both ends may have been lost.
    func shows(_ bytes: [UInt8]) -> Bool {
        var bytes = bytes[...]
        while bytes.first == 0x20, first != 0x20 { bytes.removeFirst() }
        for byte in self where byte & 0xC0 != 0x80 {
            guard let shown = bytes.popFirst() else { return false }
            if shown >= 0x20, shown < 0x7F, byte != shown { return false }
            // A byte that cannot be shown is not shown as a letter or digit.
            if shown < 0x20 || shown == 0x7F, byte > 0x20, byte < 0x7F, byte != 0x2E, byte != 0x5F { return false }
        }
        return bytes.allSatisfy { $0 == 0x20 }
    }
}
