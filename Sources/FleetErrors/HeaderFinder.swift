internal import ByteText
internal import GRPCWire

/// Finds headers in pasted text, however a tool wrote them: `name: value` lines, `"name" = "value";` as Apple prints
/// dictionaries, JSON members, tuples of Python, with `<` or `>` of curl in front.
struct HeaderFinder {
    private let bytes: [UInt8]
    /// The headers found, in the order of ``names``.
    private(set) var fields = Metadata()
    /// The headers that could not be taken over, a sentence each.
    private(set) var remarks: [Remark] = []

    private static let names = [
        ":path", ":status", "authorization", "content-type", "grpc-timeout", "grpc-status", "grpc-message",
        "grpc-status-details-bin", "grpc-retry-pushback-ms",
    ]

    init(_ text: String) {
        bytes = Array(text.utf8)
        let lower = bytes.map(\.lowercased)
        for name in Self.names {
            var start = 0
            while let index = lower.firstIndex(of: name.utf8, from: start) {
                start = index + name.utf8.count
                guard index == 0 || !Self.isNamePart(bytes[index - 1]), let value = value(behind: start) else {
                    continue
                }
                add(name, value)
                // The first of each name is enough: tools that print headers twice repeat them.
                break
            }
        }
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || "-_:".utf8.contains(byte)
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

    /// The bytes of `{length = 5, bytes = 0x0803121b61}` or `<0803121b 61>`; `nil` inside if there are dots in place of
    /// some; `nil` for other forms.
    private static func printedData(_ value: [UInt8]) -> [UInt8]?? {
        let digits: ArraySlice<UInt8>
        if value.first == UInt8(ascii: "{"), let start = value.firstIndex(of: "0x".utf8) {
            digits = value[(start + 2)...].prefix { $0 != UInt8(ascii: "}") }
        } else if value.first == UInt8(ascii: "<") {
            digits = value.dropFirst().prefix { $0 != UInt8(ascii: ">") }
        } else {
            return nil
        }
        return .some([UInt8](hex: digits.filter { $0 != 0x20 }))
    }

    /// The value that follows a name; `nil` when none does.
    private func value(behind start: Int) -> [UInt8]? {
        var index = start
        func skip(_ set: String) { while index < bytes.count, set.utf8.contains(bytes[index]) { index += 1 } }
        skip("\"'")
        skip(" \t")
        guard index < bytes.count, ":=,".utf8.contains(bytes[index]) else { return nil }
        let separator = bytes[index]
        index += 1
        skip(" \t")
        // Python prints bytes as b'…'.
        if index + 1 < bytes.count, bytes[index] == UInt8(ascii: "b"), "\"'".utf8.contains(bytes[index + 1]) {
            index += 1
        }
        guard index < bytes.count else { return [] }
        let quote = bytes[index]
        if "\"'".utf8.contains(quote) { return quoted(from: index + 1, quote) }
        if quote == UInt8(ascii: "{") || quote == UInt8(ascii: "<") {
            let close = quote == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: ">")
            return Array(bytes[index...].prefix { $0 != close })
        }
        let ends: [UInt8] = separator == UInt8(ascii: ":") ? [0x0a, 0x0d] : [0x0a, 0x0d, 0x3b, 0x7d]  // ; }
        return Array(bytes[index...].prefix { !ends.contains($0) }.trimmed)
    }

    /// Up to the closing quote: one that is not escaped and stands before the end of a member.
    private func quoted(from start: Int, _ quote: UInt8) -> [UInt8] {
        var value: [UInt8] = []
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\\"), index + 1 < bytes.count, [quote, byte].contains(bytes[index + 1]) {
                value.append(bytes[index + 1])
                index += 2
                continue
            }
            if byte == quote {
                let next = bytes[(index + 1)...].first { $0 != 0x20 && $0 != 0x09 }
                if next == nil || ";,)}]\n\r".utf8.contains(next ?? 0) { return value }
            }
            value.append(byte)
            index += 1
        }
        return value
    }
}
