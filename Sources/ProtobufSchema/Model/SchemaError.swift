/// Why a schema could not be read.
public struct SchemaError: Error, Hashable, Sendable {
    /// The kinds of error; a minor version may add some.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// A stable word for logs and scripts.
        public let description: String

        /// The text breaks the grammar of `.proto` files.
        public static let syntax = Self(description: "syntax")
        /// Nested too deeply, or too large.
        public static let limit = Self(description: "limit")
        /// A type is not found, and a file that may declare it could not be loaded.
        public static let missingImport = Self(description: "missing_import")
        /// A type name that no declaration has.
        public static let unresolved = Self(description: "unresolved")
        /// A name or number given twice in one scope.
        public static let duplicate = Self(description: "duplicate")
        /// A field or enum number out of range.
        public static let invalidNumber = Self(description: "invalid_number")
        /// Well-formed, but without a meaning for bytes.
        public static let invalidDeclaration = Self(description: "invalid_declaration")
    }

    /// What is wrong.
    public let code: Code
    /// Name of the file as it was given or imported.
    public let file: String
    /// The line, from 1; 0 when no position is known.
    public let line: Int
    /// The column in bytes of UTF-8, from 1; 0 when no position is known.
    public let column: Int
    /// A sentence for people: what is wrong and how to mend it. Of more than 1000 characters the first, since names that it
    /// repeats may be as long as the file.
    public let message: String

    init(_ code: Code, in file: String, _ message: String) {
        self.init(code, at: FilePlace(file: file), message)
    }

    init(_ code: Code, at place: FilePlace, _ message: String) {
        self.code = code
        let start = message.unicodeScalars.prefix(1000)
        self.message = start.endIndex == message.endIndex ? message : String(start) + "…"
        file = place.file
        (line, column) = (place.position.line, place.position.column)
    }
}

extension SchemaError: CustomStringConvertible {
    /// `file:line:column: message`, as compilers print it, without what is not known.
    public var description: String {
        let place = line > 0 ? "\(file):\(line):\(column)" : file
        return place.isEmpty ? message : "\(place): \(message)"
    }
}
