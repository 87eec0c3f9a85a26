internal import ByteText

extension Metadata.Field: CustomStringConvertible {
    /// The header for logs: `grpc-status: 5`.
    ///
    /// The value of a credential is left out, and its size shown. Escapes stand for characters that cannot be seen, and U+FFFD
    /// for bytes that are no UTF-8.
    public var description: String { "\(VisibleText.escaping(name)): \(VisibleText.escaping(shownText))" }

    fileprivate var shownText: String { Credentials.shown(header: name, value: value[...]) }
}

extension Metadata: CustomStringConvertible {
    /// The headers for logs, in the form of a dictionary literal: `["grpc-status": "5", "authorization": "(412 bytes, not shown)"]`.
    ///
    /// What ``Field/description`` says of values holds here, too; quotes and backslashes in them have a backslash before them.
    public var description: String {
        isEmpty ? "[:]" : "[" + map { "\($0.name.quoted): \($0.shownText.quoted)" }.joined(separator: ", ") + "]"
    }
}

extension String {
    fileprivate var quoted: String {
        var quoted = String.UnicodeScalarView()
        for scalar in unicodeScalars { quoted += scalar == "\"" || scalar == "\\" ? ["\\", scalar] : [scalar] }
        return "\"\(VisibleText.escaping(String(quoted)))\""
    }
}
