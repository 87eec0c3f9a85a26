internal import ByteText

/// The words of a field's name in lower case, however it is written: `lat_e7`, `latE7` and `LatE7` are `lat` and `e7`.
struct NameWords: Sendable {
    let words: [String]

    init(_ name: String) {
        var words: [String] = []
        var word: [UInt8] = []
        func end() {
            if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self).lowercased()) }
            word = []
        }
        let bytes = Array(name.utf8)
        for (index, byte) in bytes.enumerated() {
            guard byte.isLetterOrDigit || byte >= 0x80 else {
                end()
                continue
            }
            if Self.isUpper(byte), let last = word.last {
                // A word in capitals ends before the last one, which begins the next word: `IDNumber`.
                let isNextLower = index + 1 < bytes.count && (0x61...0x7a).contains(bytes[index + 1])
                if !Self.isUpper(last) || isNextLower { end() }
            }
            word.append(byte)
        }
        end()
        self.words = words
    }

    private static func isUpper(_ byte: UInt8) -> Bool { (0x41...0x5a).contains(byte) }

    /// The name as schemas usually write it.
    var snakeCase: String { words.joined(separator: "_") }

    /// The last word before units of degrees, without a trailing number: `lat` of `start_lat2_e7`.
    var subject: String? {
        var rest = words[...]
        while let last = rest.last, Self.degrees.contains(last), rest.count > 1 { rest.removeLast() }
        guard var word = rest.last else { return nil }
        if rest.count > 1, word.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            rest.removeLast()
            word = rest.last ?? word
        }
        while word.utf8.count > 1, let last = word.utf8.last, (0x30...0x39).contains(last) { word.removeLast() }
        return word
    }

    /// Whether the name ends in a fraction of degrees: `x_e7`.
    var hasScale: Bool { words.count > 1 && words.last.map(Self.scales.contains) ?? false }

    private static let scales: Set<String> = ["e5", "e6", "e7", "1e5", "1e6", "1e7"]
    private static let degrees = scales.union(["deg", "degs", "degree", "degrees", "microdegrees", "wgs84"])
}
