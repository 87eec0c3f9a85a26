/// Decides what a credential is, for every output: whoever holds a credential can act for someone else, so that outputs tell
/// its size instead.
///
/// A credential is known by its form (JSON Web Tokens, keys and tokens of Google's APIs, private keys in PEM; in texts also
/// tokens of GitHub, GitLab, Slack, Stripe and SendGrid) or by what it stands behind: a scheme such as `Bearer`, a name such
/// as `access_token=` or `<password>`, an option such as `--user` or `--token`, or `//` in a URL.
/// Ids of trips, vehicles, places and requests have none of these forms, and no name that hints at a credential. The values
/// of headers are judged by their names, too; see ``show(header:value:)``.
///
/// All functions are linear.
package enum Credentials {
    /// What is shown in place of a credential.
    package static func replacement(size: Int) -> String { "(\(size == 1 ? "1 byte" : "\(size) bytes"), not shown)" }

    /// What is shown of bytes in place of base64 or hexadecimal digits, in which nothing finds a credential any more: their size
    /// if they hold one of known form, `nil` for all others.
    package static func replacement(of bytes: ArraySlice<UInt8>) -> String? {
        CredentialScanner(bytes, formsOnly: true).ranges.isEmpty ? nil : replacement(size: bytes.count)
    }

    /// The text without the credentials in it.
    package static func hidden(in text: String) -> String {
        let bytes = Array(text.utf8)[...]
        let shown = hidden(in: bytes)
        return shown == bytes ? text : String(decoding: shown, as: UTF8.self)
    }

    /// A JSON text without the credentials in its strings, which are also known by the names of members. It stays valid: what is
    /// replaced ends with its string, and an escape is replaced as a whole.
    package static func hidden(inJSON text: String) -> String {
        let bytes = Array(text.utf8)
        var ranges = CredentialScanner(bytes[...], formsOnly: false, isJSON: true).ranges[...]
        var shown: [UInt8] = []
        var (index, copied) = (0, 0)
        func pass() { index += bytes[index] != UInt8(ascii: "\\") ? 1 : bytes[index + 1] == UInt8(ascii: "u") ? 6 : 2 }
        while !ranges.isEmpty, let quote = bytes[index...].firstIndex(of: UInt8(ascii: "\"")),
            let close = bytes.closingQuote(of: quote)
        {
            ranges = ranges.drop { $0.lowerBound <= quote }
            index = quote + 1
            while let range = ranges.first, range.lowerBound < close {
                ranges.removeFirst()
                var start = index
                while index <= range.lowerBound {
                    start = index
                    pass()
                }
                while index < min(range.upperBound, close) { pass() }
                guard index > start else { continue }
                shown += bytes[copied..<start] + replacement(size: index - start).utf8
                copied = index
            }
            index = close + 1
        }
        return String(decoding: shown + bytes[copied...], as: UTF8.self)
    }

    /// Text in UTF-8 or JSON without the credentials in it. JSON stays valid.
    ///
    /// - Parameters:
    ///   - formsOnly: Finds credentials by their form alone, as in the content of messages, where a name such as `key`
    ///     means something else. Tokens of services other than Google's are not looked for there.
    ///   - isJSON: The text is JSON, so that a credential ends with its string.
    package static func hidden(in text: [UInt8], formsOnly: Bool = false, isJSON: Bool = false) -> [UInt8] {
        Array(hidden(in: text[...], formsOnly: formsOnly, isJSON: isJSON))
    }

    /// Text without the credentials in it. Nothing is copied where there is none.
    package static func hidden(
        in text: ArraySlice<UInt8>, formsOnly: Bool = false, isJSON: Bool = false
    ) -> ArraySlice<UInt8> {
        let ranges = CredentialScanner(text, formsOnly: formsOnly, isJSON: isJSON).ranges
        guard !ranges.isEmpty else { return text }
        var result: ArraySlice<UInt8> = []
        var copied = text.startIndex
        for range in ranges {
            result += text[copied..<range.lowerBound]
            result += replacement(size: range.count).utf8
            copied = range.upperBound
        }
        return result + text[copied...]
    }

    /// The places of the credentials in a text, in order.
    package static func ranges(in text: ArraySlice<UInt8>) -> [Range<Int>] {
        CredentialScanner(text, formsOnly: false).ranges
    }
}
