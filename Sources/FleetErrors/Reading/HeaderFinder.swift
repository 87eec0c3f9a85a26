internal import ByteText
internal import GRPCWire

/// Finds headers in pasted text, however a tool wrote them: `name: value` lines, `"name" = "value";` as Apple prints
/// dictionaries, JSON members, tuples of Python, hashes of Ruby, maps of Go, with `<` or `>` of curl in front, several in
/// one line as Netty prints frames, `grpc_status=8` as in fields of logs.
struct HeaderFinder {
    private let bytes: [UInt8]
    /// ``bytes`` in lower case, with hyphens for low lines: as names are compared.
    private let plain: [UInt8]
    /// The headers found, in the order of ``names``.
    private(set) var fields = Metadata()
    /// The offset behind the status of the last call that succeeded before one that failed, whose headers are taken; 0 where no
    /// call succeeded before.
    private(set) var startOfFailedCall = 0
    /// The headers that could not be taken over, a sentence each.
    private(set) var remarks: [Remark] = []

    private static let names = [
        ":path", ":status", "authorization", "content-type", "grpc-timeout", "grpc-status", "grpc-message",
        "grpc-status-details-bin", "grpc-retry-pushback-ms",
    ]

    init(_ text: [UInt8]) {
        bytes = text
        plain = bytes.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0.lowercased }
        startOfFailedCall = findFailedCall()
        for name in Self.names {
            var found = first(name, from: startOfFailedCall)
            // The message of the call before may stand behind its status.
            if startOfFailedCall > 0, name == "grpc-message", let old = found,
                [[], Array("OK".utf8)].contains(old.value)
            {
                found = first(name, from: old.end)
            }
            // The headers of a request may stand in the text once, before the answers to several calls.
            if !name.hasPrefix("grpc-") { found = found ?? first(name, from: 0) }
            if let found { add(name, found.value) }
        }
    }

    /// Where the text of the first call that failed begins: behind the last `grpc-status` of 0 before another one; else 0.
    private func findFailedCall() -> Int {
        let name = "grpc-status".utf8
        var (start, success) = (0, 0)
        while let index = plain.firstIndex(of: name, from: start) {
            start = index + name.count
            // The whole value would cost time in proportion to the length of its line.
            let value = bytes[start...].prefix(24).drop { "\"' \t:=>,[".utf8.contains($0) }
            if value.first == UInt8(ascii: "0"), value.dropFirst().first?.isLetterOrDigit != true {
                success = start
            } else if self.value(of: "grpc-status", at: index) != nil {
                return success
            }
        }
        return 0
    }

    /// The value of the first header of this name at `start` or behind it, and where its name ends. The first is enough: tools
    /// that print headers twice repeat them.
    private func first(_ name: String, from start: Int) -> (value: [UInt8], end: Int)? {
        var start = start
        while let index = plain.firstIndex(of: name.utf8, from: start) {
            start = index + name.utf8.count
            if let value = value(of: name, at: index) { return (value, start) }
        }
        return nil
    }

    private mutating func add(_ name: String, _ value: [UInt8]) {
        guard name == "grpc-status-details-bin", let data = Self.printedData(value) else {
            fields.append(name, wire: value)
            return
        }
        if let data {
            fields.append(name, binary: data)
        } else {
            remarks.append("grpc-status-details-bin is shortened in the text: log all of its bytes to see the details.")
        }
    }

    /// The bytes of `{length = 5, bytes = 0x0803121b61}`, `<0803121b 61>` or `<Buffer 08 03 12 1b 61>`; `nil` inside if there
    /// are dots in place of some; `nil` for other forms. Bytes of Python are as they are.
    static func printedData(_ value: some Collection<UInt8>) -> [UInt8]?? {
        let value = Array(value)
        var digits: ArraySlice<UInt8>
        switch value.first {
        case UInt8(ascii: "{"):
            guard let start = value.firstIndex(of: "0x".utf8) else { return nil }
            digits = value[(start + 2)...].prefix { $0 != UInt8(ascii: "}") }
        case UInt8(ascii: "<"):
            digits = value.dropFirst().prefix { $0 != UInt8(ascii: ">") }
            if digits.starts(with: "Buffer".utf8) { digits = digits.dropFirst(6) }
        case 0x08: return .some(value)
        default: return nil
        }
        return .some([UInt8](hex: digits.filter { $0 != 0x20 }))
    }

    // MARK: Values

    /// The value of the header whose name stands at `index`; `nil` where the name is none of a header.
    private func value(of name: String, at index: Int) -> [UInt8]? {
        let start = index + name.utf8.count
        // The C core's `grpc_status:` stands among what is no header.
        let isHeader = !bytes[index..<start].contains(0x5f) || bytes[start...].first == UInt8(ascii: "=")
        let before = index > 0 ? bytes[index - 1] : 0
        guard isHeader, !before.isLetterOrDigit, !"-_:".utf8.contains(before) else { return nil }
        return value(of: name, behind: start)
    }

    private func value(of name: String, behind start: Int) -> [UInt8]? {
        var rest = bytes[start...]
        func skip(_ set: String) { rest = rest.drop { set.utf8.contains($0) } }
        skip("\"' \t")
        guard let separator = rest.first, ":=,".utf8.contains(separator) else { return cell(of: name, behind: start) }
        let isField = separator == UInt8(ascii: "=")
        skip(isField ? "=> \t" : ":, \t")
        // Python's metadata: (key='…', value=b'…').
        if rest.starts(with: "value=".utf8) { rest = rest.dropFirst(6) }
        // Lists of JavaScript and Go.
        let isList = rest.first == UInt8(ascii: "[")
        if isList { skip("[ \n") }
        guard let first = rest.first else { return [] }
        // The claim of a token has the same name. A placeholder, `{token}`, has no members.
        if name == "authorization", first == UInt8(ascii: "{"),
            rest.prefix(64).first(where: { ":}".utf8.contains($0) }) == UInt8(ascii: ":")
        {
            return nil
        }
        let second = rest.startIndex + 1
        // A literal of bytes as Python writes it: b'0800'.
        if first == UInt8(ascii: "b"), second < rest.endIndex, "\"'".utf8.contains(rest[second]) {
            var value: [UInt8] = []
            _ = value.append(unescaping: bytes[(second + 1)..<(bytes.closingQuote(of: second) ?? bytes.count)])
            return value
        }
        if "\"'".utf8.contains(first) { return LogText.quoted(rest) }
        if name.hasSuffix("-bin") { return Self.binaryValue(rest) }
        // An HTTP or gRPC status is a number, whatever stands behind it.
        let digits = rest.prefix(while: \.isDigit)
        if name.hasSuffix("status"), !digits.isEmpty, rest[digits.endIndex...].first?.isLetterOrDigit != true {
            return Array(digits)
        }
        let open = isList ? UInt8(ascii: "[") : openBracket(at: start)
        let end = end(of: rest, in: open, isList: isList, isField: isField, isMessage: name == "grpc-message")
        return Array(isList ? rest[..<end] : rest[..<end].trimmed)
    }

    /// The value in a table of names and values, as this package prints the headers of a call. What stands there in brackets is
    /// a remark, as are the values of other headers than these.
    private func cell(of name: String, behind start: Int) -> [UInt8]? {
        let before = bytes[..<(start - name.utf8.count)]
        let indent = before.suffix(16).reversed().prefix { $0 == 0x20 }.count
        guard ["grpc-status", "grpc-message"].contains(name), before.dropLast(indent).last ?? 0x0a == 0x0a,
            bytes[start...].starts(with: "  ".utf8)
        else { return nil }
        let value = bytes[start...].prefix { $0 != 0x0a }.trimmed
        let isValue = name == "grpc-message" ? value.first != 0x28 : value.allSatisfy(\.isDigit)
        return isValue && !value.isEmpty ? Array(value) : nil
    }

    private static func binaryValue(_ rest: ArraySlice<UInt8>) -> [UInt8]? {
        if let first = rest.first, "{<".utf8.contains(first) { return Array(rest.prefix { $0 != closing(first) }) }
        let value = rest.prefix { $0 > 0x20 && !")]};".utf8.contains($0) }
        // Node leaves out what is nested deeper than it was asked for.
        return value.elementsEqual("Array".utf8) ? nil : Array(value)
    }

    /// The end of a value in no quotes. Brackets within it come in pairs; the one around the header, `open`, ends it.
    private func end(of rest: ArraySlice<UInt8>, in open: UInt8?, isList: Bool, isField: Bool, isMessage: Bool) -> Int {
        let close = open.map(Self.closing)
        let ends: [UInt8] = isList ? [0x0a] : isField ? [0x0a, 0x0d, 0x3b, 0x7d] : [0x0a, 0x0d]  // ; }
        var depth = 0
        return rest.indices.first { index in
            depth += bytes[index] == open ? 1 : bytes[index] == close ? -1 : 0
            return ends.contains(bytes[index]) || depth < 0
                || (!isList && beginsHeader(behind: index, isField: isField, isMessage: isMessage))
        } ?? rest.endIndex
    }

    /// The innermost bracket that is open at `index` in its line.
    private func openBracket(at index: Int) -> UInt8? {
        var open: [UInt8] = []
        for byte in bytes[((bytes[..<index].lastIndex(of: 0x0a) ?? -1) + 1)..<index] {
            if "[{(".utf8.contains(byte) {
                open.append(byte)
            } else if byte == open.last.map(Self.closing) {
                open.removeLast()
            }
        }
        return open.last
    }

    private static func closing(_ bracket: UInt8) -> UInt8 {
        bracket == UInt8(ascii: "(") ? UInt8(ascii: ")") : bracket + 2
    }

    /// Whether the byte at `index` separates a value from the next header in its line: `, name: …`.
    ///
    /// - Parameters:
    ///   - isField: The value is that of a field of a log, `name=value`: a space separates those as well.
    ///   - isMessage: Only the headers that are looked for end the value: a message may have any words in it.
    private func beginsHeader(behind index: Int, isField: Bool, isMessage: Bool) -> Bool {
        guard (isField ? ",;& " : ",;&").utf8.contains(bytes[index]) else { return false }
        let isSpaced = bytes[index] != 0x20 && bytes[(index + 1)...].first == 0x20
        let rest = plain[(index + (isSpaced ? 2 : 1))...].prefix(40)
        let colon = rest.first == UInt8(ascii: ":") ? 1 : 0
        let name = rest.prefix(colon) + rest.dropFirst(colon).prefix { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
        guard name.count > colon, let next = rest.dropFirst(name.count).first else { return false }
        return ":=".utf8.contains(next) && (!isMessage || Self.names.contains { $0.utf8.elementsEqual(name) })
    }
}
