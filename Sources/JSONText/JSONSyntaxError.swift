/// Why a text is not JSON.
package struct JSONSyntaxError: Error, Hashable, Sendable {
    /// The raw values are stable words for logs and scripts.
    package enum Code: String, Sendable {
        /// The text does not follow the grammar.
        case syntax = "invalid_json"
        /// More objects and arrays are open at once than the reader allows.
        case tooDeep = "too_deep"
        /// An object has two members of one name.
        case duplicateMember = "duplicate_member"
    }

    package let code: Code
    /// Offset of the byte at fault, from the start of the text.
    package let offset: Int
    /// A sentence for people: what is wrong and what to do.
    package let message: String

    package init(_ code: Code = .syntax, at offset: Int, _ message: String) {
        self.code = code
        self.offset = offset
        self.message = message
    }
}
