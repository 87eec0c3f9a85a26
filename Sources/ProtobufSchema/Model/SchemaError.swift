/// Why a schema could not be read.
public struct SchemaError: Error, Hashable, Sendable {
    /// The kinds of error; a minor version may add some.
    public struct Code: Hashable, Sendable {
        private enum Value: String {
            case syntax
            case limit
            case missingImport = "missing_import"
            case unresolved
            case duplicate
            case invalidNumber = "invalid_number"
            case invalidDeclaration = "invalid_declaration"
        }
        private let value: Value

        /// The text breaks the grammar of `.proto` files.
        public static var syntax: Self { .init(value: .syntax) }
        /// Nested too deeply, or too large.
        public static var limit: Self { .init(value: .limit) }
        /// A type is not found, and a file that may declare it could not be loaded.
        public static var missingImport: Self { .init(value: .missingImport) }
        /// A type name that no declaration has.
        public static var unresolved: Self { .init(value: .unresolved) }
        /// A name or number given twice in one scope.
        public static var duplicate: Self { .init(value: .duplicate) }
        /// A field or enum number out of range.
        public static var invalidNumber: Self { .init(value: .invalidNumber) }
        /// Well-formed, but without a meaning for bytes.
        public static var invalidDeclaration: Self { .init(value: .invalidDeclaration) }
    }

    public let code: Code
    /// Name of the file as it was given or imported.
    public let file: String
    /// 1-based; 0 when no position is known.
    public let line: Int
    /// 1-based, in bytes of UTF-8; 0 when no position is known.
    public let column: Int
    /// A sentence for people: what is wrong and how to mend it.
    public let message: String

    init(_ code: Code, in file: String, at position: SourcePosition, _ message: String) {
        self.code = code
        self.file = file
        self.line = position.line
        self.column = position.column
        self.message = message
    }
}

extension SchemaError: CustomStringConvertible {
    /// `file:line:column: message`, as compilers print it.
    public var description: String {
        line > 0 ? "\(file):\(line):\(column): \(message)" : "\(file): \(message)"
    }
}

/// A place in a `.proto` file, 1-based.
struct SourcePosition: Hashable, Sendable {
    var line: Int
    var column: Int

    static let unknown = SourcePosition(line: 0, column: 0)
}

extension SchemaError.Code: CustomStringConvertible {
    /// A stable word for logs and scripts.
    public var description: String { value.rawValue }
}
