// The values that stand behind the names of credentials.
extension CredentialScanner {
    /// How a value stands behind its name. In pairs, columns and lines, other things than a name and its value do, too.
    private enum Form {
        case assignment, parameter, escaped, pair, column, option, element
    }

    /// The value behind the name of a credential: `name=value`, `name: value`, `"name": "value"`, `"name" => ["value"]`, also
    /// with escapes of URLs, JSON and HTML; in pairs: `("name", "value")`, `key="name", value="value"`, or in columns; behind
    /// an option: `--name value`; and in XML: `<name>value</name>`, `<key>name</key><string>value</string>`.
    mutating func value(behind word: Range<Int>) -> Range<Int>? {
        guard let (form, end) = form(behind: word) else { return nil }
        let isCookieOption = form == .option && word.count == 2 && begins("-b", at: word.lowerBound)
        guard let kind = isCookieOption ? .line : CredentialName(text[word]) else { return nil }
        let value = value(of: kind, as: form, behind: end)
        // A shell keeps its folders in `PWD` and `OLDPWD`; behind a semicolon, `PWD` is the password of an ODBC connection.
        if let value, text[value.lowerBound] == UInt8(ascii: "/"), !isBehind(UInt8(ascii: ";"), word.lowerBound),
            ["PWD", "OLDPWD"].contains(where: { text[word].elementsEqual($0.utf8) })
        {
            return nil
        }
        if let value, text[end..<value.lowerBound].contains(UInt8(ascii: "[")) { listed = kind }
        return value
    }

    /// The next string of a list whose last string was a credential, and ends at ``index``: `["a", "b"]`, `["a" "b"]`.
    mutating func nextInList() -> Range<Int>? {
        guard let kind = listed else { return nil }
        listed = nil
        let gap = endOfGap(from: index)
        let isComma = begins(",", at: gap)
        let quotes = text[index..<gap].count(where: \.isQuote)
        guard quotes >= (isComma ? 1 : 2), !text[index..<gap].contains(UInt8(ascii: "]")),
            let value = value(of: kind, as: .assignment, behind: isComma ? gap + 1 : gap - 1),
            text[value.lowerBound - 1].isQuote
        else { return nil }
        listed = kind
        return value
    }

    /// The form of what follows a name, and where the sign between them ends.
    private func form(behind word: Range<Int>) -> (form: Form, end: Int)? {
        let next = word.upperBound + 1
        let isOption = text[word.lowerBound] == UInt8(ascii: "-")
        // Behind most words stand a space and another word.
        if text[word.upperBound] == UInt8(ascii: " "), next < text.endIndex, text[next].isLetterOrDigit,
            !isOption, text[next].lowercased != UInt8(ascii: "v") || endOfValueName(from: next) == nil
        {
            // The file `.netrc` has passwords so: `machine host login user password value`.
            let isPassword = word.count == 8 && begins("password", at: word.lowerBound)
            return isPassword && isNear("login ", before: word.lowerBound) ? (.option, next) : nil
        }
        let separator = endOfGap(from: word.upperBound)
        guard separator - word.upperBound <= Self.gapLimit, separator < text.endIndex else { return nil }
        switch text[separator] {
        case UInt8(ascii: "="):
            let isParameter =
                isBehind(UInt8(ascii: "?"), word.lowerBound) || isBehind(UInt8(ascii: "&"), word.lowerBound)
            return (isParameter ? .parameter : .assignment, separator + (begins("=>", at: separator) ? 2 : 1))
        case UInt8(ascii: ":"):
            // Go declares variables with `:=`.
            let isLong = separator + 1 < text.endIndex && text[separator + 1] == UInt8(ascii: "=")
            return (.assignment, separator + (isLong ? 2 : 1))
        case UInt8(ascii: ","):
            guard text[separator - 1].isQuote, isBehind(text[separator - 1], word.lowerBound) else { return nil }
            let end = endOfValueName(from: endOfGap(from: separator + 1))
            return end.map { (.assignment, $0) } ?? (.pair, separator + 1)
        case UInt8(ascii: ">"): return (.element, separator + 1)
        case UInt8(ascii: "<"):
            let string = endOfGap(from: separator + 6)
            return begins("</key>", at: separator) && begins("<string>", at: string) ? (.element, string + 8) : nil
        case UInt8(ascii: "v"), UInt8(ascii: "V"):
            if let end = endOfValueName(from: separator) { return (.assignment, end) }
        case UInt8(ascii: "%"), UInt8(ascii: "\\"): if let end = endOfEscape(at: separator) { return (.escaped, end) }
        default: break
        }
        if text[word.upperBound] == UInt8(ascii: "\t") { return (.column, separator) }
        // Behind other signs, a value could reach over further options, and bytes would be read again and again.
        return isOption && !"]%".utf8.contains(text[word.upperBound]) ? (.option, separator) : nil
    }

    /// - Parameter end: Where the sign behind the name ends.
    @inline(never)
    private mutating func value(of kind: CredentialName, as form: Form, behind end: Int) -> Range<Int>? {
        var (start, form) = (endOfGap(from: end), form)
        if !text[start - 1].isQuote, let wrapper = Self.wrappers.first(where: { begins($0, at: start) }) {
            start = endOfGap(from: start + wrapper.utf8CodeUnitCount)
        }
        guard start - end <= Self.gapLimit, start < text.endIndex, !isReplacement(at: start), !isEnd(at: start)
        else { return nil }
        let isQuoted = text[start - 1].isQuote && form != .element
        if form == .pair && !isQuoted || kind == .line && start < judged { return nil }
        if form != .element, ["\n", "\r", "\\n"].contains(where: { text[end..<start].firstIndex(of: $0.utf8) != nil }) {
            form = .column
        }
        // A private key has spaces and goes on in further lines.
        if begins("-----BEGIN ", at: start), let key = privateKey(at: start, isQuoted: isQuoted) { return key }
        let body = behindBackslash(start)
        let first = body..<self.end(of: body, while: \.isTokenLetter)
        // Other headers may follow on the line, which is not read for each of them.
        if kind == .line, form != .option, let scheme = valueOfScheme(first), scheme.upperBound < text.endIndex,
            " ,;)]}".utf8.contains(text[scheme.upperBound]),
            !text[first.upperBound..<scheme.lowerBound].contains(where: {
                $0 < 0x20 || $0.isQuote || $0 == UInt8(ascii: "\\")
            })
        {
            return start..<scheme.upperBound
        }
        var value =
            isQuoted || kind == .line && form != .option && form != .element
            ? isQuoted ? quotedValue(from: start) : start..<endOfHeader(from: body)
            : start..<self.end(of: body) { byte in
                if form == .element { return byte >= 0x20 && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">") }
                if kind == .headers {
                    return byte >= 0x20 && !"\"'\\".utf8.contains(byte) || byte == UInt8(ascii: "\t")
                }
                if form == .escaped { return byte.isCredentialLetter || byte == UInt8(ascii: "%") }
                // A value outside of URLs ends where the name of another could begin, so that no byte is read twice.
                let isLong = form == .parameter || form == .option || kind == .password
                return byte > 0x20 && !(isLong ? "&\"'<>\\" : "&\"'<>,;)]}\\=:").utf8.contains(byte)
            }
        guard !value.isEmpty else { return nil }
        switch form {
        case .parameter, .escaped: return value
        // A pair of strings that are an element and the name of the next member.
        case .pair, .column: if isQuoted, begins(":", at: endOfGap(from: value.upperBound)) { return nil }
        case .element:
            // A text that goes on in the next string of a JSON document is none of an element.
            let isInString = ["\",", "\":", "\"}"].allSatisfy { text[value].firstIndex(of: $0.utf8) == nil }
            if !isInString || !begins("</", at: endOfGap(from: value.upperBound)) { return nil }
        case .assignment, .option: break
        }
        if !isQuoted { value = start..<self.end(of: value.upperBound) { $0 == UInt8(ascii: "=") } }
        switch kind {
        case .headers: return value
        case .password where form == .option: return isQuoted || !text[value].allSatisfy(\.isLetter) ? value : nil
        case .password:
            if !isQuoted, isLiteral(first) { return nil }
            // A number of JSON ends before the comma or bracket behind it.
            let behind = self.end(of: start, while: \.isDigit)
            if !isQuoted, start < behind, behind < text.endIndex, isEnd(at: behind) { return start..<behind }
            return form != .pair && form != .column || isToken(value) ? value : nil
        case .token: return isToken(value) && !isPlaceOrTime(text[value]) ? value : nil
        case .line:
            // The argument of `--cookie` is the name of a file if it has no such sign.
            let isCookie = !first.isEmpty && begins("=", at: first.upperBound) && first.count + 1 < value.count
            if isCookie || form == .option { return isCookie ? value : nil }
            if valueOfScheme(first)?.upperBound == value.upperBound { return value }
            let words = text[value].split { $0 <= 0x20 || $0 == UInt8(ascii: "=") }
            if words.contains(where: { isToken($0.indices) }) { return value }
            judged = value.upperBound
            return nil
        case .key: return Self.isRandom(text[value]) ? value : nil
        }
    }

    /// Whether JSON or code tells in a word that there is no password, or with a name such as `isSecret` whether there is one.
    func isLiteral(_ word: Range<Int>) -> Bool {
        guard
            word.upperBound == text.endIndex || text[word.upperBound] <= 0x20
                || ",;)}]".utf8.contains(text[word.upperBound])
        else { return false }
        return Self.literals.contains { $0.utf8CodeUnitCount == word.count && begins($0, at: word.lowerBound) }
    }

    private static let literals: [StaticString] = ["true", "false", "null", "nil", "None"]

    /// What programming languages and shells write before a string: Swift, Rust, Go, Python, bash, cmd and Objective-C.
    private static let wrappers: [StaticString] = ["Optional(", "Some(", "string{", "b\"", "b'", "$'", "^\"", "@\""]

    /// The end of a sign behind the word `value`, which stands before the value of a name.
    private func endOfValueName(from start: Int) -> Int? {
        guard begins("value", at: start) || begins("Value", at: start) else { return nil }
        let sign = endOfGap(from: start + 5)
        return begins("=", at: sign) || begins(":", at: sign) ? sign + 1 : nil
    }

    /// The end of `=` or `:` as an escape of URLs, also escaped once more, or of JSON.
    func endOfEscape(at index: Int) -> Int? {
        let isLong = begins("%253", at: index)
        let end = index + (begins("\\u003", at: index) ? 6 : isLong ? 5 : begins("%3", at: index) ? 3 : 0)
        return end > index && end <= text.endIndex && "dDaA".utf8.contains(text[end - 1]) ? end : nil
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

    /// The end of a header's value that stands in no quotes itself, but may have quotes around its parameters: `a="b c"; d=e`.
    private func endOfHeader(from start: Int) -> Int {
        var end = start
        while true {
            end = self.end(of: end) { $0 >= 0x20 && !"\"'\\".utf8.contains($0) || $0 == UInt8(ascii: "\t") }
            // A quote behind `=` begins a parameter, unless a string ends there.
            let quote = self.end(of: end) { $0 == UInt8(ascii: "\\") }
            guard quote + 1 < text.endIndex, text[quote].isQuote, isBehind(UInt8(ascii: "="), end),
                text[quote + 1] > 0x20, !",:;)>]}\"'\\".utf8.contains(text[quote + 1])
            else { return end }
            let value = quotedValue(from: quote + 1)
            let close = value.upperBound + quote - end
            end = close < text.endIndex && text[close] == text[quote] ? close + 1 : value.upperBound
        }
    }

    /// Whether the text around a name ends here, so that no value is behind the name: `"wrong password:", …`
    func isEnd(at index: Int) -> Bool {
        guard ",;)}".utf8.contains(text[index]) else { return false }
        guard index + 1 < text.endIndex else { return true }
        return text[index + 1] <= 0x20 || "\"',;)}]".utf8.contains(text[index + 1])
    }

    /// Whether the text tells the size of a credential here, in place of the credential.
    func isReplacement(at start: Int) -> Bool {
        guard begins("(", at: start) else { return false }
        let number = end(of: start + 1, while: \.isDigit)
        return begins(" bytes, not shown)", at: number) || begins(" byte, not shown)", at: number)
    }

    /// Whether the value of a credential stands here, and not a word of a sentence.
    func isToken(_ range: Range<Int>) -> Bool {
        let value = text[range]
        guard value.count >= 8, value.allSatisfy({ $0 > 0x20 }) else { return false }
        if value.contains(where: \.isDigit) { return true }
        let letters = value.filter(\.isLetter)
        return value.count >= 20 && letters.contains { $0 & 0x20 == 0 } && letters.contains { $0 & 0x20 != 0 }
    }

    /// Whether a value tells where a credential is, or until when it is one: a URL, a path, the name of a file or a resource, or
    /// a date. Numbers tell no time: a code or the id of a session may look like seconds since 1970.
    private func isPlaceOrTime(_ value: ArraySlice<UInt8>) -> Bool {
        let isDate =
            value.prefix(8).map { $0.isDigit ? 0 : $0 } == [0, 0, 0, 0, 0x2D, 0, 0, 0x2D]
            && value.allSatisfy { $0.isDigit || "-:.+TZ".utf8.contains($0) }
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
        var (length, digits, letters, changes) = (0, 0, 0, 0)
        var last: UInt8 = 0
        for byte in value {
            guard byte.isLetterOrDigit else {
                (length, digits, letters, changes, last) = (0, 0, 0, 0, 0)
                continue
            }
            length += 1
            if byte.isDigit { digits += 1 } else { letters += 1 }
            if last != 0, byte.letterKind != last { changes += 1 }
            last = byte.letterKind
            if length >= 16, digits >= 2, letters >= 2, changes >= 4 { return true }
        }
        return false
    }
}
