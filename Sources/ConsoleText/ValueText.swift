internal import ByteText

/// Values of fields, as text for terminals.
package enum ValueText {
    /// A string in quotes, as ``LineBuffer/quoted(_:limit:)`` writes it.
    package static func quoted(_ text: String, limit: Int = .max) -> SafeText {
        quoted(Array(text.utf8)[...], limit: limit)
    }

    package static func quoted(_ text: ArraySlice<UInt8>, limit: Int) -> SafeText {
        LineBuffer.text { $0.quoted(text, limit: limit) }
    }

    /// The text with the escape `\xff` in place of each byte that is not UTF-8.
    package static func withEscapes(_ text: ArraySlice<UInt8>) -> String {
        var result: [UInt8] = []
        var index = text.startIndex
        while index < text.endIndex {
            let length = text.span.lengthOfCharacter(at: index - text.startIndex, before: text.count)
            if length == 0 {
                result += "\\x".utf8
                result.append(hex: text[index])
            }
            result += text[index..<(index + length)]
            index += max(1, length)
        }
        return String(decoding: result, as: UTF8.self)
    }
}
