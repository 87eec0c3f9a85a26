/// Replaces words by words that look alike and have as many bytes.
///
/// A word is a run of ASCII letters, digits, `_`, `-` and characters beyond ASCII; what stands between words stays. Letters
/// become letters of the same case, digits digits, other characters ones of the same length in UTF-8. Each ASCII letter and digit becomes
/// a different one. The same word always becomes the same word, wherever it stands: in a resource name, an id, a
/// sentence. Words of hexadecimal digits stay hexadecimal.
struct TextStandIn: Sendable {
    let hash: SipHash

    /// Which words stay.
    enum Mode: Hashable, Sendable {
        /// None but the collections in resource names.
        case freeText
        /// Those of the API's own vocabulary: for sentences that a server writes.
        case sentence
        /// None; the whole text counts as one word.
        case opaque
    }

    /// Replaces the text in a range. Bytes that are no UTF-8 become others that are none. Linear.
    func replace(_ bytes: inout [UInt8], in range: Range<Int>, mode: Mode) {
        if mode == .opaque {
            var stream = StandInStream(seed: hash(bytes[range]))
            return replaceCharacters(&bytes, range, isHex: false, &stream)
        }
        var start = range.lowerBound
        // Where an id would begin: behind a collection and a slash.
        var idStart = -1
        while start < range.upperBound {
            guard Self.isWord(bytes[start]) else {
                start += 1
                continue
            }
            let end = bytes[start..<range.upperBound].firstIndex { !Self.isWord($0) } ?? range.upperBound
            let word = start..<end
            let isCollection =
                end < range.upperBound && bytes[end] == UInt8(ascii: "/") && Self.isCollection(bytes[word])
            if start == idStart || !(isCollection || keeps(bytes[word], mode)) {
                var stream = StandInStream(seed: hash(bytes[word]))
                replaceCharacters(&bytes, word, isHex: Self.isHexadecimal(bytes[word]), &stream)
            } else if isCollection {
                idStart = end + 1
            }
            start = end
        }
    }

    /// A segment of resource names that is no id.
    private static func isCollection(_ word: ArraySlice<UInt8>) -> Bool {
        Vocabulary.collections.contains(String(decoding: word, as: UTF8.self))
    }

    private func keeps(_ word: ArraySlice<UInt8>, _ mode: Mode) -> Bool {
        guard mode == .sentence else { return false }
        // Short numbers are codes, counts and seconds.
        if word.count <= 3, word.allSatisfy({ (0x30...0x39).contains($0) }) { return true }
        return Vocabulary.words.contains(String(decoding: word, as: UTF8.self))
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || isLetterOrDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }

    static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
    }

    /// Eight or more hexadecimal digits of one case, a decimal digit among them, with hyphens between them: UUIDs, trace ids.
    private static func isHexadecimal(_ word: ArraySlice<UInt8>) -> Bool {
        var (decimal, lower, upper) = (0, 0, 0)
        for byte in word {
            switch byte {
            case 0x30...0x39: decimal += 1
            case 0x61...0x66: lower += 1
            case 0x41...0x46: upper += 1
            case UInt8(ascii: "-"): break
            default: return false
            }
        }
        return decimal + lower + upper >= 8 && decimal > 0 && (lower == 0 || upper == 0)
    }

    private func replaceCharacters(
        _ bytes: inout [UInt8], _ range: Range<Int>, isHex: Bool, _ stream: inout StandInStream
    ) {
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = bytes[index]
            if byte < 0x80 {
                bytes[index] = Self.replaced(byte, isHex: isHex, &stream)
                index += 1
            } else if let length = Self.scalarLength(bytes[index..<range.upperBound]) {
                Self.replaceScalar(&bytes, at: index, length, &stream)
                index += length
            } else {
                // Alone such a byte is no UTF-8, and may not become any.
                bytes[index] = 0x80 | UInt8(stream.other(than: UInt32(byte & 0x3f), of: 0x40))
                index += 1
            }
        }
    }

    /// Another letter for a letter, another digit for a digit; anything else of ASCII stays.
    static func replaced(_ byte: UInt8, isHex: Bool = false, _ stream: inout StandInStream) -> UInt8 {
        func other(_ first: UInt8, _ size: UInt32) -> UInt8 {
            first + UInt8(stream.other(than: UInt32(byte - first), of: size))
        }
        switch byte {
        case 0x30...0x39: return other(0x30, 10)
        case 0x41...0x5a: return other(0x41, isHex ? 6 : 26)
        case 0x61...0x7a: return other(0x61, isHex ? 6 : 26)
        default: return byte
        }
    }

    /// How many bytes the character at the beginning takes; `nil` when it is no UTF-8.
    private static func scalarLength(_ bytes: ArraySlice<UInt8>) -> Int? {
        var decoder = UTF8()
        var rest = bytes.prefix(4).makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return nil }
        return UTF8.width(scalar)
    }

    /// Letters of each length in UTF-8: Latin Extended-A, CJK, and faces for what lies beyond the basic plane.
    private static func replaceScalar(
        _ bytes: inout [UInt8], at index: Int, _ length: Int, _ stream: inout StandInStream
    ) {
        let (first, size): (UInt32, UInt32) =
            switch length {
            case 2: (0x100, 0x80)
            case 3: (0x4e00, 0x5000)
            default: (0x1f600, 0x50)
            }
        let old = String(decoding: bytes[index..<(index + length)], as: UTF8.self).unicodeScalars.first?.value ?? 0
        let number = first + stream.other(than: old >= first ? old - first : .max, of: size)
        guard let scalar = Unicode.Scalar(number) else { return }
        for (offset, byte) in String(Character(scalar)).utf8.enumerated() {
            bytes[index + offset] = byte
        }
    }
}
