// The values that stand behind the names of credentials: where they begin and end, and which of them are credentials.
extension CredentialScanner {
    /// The value of a credential.
    ///
    /// - Parameter end: Where the separator ends.
    @inline(never)
    mutating func value(of name: CredentialName, behind separator: Separator, to end: Int) -> Range<Int>? {
        guard let start = startOfValue(behind: end), name != .line || start >= judged else { return nil }
        let isQuoted = text[start - 1].isQuote && separator != .element
        if separator == .pair, !isQuoted { return nil }
        // A private key has spaces and goes on in further lines.
        if begins("-----BEGIN ", at: start), let key = privateKey(at: start, isQuoted: isQuoted) { return key }
        let isBroken = ["\n", "\r", "\\n"].contains { text[end..<start].firstIndex(of: $0.utf8) != nil }
        let separator = separator == .pair || isBroken && separator != .element ? .column : separator
        let body = behindBackslash(start)
        let first = body..<self.end(of: body, while: \.isTokenLetter)
        let scheme = name == .line && separator != .option ? valueOfScheme(first) : nil
        if let scheme, endsHeader(scheme, behind: first) { return start..<scheme.upperBound }
        let value = isQuoted ? quotedValue(from: start) : bareValue(of: name, behind: separator, from: start)
        guard !value.isEmpty, isWhole(value, behind: separator, isQuoted: isQuoted) else { return nil }
        let isFound =
            switch (name, separator) {
            case (.headers, _), (_, .parameter), (_, .escaped): true
            case (.line, .option): isCookie(value, name: first)
            case (.line, _):
                isCookie(value, name: first) || scheme?.upperBound == value.upperBound
                    || text[value].split { $0 <= 0x20 || $0 == UInt8(ascii: "=") }.contains { isToken($0.indices) }
            case (.password, .column), (.code, .column): isToken(value)
            // Behind an option that takes none, a word may stand: `the option --password is deprecated`.
            case (.password, .option): isQuoted || !text[value].allSatisfy(\.isLetter)
            case (.password, _): isQuoted || !isLiteral(first)
            case (.code, _): text[value].contains(where: \.isDigit)
            case (.token, _): isToken(value) && !isPlaceOrTime(text[value])
            case (.key, _): Self.isRandom(text[value])
            }
        if name == .line, separator != .option, !isFound { judged = value.upperBound }
        // The tokens of Firebase's messages and of Telegram's bots have colons between their parts.
        var end = value.upperBound
        while isFound, !isQuoted, begins(":", at: end), byte(at: end + 1).isTokenLetter {
            end = self.end(of: end + 1, while: \.isTokenLetter)
        }
        return isFound ? value.lowerBound..<end : nil
    }

    /// The next string of a list whose last string was a credential, and ends at ``index``: `["a", "b"]`, `["a" "b"]`. Codes
    /// may be numbers.
    mutating func nextInList() -> Range<Int>? {
        guard let name = listed else { return nil }
        listed = nil
        let gap = endOfGap(from: index)
        let isComma = begins(",", at: gap)
        let quotes = text[index..<gap].count(where: \.isQuote)
        guard quotes >= (!isComma ? 2 : name == .code ? 0 : 1), !text[index..<gap].contains(UInt8(ascii: "]")),
            let value = value(of: name, behind: .assignment, to: isComma ? gap + 1 : gap - 1),
            text[value.lowerBound - 1].isQuote || name == .code
        else { return nil }
        listed = name
        return value
    }

    // MARK: Where a value begins and ends

    /// Where a value begins behind a separator or an option; `nil` where none does.
    func startOfValue(behind end: Int) -> Int? {
        var start = endOfGap(from: end)
        if !text[start - 1].isQuote, let wrapper = Self.wrappers.first(where: { begins($0, at: start) }) {
            start = endOfGap(from: start + wrapper.utf8CodeUnitCount)
        }
        // The size of a credential may stand here in its place.
        let bracket = text[start...].prefix(32).prefix { $0 != UInt8(ascii: ")") }
        let isHidden = begins("(", at: start) && bracket.firstIndex(of: ", not shown".utf8) != nil
        return start - end <= Self.gapLimit && start < text.endIndex && !isHidden && !isEnd(at: start) ? start : nil
    }

    /// What programming languages and shells write before a string: Swift, Rust, Go, Python, bash, cmd and Objective-C.
    private static let wrappers: [StaticString] = ["Optional(", "Some(", "string{", "b\"", "b'", "$'", "^\"", "@\""]

    /// Whether the text around a name ends here, so that no value is behind the name: `"wrong password:", …`
    private func isEnd(at index: Int) -> Bool {
        guard isOne(of: ",;)}", at: index) else { return false }
        return byte(at: index + 1) <= 0x20 || isOne(of: "\"',;)}]", at: index + 1)
    }

    /// The text from `start` to the quote that closes it: the one behind as many backslashes as the quote before `start`, or
    /// behind fewer, which closes a string around. A quote within the text has more.
    func quotedValue(from start: Int) -> Range<Int> {
        let quote = text[start - 1]
        let depth = text[..<(start - 1)].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
        var backslashes = 0
        let end = end(of: start) { byte in
            if byte == UInt8(ascii: "\\") {
                backslashes += 1
                return true
            }
            let isClosing = byte == quote && (backslashes < depth || backslashes % (2 * depth + 2) == depth)
            guard byte >= 0x20, !isClosing else { return false }
            backslashes = 0
            return true
        }
        return start..<(end - min(backslashes, depth))
    }

    /// A value that stands in no quotes. Outside of URLs and commands, it ends where the name of another could begin, so that no
    /// byte is read twice.
    private func bareValue(of name: CredentialName, behind separator: Separator, from start: Int) -> Range<Int> {
        let body = behindBackslash(start)
        switch (separator, name) {
        case (.element, _): return start..<end(of: body) { $0 >= 0x20 && !$0.isOne(of: "<>") }
        case (.option, _): return start..<end(of: body, while: \.isArgumentLetter)
        case (_, .line): return start..<endOfHeader(from: body)
        case (_, .headers): return start..<end(of: body, while: \.isHeaderLetter)
        case (.escaped, _): return start..<end(of: body) { $0.isCredentialLetter || $0 == UInt8(ascii: "%") }
        case (.parameter, _): return start..<end(of: body, while: \.isArgumentLetter)
        case (_, .password):
            // A number of JSON ends before the comma or bracket behind it.
            let number = end(of: start, while: \.isDigit)
            return start..<(number > start && isEnd(at: number) ? number : end(of: body, while: \.isArgumentLetter))
        default:
            let end = end(of: body) { $0 > 0x20 && !$0.isOne(of: "&\"'<>,;)]}\\=:") }
            return start..<self.end(of: end) { $0 == UInt8(ascii: "=") }
        }
    }

    /// The end of a header's value that stands in no quotes itself, but may have quotes around its parameters: `a="b c"; d=e`.
    private func endOfHeader(from start: Int) -> Int {
        var end = start
        while true {
            end = self.end(of: end, while: \.isHeaderLetter)
            // A quote behind `=` begins a parameter, unless a string ends there.
            let quote = self.end(of: end) { $0 == UInt8(ascii: "\\") }
            guard byte(at: quote).isQuote, isBehind("=", end), byte(at: quote + 1) > 0x20,
                !isOne(of: ",:;)>]}\"'\\", at: quote + 1)
            else { return end }
            let value = quotedValue(from: quote + 1)
            let close = value.upperBound + quote - end
            end = byte(at: close) == text[quote] ? close + 1 : value.upperBound
        }
    }

    // MARK: Which values are credentials

    /// Whether nothing behind a value tells that it is none.
    private func isWhole(_ value: Range<Int>, behind separator: Separator, isQuoted: Bool) -> Bool {
        switch separator {
        // A pair of strings may be an element and the name of the next member.
        case .column: !isQuoted || !begins(":", at: endOfGap(from: value.upperBound))
        // A text that goes on in the next string of a JSON document is none of an element.
        case .element:
            begins("</", at: endOfGap(from: value.upperBound))
                && ["\",", "\":", "\"}"].allSatisfy { text[value].firstIndex(of: $0.utf8) == nil }
        default: true
        }
    }

    /// Whether a scheme and what stands behind it are all of a header: other headers may follow on the line.
    private func endsHeader(_ credential: Range<Int>, behind scheme: Range<Int>) -> Bool {
        isOne(of: " ,;)]}", at: credential.upperBound)
            && !text[scheme.upperBound..<credential.lowerBound].contains {
                $0 < 0x20 || $0.isQuote || $0 == UInt8(ascii: "\\")
            }
    }

    /// Whether a value begins with the name of a cookie. What else stands behind `--cookie` is the name of a file.
    private func isCookie(_ value: Range<Int>, name: Range<Int>) -> Bool {
        !name.isEmpty && begins("=", at: name.upperBound) && name.count + 1 < value.count
    }

    /// Whether JSON or code tells in a word that there is no password, or with a name such as `isSecret` whether there is one.
    private func isLiteral(_ word: Range<Int>) -> Bool {
        (byte(at: word.upperBound) <= 0x20 || isOne(of: ",;)}]", at: word.upperBound))
            && ["true", "false", "null", "nil", "None"].contains { text[word].elementsEqual($0.utf8) }
    }

    /// Whether the value of a credential stands here, and not a word of a sentence.
    func isToken(_ range: Range<Int>) -> Bool {
        let value = text[range]
        guard value.count >= 8, value.allSatisfy({ $0 > 0x20 }) else { return false }
        return value.contains(where: \.isDigit)
            || value.count >= 20
                && [2, 3].allSatisfy { kind in value.contains { $0.isLetter && $0.letterKind == kind } }
    }

    /// Whether a value tells where a credential is, or until when it is one: a URL, a path, the name of a file or a resource, or
    /// a date. Numbers tell no time: a code or the id of a session may look like seconds since 1970.
    private func isPlaceOrTime(_ value: ArraySlice<UInt8>) -> Bool {
        let isDate =
            value.prefix(8).map { $0.isDigit ? 0 : $0 } == [0, 0, 0, 0, 0x2D, 0, 0, 0x2D]
            && value.allSatisfy { $0.isDigit || $0.isOne(of: "-:.+TZ") }
        let isFile = Self.fileEndings.contains { value.suffix($0.utf8.count).elementsEqual($0.utf8) }
        // A token in base64 may begin with a slash.
        let isPath = value.first == UInt8(ascii: "/") && value.dropFirst().contains(UInt8(ascii: "/"))
        let isPlace = isPath || Self.places.contains { value.starts(with: $0.utf8) }
        return isDate || isFile || isPlace && !Self.isRandom(value)
    }

    private static let fileEndings = [".json", ".pem", ".crt", ".cer", ".key", ".p12", ".txt"]
    private static let places = ["./", "../", "~/", "http://", "https://", "projects/", "providers/"]

    /// Whether a value is made of letters and digits at random, as keys and tokens are; ids that are made of words, numbers
    /// and times are not, nor are UUIDs.
    static func isRandom(_ value: ArraySlice<UInt8>) -> Bool {
        var (length, digits, changes, last) = (0, 0, 0, UInt8(0))
        for byte in value {
            guard byte.isLetterOrDigit else {
                (length, digits, changes, last) = (0, 0, 0, 0)
                continue
            }
            length += 1
            digits += byte.isDigit ? 1 : 0
            changes += last != 0 && byte.letterKind != last ? 1 : 0
            last = byte.letterKind
            if length >= 16, digits >= 2, length - digits >= 2, changes >= 4 { return true }
        }
        return false
    }
}
