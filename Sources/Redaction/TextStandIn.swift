internal import ByteText

/// Replaces words by other words of the same shape and length.
///
/// A word is a run of ASCII letters, digits, `_`, `-` and characters beyond ASCII; what stands between words stays. A letter
/// becomes another letter of the same case, a digit another digit, any other character one of the same length in UTF-8. A
/// word has the same stand-in everywhere: in a resource name, an id, a sentence. Words of hexadecimal digits stay
/// hexadecimal. IP addresses are replaced by ``AddressStandIn``.
struct TextStandIn: Sendable {
    let hash: SipHash
    let addresses: AddressStandIn

    init(hash: SipHash) {
        self.hash = hash
        addresses = AddressStandIn(hash: hash)
    }

    /// Selects the words that stay.
    enum Mode: Hashable, Sendable {
        /// Only the collections in resource names stay.
        case freeText
        /// The words of the API's vocabulary stay: for sentences of servers.
        case sentence
        /// The labels of Google's hosts and ports stay: for hosts and service accounts.
        case host
        /// Names of software and devices and their versions stay.
        case software
        /// Words without digits outside brackets and quotes, and the words of the API's vocabulary stay: for names of fields
        /// and constants, which keys may follow.
        case names
        /// Names before operators, keywords and enum values stay: for filters and `key:value` conditions.
        case filter
        /// Nothing stays; the whole text counts as one word.
        case opaque
    }

    /// Replaces the text in a range. Bytes that are not UTF-8 become other bytes that are not. Linear.
    func replace(_ bytes: inout [UInt8], in range: Range<Int>, mode: Mode) {
        if mode == .opaque {
            var stream = StandInStream(seed: hash(bytes[range]))
            return replaceCharacters(&bytes, in: range, isHex: false, from: &stream)
        }
        if mode == .filter { return replaceFilter(&bytes, in: range) }
        var start = range.lowerBound
        // Where an id begins: after a collection and a slash.
        var idStart: Int?
        // Whether the word before is one that an id follows.
        var followsKind = false
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
            let isSegment = end < range.upperBound && bytes[end] == UInt8(ascii: "/")
            let text = isSegment || mode != .freeText ? String(decoding: bytes[start..<end], as: UTF8.self) : ""
            let word = Word(range: start..<end, text: text, followsKind: followsKind)
            let isCollection = isSegment && Vocabulary.collections.contains(text)
            let isKept = isCollection || keeps(word, mode, of: bytes, in: range)
            if start == idStart || !isKept {
                var stream = StandInStream(seed: hash(bytes[word.range]))
                let isHex = Self.isHexadecimal(bytes[word.range])
                replaceCharacters(&bytes, in: word.range, isHex: isHex, from: &stream)
            } else if isCollection {
                idStart = end + 1
            }
            followsKind = mode == .sentence && Vocabulary.kinds.contains(text)
            start = end
        }
    }

    /// Replaces the IP address that begins at `start`.
    ///
    /// - Returns: The end of the address; `nil` when no address begins there.
    private func addressEnd(_ bytes: inout [UInt8], at start: Int, in range: Range<Int>, _ mode: Mode) -> Int? {
        // A version after a slash may look like an address.
        if mode == .software, start > range.lowerBound, bytes[start - 1] == UInt8(ascii: "/") { return nil }
        return addresses.replace(&bytes, at: start, in: range)
    }

    private struct Word {
        let range: Range<Int>
        let text: String
        /// Whether the word before names a kind of resource, such as `vehicle`, so that this word may be an id.
        let followsKind: Bool
    }

    private func keeps(_ word: Word, _ mode: Mode, of bytes: [UInt8], in range: Range<Int>) -> Bool {
        switch mode {
        case .freeText, .opaque, .filter: false
        case .host:
            Vocabulary.hosts.contains(word.text)
                || word.range.lowerBound > range.lowerBound
                    && AddressStandIn.endOfPort(in: bytes, at: word.range.lowerBound - 1, before: range.upperBound)
                        == word.range.upperBound
        case .software: Vocabulary.isSoftware(word.text)
        case .names: Vocabulary.words.contains(word.text) || isName(word, of: bytes, in: range)
        case .sentence:
            if Self.isNumber(bytes[word.range]) {
                // Short numbers are codes, counts and seconds, unless they are ids or parts of a longer number.
                word.range.count <= 3 && !word.followsKind && !Self.isPart(word.range, of: bytes, in: range)
            } else if word.text == "v1" {
                // `v1` stays in the name of a package and in a path: elsewhere it may be an id.
                Self.isPart(word.range, of: bytes, in: range, joiners: "./")
            } else {
                Vocabulary.words.contains(word.text)
            }
        }
    }

    private func isName(_ word: Word, of bytes: [UInt8], in range: Range<Int>) -> Bool {
        let start = word.range.lowerBound
        if start > range.lowerBound, "[\"'`(".utf8.contains(bytes[start - 1]) {
            // Brackets hold the position in a list, or a key.
            return word.range.count <= 3 && Self.isNumber(bytes[word.range])
        }
        return word.text.utf8.allSatisfy { !$0.isDigit && $0 < 0x80 }
    }

    private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool { word.allSatisfy { $0.isDigit } }

    /// Whether a joiner connects the word to another one.
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

    /// Whether the word is a UUID, a trace id or the like: at least eight hexadecimal digits of one case with a decimal digit
    /// among them, hyphens aside.
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
        _ bytes: inout [UInt8], in range: Range<Int>, isHex: Bool, from stream: inout StandInStream
    ) {
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = bytes[index]
            if byte < 0x80 {
                bytes[index] = Self.replaced(byte, isHex: isHex, &stream)
                index += 1
            } else if let length = Self.scalarLength(bytes[index..<range.upperBound]) {
                Self.replaceScalar(&bytes, in: index..<(index + length), from: &stream)
                index += length
            } else {
                // A byte that is not UTF-8 stays one.
                bytes[index] = 0x80 | UInt8(stream.other(than: UInt32(byte & 0x3f), of: 0x40))
                index += 1
            }
        }
    }

    /// Another letter for a letter, another digit for a digit, the same byte for anything else of ASCII.
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

    /// The length in bytes of the character at the start; `nil` for bytes that are not UTF-8.
    private static func scalarLength(_ bytes: ArraySlice<UInt8>) -> Int? {
        var decoder = UTF8()
        var rest = bytes.prefix(4).makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return nil }
        return UTF8.width(scalar)
    }

    /// Replaces a character by one of the same length: Latin Extended-A, CJK, or an emoji beyond the basic plane.
    private static func replaceScalar(
        _ bytes: inout [UInt8], in range: Range<Int>, from stream: inout StandInStream
    ) {
        let (first, size): (UInt32, UInt32) =
            switch range.count {
            case 2: (0x100, 0x80)
            case 3: (0x4e00, 0x5000)
            default: (0x1f600, 0x50)
            }
        let old = String(decoding: bytes[range], as: UTF8.self).unicodeScalars.first?.value ?? 0
        let number = first + stream.other(than: old >= first ? old - first : .max, of: size)
        guard let scalar = Unicode.Scalar(number) else { return }
        bytes.replaceSubrange(range, with: String(Character(scalar)).utf8)
    }
}
