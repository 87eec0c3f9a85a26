internal import ByteText
internal import GRPCWire

/// A line that some gRPC library wrote about an error.
///
/// Known forms: Python's `StatusCode.NOT_FOUND` with `details = "…"`; Go's `code = NotFound desc = …`; grpcurl's
/// `Code: NotFound` and `Message: …`; Java's, Node's and gax's `NOT_FOUND: …`; grpc-swift's `notFound (5): …`; and any
/// line with an official name in capitals.
struct LogLine {
    let status: CallStatus

    /// `nil` when no code can be seen in the text.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        var found: (code: StatusCode, end: Int)?
        var index = 0
        while index < bytes.count, found == nil {
            guard bytes[index].isLetter else {
                index += 1
                continue
            }
            let word = bytes[index...].prefix { $0.isLetter || $0 == UInt8(ascii: "_") }
            found = Self.code(word, in: bytes).map { ($0, word.endIndex) }
            index = word.endIndex
        }
        guard let (code, end) = found else { return nil }
        status = CallStatus(code, Self.message(behind: end, in: bytes))
    }

    /// The code that a word names. Names of one plain word must be in capitals or have their number behind them:
    /// "unknown" and "internal" are words of every log.
    private static func code(_ word: ArraySlice<UInt8>, in bytes: [UInt8]) -> StatusCode? {
        let text = String(decoding: word, as: UTF8.self)
        guard let code = StatusCode(name: text) else { return nil }
        if text == text.uppercased() { return code }
        let rest = bytes[word.endIndex...].drop { $0 == 0x20 }
        let number = "(\(code.rawValue))"
        if rest.starts(with: number.utf8) { return code }
        // Go and grpcurl: the word stands behind "code".
        let before = String(decoding: bytes[..<word.startIndex].suffix(8), as: UTF8.self).lowercased()
        if before.mentions("code = ") || before.mentions("code: ") { return code }
        let words = text.utf8.dropFirst().contains { (0x41...0x5a).contains($0) } || word.contains(0x5f)
        return words ? code : nil
    }

    /// The message: where a known label says so, otherwise the rest of the line behind the code.
    private static func message(behind end: Int, in bytes: [UInt8]) -> String {
        for label in ["details = \"", "desc = ", "Message: ", "message: \""] {
            guard let start = bytes.firstIndex(of: label.utf8, from: end) else { continue }
            let rest = bytes[(start + label.utf8.count)...]
            let line = rest.prefix { $0 != 0x0a && $0 != 0x0d }
            guard label.hasSuffix("\"") else { return String(decoding: line, as: UTF8.self) }
            let close = line.lastIndex(of: UInt8(ascii: "\"")) ?? line.endIndex
            return String(decoding: line[..<close], as: UTF8.self)
        }
        var rest = bytes[end...].prefix { $0 != 0x0a && $0 != 0x0d }.drop { $0 == 0x20 }
        if rest.first == UInt8(ascii: "("), let close = rest.firstIndex(of: UInt8(ascii: ")")) {
            rest = rest[(close + 1)...]
        }
        guard rest.first == UInt8(ascii: ":") else { return "" }
        return String(decoding: rest.dropFirst().trimmed, as: UTF8.self)
    }
}
