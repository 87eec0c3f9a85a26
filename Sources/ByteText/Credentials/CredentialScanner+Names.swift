// What stands before a credential: a scheme, or the name of a credential and a separator.
extension CredentialScanner {
    /// The credential behind a scheme of authentication, a name or an option.
    @inline(__always)
    mutating func neighbour(of word: Range<Int>) -> Range<Int>? {
        let isOption = text[word.lowerBound] == UInt8(ascii: "-")
        if isOption, let password = password(behind: word) { return password }
        // A credential follows a word of three letters or more, or the option `-u`.
        guard word.count >= 3 || isOption else { return nil }
        switch byte(at: word.upperBound) {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "%"),
            UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"),
            UInt8(ascii: "]"), UInt8(ascii: "&"):
            return (isOption ? userAndPassword(behind: word) : valueOfScheme(word)) ?? value(behind: word)
        // A closing tag has no value behind it.
        case UInt8(ascii: ">"): return isBehind("/", word.lowerBound) ? nil : value(behind: word)
        case UInt8(ascii: "<"): return begins("</key>", at: word.upperBound) ? value(behind: word) : nil
        default: return nil
        }
    }

    /// The credential behind `Bearer` and the like.
    mutating func valueOfScheme(_ word: Range<Int>) -> Range<Int>? {
        // Most words differ from all schemes in their length or first letter.
        let scheme: StaticString
        switch (word.count, byte(at: word.lowerBound).lowercased) {
        case (6, UInt8(ascii: "b")): scheme = "bearer"
        case (5, UInt8(ascii: "b")): scheme = "basic"
        case (4, UInt8(ascii: "d")): scheme = "dpop"
        case (9, UInt8(ascii: "n")): scheme = "negotiate"
        default: return nil
        }
        guard text[word].begins(with: scheme) else { return nil }
        var start = endOfGap(from: word.upperBound)
        if isOne(of: ":=", at: start) { start = endOfGap(from: start + 1) }
        guard start > word.upperBound else { return nil }
        let body = behindBackslash(start)
        if word.count == 5 {
            // `Basic` is a word of its own, too: a credential is a name, a colon and a password in base64.
            let digits = body..<end(of: body) { $0.isTokenLetter || $0.isOne(of: "+/") }
            guard text[digits].base64Bytes.contains(UInt8(ascii: ":")) else { return nil }
        } else if start < judgedScheme {
            return nil
        }
        let value = start..<end(of: body, while: \.isCredentialLetter)
        if word.count == 5 || isToken(value) { return value }
        judgedScheme = value.upperBound
        return nil
    }

    /// How a value stands behind its name.
    enum Separator {
        /// `name=value`, `name: value`, `"name" => ["value"]`: configurations, JSON, logs and source code.
        case assignment
        /// `?name=value&`: a URL.
        case parameter
        /// `name%3Dvalue`, `name\u003dvalue`: a URL within another one, or in JSON that escapes its signs.
        case escaped
        /// `("name", "value")`: metadata as Python and others print them. Lists of names look the same.
        case pair
        /// The value stands behind a tab or on another line, where other things than values do, too.
        case column
        /// `--name value`: a command.
        case option
        /// `<name>value</name>`, `<key>name</key><string>value</string>`: preferences of Android and Apple.
        case element
    }

    /// The value behind the name of a credential.
    private mutating func value(behind word: Range<Int>) -> Range<Int>? {
        guard let (separator, end) = separator(behind: word) else { return nil }
        let isCookie = separator == .option && word.count == 2 && begins("-b", at: word.lowerBound)
        guard let name = isCookie ? .line : CredentialName(text[word]), !isFolder(at: end, of: word),
            let value = value(of: name, behind: separator, to: end)
        else { return nil }
        if text[end..<value.lowerBound].contains(UInt8(ascii: "[")) { listed = name }
        return value
    }

    /// Whether a shell keeps a folder in the variable `PWD` or `OLDPWD`. Behind a semicolon, `PWD` is the password of an ODBC
    /// connection.
    private func isFolder(at end: Int, of name: Range<Int>) -> Bool {
        ["PWD", "OLDPWD"].contains { text[name].elementsEqual($0.utf8) } && !isBehind(";", name.lowerBound)
            && startOfValue(behind: end).map { begins("/", at: $0) } == true
    }

    /// What follows a name, and where it ends.
    private func separator(behind name: Range<Int>) -> (Separator, end: Int)? {
        let isOption = text[name.lowerBound] == UInt8(ascii: "-")
        let next = name.upperBound + 1
        // Behind most words stand a space and another word.
        if byte(at: name.upperBound) == UInt8(ascii: " "), byte(at: next).isLetterOrDigit, !isOption {
            if let end = endOfValueName(from: next) { return (.assignment, end) }
            // The file `.netrc` has passwords so: `machine host login user password value`.
            let isPassword = name.count == 8 && begins("password", at: name.lowerBound)
            return isPassword && isNear("login ", before: name.lowerBound) ? (.option, next) : nil
        }
        let sign = endOfGap(from: name.upperBound)
        guard sign - name.upperBound <= Self.gapLimit, sign < text.endIndex else { return nil }
        switch text[sign] {
        case UInt8(ascii: "="):
            let isParameter = isBehind("?", name.lowerBound) || isBehind("&", name.lowerBound)
            return (isParameter ? .parameter : .assignment, sign + (begins("=>", at: sign) ? 2 : 1))
        // Go declares variables with `:=`.
        case UInt8(ascii: ":"): return (.assignment, sign + (begins(":=", at: sign) ? 2 : 1))
        case UInt8(ascii: ","):
            guard text[sign - 1].isQuote, byte(at: name.lowerBound - 1) == text[sign - 1] else { return nil }
            return endOfValueName(from: endOfGap(from: sign + 1)).map { (.assignment, $0) } ?? (.pair, sign + 1)
        case UInt8(ascii: ">"): return (.element, sign + 1)
        case UInt8(ascii: "<"):
            let string = endOfGap(from: sign + 6)
            return begins("</key>", at: sign) && begins("<string>", at: string) ? (.element, string + 8) : nil
        default: break
        }
        if let end = endOfValueName(from: sign) { return (.assignment, end) }
        if let end = endOfEscape(at: sign) { return (.escaped, end) }
        if begins("\t", at: name.upperBound) { return (.column, sign) }
        // Behind other signs, a value could reach over further options, and bytes would be read again and again.
        return isOption && !text[name.upperBound].isOne(of: "]%") ? (.option, sign) : nil
    }

    /// The end of a sign behind the word `value`, which stands between a name and its value in XML and in Kubernetes' variables:
    /// `key="name" value="…"`.
    private func endOfValueName(from start: Int) -> Int? {
        guard byte(at: start).lowercased == UInt8(ascii: "v"), begins("alue", at: start + 1) else { return nil }
        let sign = endOfGap(from: start + 5)
        return isOne(of: "=:", at: sign) ? sign + 1 : nil
    }

    // MARK: Passwords in the options of commands, which have no name that says so

    /// The options that take a password, in one word with it or in another one, and the programs that have them, by their
    /// manuals. A number of up to five digits may rather be the port of another program near it.
    private static let passwordOptions:
        [(program: String, option: StaticString, glued: Bool, apart: Bool, port: Bool)] = [
            ("sshpass ", "-p", true, true, false), ("redis-cli ", "-a", false, true, false),
            // Behind a space, `-p` of `mysql` asks for the password.
            ("mysql", "-p", true, false, false),
            // `docker login`, `helm registry login` and others.
            ("login ", "-p", false, true, true),
        ]

    /// The password behind the option of a program: `sshpass -p x`, `mysql -px`.
    func password(behind option: Range<Int>) -> Range<Int>? {
        guard begins("-p", at: option.lowerBound) || begins("-a", at: option.lowerBound),
            // An option of its own, such as `-password` and `-passin`.
            !begins("-pass", at: option.lowerBound)
        else { return nil }
        let isGlued = option.count > 2
        // A quote may stand behind the option without a space.
        let isApart = !isGlued && !byte(at: option.upperBound).isQuote
        let taker = Self.passwordOptions.first {
            begins($0.option, at: option.lowerBound) && ($0.glued || !isGlued) && ($0.apart || !isApart)
                && isNear($0.program, before: option.lowerBound)
        }
        // At the end of a string, what stands behind its quote is no password.
        guard let taker, let start = isGlued ? option.lowerBound + 2 : startOfValue(behind: option.upperBound),
            !begins(":", at: start)
        else { return nil }
        let value = argument(from: start)
        return value.isEmpty || taker.port && value.count <= 5 && text[value].allSatisfy(\.isDigit) ? nil : value
    }

    /// The `user:password` behind an option of `curl` that takes both: `-u`, also behind the letters of other options or in one
    /// word with the user; `-U`, `--user`, `--proxy-user`. A user of digits is a number or an hour.
    func userAndPassword(behind option: Range<Int>) -> Range<Int>? {
        let isLong = ["--user", "--proxy-user"].contains { text[option].elementsEqual($0.utf8) }
        let isShort =
            text[option.upperBound - 1].lowercased == UInt8(ascii: "u")
            && text[option].dropFirst().dropLast().allSatisfy { $0.isOne(of: "sSkviLfgN") }
        var start = option.lowerBound + 2
        if isLong || isShort {
            start = endOfGap(from: option.upperBound)
            if begins("=", at: start) { start = endOfGap(from: start + 1) }
            guard start > option.upperBound else { return nil }
        } else if !begins("-u", at: option.lowerBound)
            || Self.otherOptions.contains(where: { text[option].elementsEqual($0.utf8) })
        {
            return nil
        }
        // The user ends where another option could begin, so that no byte is read twice.
        let colon = end(of: behindBackslash(start)) { $0.isTokenLetter || $0.isOne(of: ".@+$") }
        let isNumber = colon > start && text[start..<colon].allSatisfy(\.isDigit)
        guard begins(":", at: colon), !begins("://", at: colon), !isNumber else { return nil }
        let value = argument(from: start)
        return value.upperBound > colon + 1 ? value : nil
    }

    /// Options of other programs that are no `-u` in one word with a user.
    private static let otherOptions = ["-uid", "-user", "-username", "-update", "-url"]

    /// The argument of an option: what stands in quotes, or the text before the next space.
    private func argument(from start: Int) -> Range<Int> {
        guard !text[start - 1].isQuote else { return quotedValue(from: start) }
        return start..<end(of: behindBackslash(start)) { $0 > 0x20 && !$0.isOne(of: "\"'\\") }
    }

    /// Whether a word stands a few bytes before an index.
    func isNear(_ word: String, before index: Int) -> Bool {
        text[max(text.startIndex, index - 4 * Self.gapLimit)..<index].firstIndex(of: word.utf8) != nil
    }
}
