internal import ByteText

/// Replaces words by words that look alike and have as many bytes.
///
/// A word is a run of ASCII letters, digits, `_`, `-` and characters beyond ASCII; what stands between words stays. Letters
/// become letters of the same case, digits digits, other characters ones of the same length in UTF-8. Each ASCII letter and digit becomes
/// a different one. The same word always becomes the same word, wherever it stands: in a resource name, an id, a
/// sentence. Words of hexadecimal digits stay hexadecimal. Addresses have the stand-ins that they have everywhere.
struct TextStandIn: Sendable {
    let hash: SipHash
    let addresses: AddressStandIn

    init(hash: SipHash) {
        self.hash = hash
        addresses = AddressStandIn(hash: hash)
    }

    /// Which words stay.
    enum Mode: Hashable, Sendable {
        /// None but the collections in resource names.
        case freeText
        /// Those of the API's own vocabulary: for sentences that a server writes.
        case sentence
        /// Those of the names of Google's hosts, and ports: for hosts and service accounts.
        case host
        /// Names of software and devices, and their versions.
        case software
        /// Words without digits, outside of brackets and quotes, and those of the API's own vocabulary: for names of fields
        /// and constants, behind which keys may stand.
        case names
        /// Names before operators, keywords and enum values: for filters and `key:value` conditions.
        case filter
        /// None; the whole text counts as one word.
        case opaque
    }

    /// Replaces the text in a range. Bytes that are no UTF-8 become others that are none. Linear.
    func replace(_ bytes: inout [UInt8], in range: Range<Int>, mode: Mode) {
        if mode == .opaque {
            var stream = StandInStream(seed: hash(bytes[range]))
            return replaceCharacters(&bytes, range, isHex: false, &stream)
        }
        if mode == .filter { return replaceFilter(&bytes, in: range) }
        var start = range.lowerBound
        // Where an id would begin: behind a collection and a slash.
        var idStart = -1
        // The word before is one that ids follow.
        var namesNext = false
        while start < range.upperBound {
            if let end = addressEnd(&bytes, at: start, in: range, mode) {
                start = end
                continue
            }
            guard Self.isWord(bytes[start]) else {
                start += 1
                continue
            }
            let end = bytes[start..<range.upperBound].firstIndex { !Self.isWord($0) } ?? range.upperBound
            let word = start..<end
            let isSegment = end < range.upperBound && bytes[end] == UInt8(ascii: "/")
            let text = isSegment || mode != .freeText ? String(decoding: bytes[word], as: UTF8.self) : ""
            let isCollection = isSegment && Vocabulary.collections.contains(text)
            let isKept = isCollection || keeps(word, text, of: bytes, in: range, mode, namesNext)
            if start == idStart || !isKept {
                var stream = StandInStream(seed: hash(bytes[word]))
                replaceCharacters(&bytes, word, isHex: Self.isHexadecimal(bytes[word]), &stream)
            } else if isCollection {
                idStart = end + 1
            }
            namesNext = mode == .sentence && Vocabulary.named.contains(text)
            start = end
        }
    }

    /// The end of the address that begins at `start`, which is replaced; `nil` when there is none.
    private func addressEnd(_ bytes: inout [UInt8], at start: Int, in range: Range<Int>, _ mode: Mode) -> Int? {
        // Versions may look like addresses.
        if mode == .software, start > range.lowerBound, bytes[start - 1] == UInt8(ascii: "/") { return nil }
        return addresses.replace(&bytes, at: start, in: range)
    }

    private func keeps(
        _ word: Range<Int>, _ text: String, of bytes: [UInt8], in range: Range<Int>, _ mode: Mode, _ namesNext: Bool
    ) -> Bool {
        switch mode {
        case .freeText, .opaque, .filter: false
        case .host:
            Vocabulary.hosts.contains(text)
                || word.lowerBound > range.lowerBound
                    && AddressStandIn.endOfPort(bytes, word.lowerBound - 1, range) == word.upperBound
        case .software: Vocabulary.isSoftware(text)
        case .names: Vocabulary.words.contains(text) || isName(word, text, of: bytes, in: range)
        case .sentence:
            if Self.isNumber(bytes[word]) {
                // Short numbers are codes, counts and seconds, unless they are ids or parts of others, such as degrees.
                word.count <= 3 && !namesNext && !Self.isPart(word, of: bytes, in: range)
            } else if text == "v1" {
                // In the name of a package, or a path: elsewhere it may be an id.
                Self.isPart(word, of: bytes, in: range, joiners: "./")
            } else {
                Vocabulary.words.contains(text)
            }
        }
    }

    private func isName(_ word: Range<Int>, _ text: String, of bytes: [UInt8], in range: Range<Int>) -> Bool {
        if word.lowerBound > range.lowerBound, "[\"'`(".utf8.contains(bytes[word.lowerBound - 1]) {
            // The position in a list.
            return word.count <= 3 && Self.isNumber(bytes[word])
        }
        return text.utf8.allSatisfy { !$0.isDigit && $0 < 0x80 }
    }

    private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool { word.allSatisfy { $0.isDigit } }

    /// The word is joined to another one.
    private static func isPart(
        _ word: Range<Int>, of bytes: [UInt8], in range: Range<Int>, joiners: String = ".,"
    ) -> Bool {
        func joins(_ joint: Int, _ next: Int) -> Bool {
            range.contains(joint) && range.contains(next) && joiners.utf8.contains(bytes[joint]) && isWord(bytes[next])
        }
        return joins(word.upperBound, word.upperBound + 1) || joins(word.lowerBound - 1, word.lowerBound - 2)
    }

    static func isWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte.isLetterOrDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
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
