internal import ByteText
internal import GRPCWire

/// A line of a log with the name of a code in it, and mostly the message behind the name: `NOT_FOUND: …`, grpc-swift's
/// `notFound (5): …`, and any line with an official name in capitals. Forms of which more is known are in ``ErrorGrammar``.
enum LogLine {
    /// The status in a text; `nil` when no code can be seen there.
    static func status(in bytes: [UInt8]) -> CallStatus? {
        for run in bytes.split(whereSeparator: { !$0.isLetter && $0 != UInt8(ascii: "_") }) {
            let word = run.drop { $0 == UInt8(ascii: "_") }
            if let code = code(word, in: bytes) { return CallStatus(code, message(behind: word.endIndex, in: bytes)) }
        }
        return nil
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
        // The word stands behind "code".
        let before = String(decoding: bytes[..<word.startIndex].suffix(8), as: UTF8.self).lowercased()
        if before.mentions("code = ") || before.mentions("code: ") { return code }
        let words = text.utf8.dropFirst().contains { (0x41...0x5a).contains($0) } || word.contains(0x5f)
        return words ? code : nil
    }

    /// The message: what stands behind the code and a colon.
    private static func message(behind end: Int, in bytes: [UInt8]) -> String {
        var rest = bytes[end...].drop { $0 == 0x20 }
        if rest.first == UInt8(ascii: "("), let close = rest.firstIndex(of: UInt8(ascii: ")")) {
            rest = rest[(close + 1)...]
        }
        guard rest.first == UInt8(ascii: ":") else { return "" }
        let message = bytes[rest.startIndex..<LogText.messageEnd(bytes, from: rest.startIndex)].dropFirst()
        return String(decoding: message.trimmed, as: UTF8.self)
    }
}
