/// Why a capture file cannot be read on.
public struct CaptureError: Error, Hashable, Sendable {
    /// The kinds of error; a minor version may add some.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String { case unknownFormat, malformed, tooLarge, truncated }
        private let value: Value

        public var description: String { value.rawValue }

        /// The file begins like none of the kinds in ``CaptureForm``.
        public static var unknownFormat: Self { .init(value: .unknownFormat) }
        /// A header contradicts itself.
        public static var malformed: Self { .init(value: .malformed) }
        /// A record is larger than any capture has.
        public static var tooLarge: Self { .init(value: .tooLarge) }
        /// The file ends inside a record.
        public static var truncated: Self { .init(value: .truncated) }
    }

    /// What is wrong.
    public let code: Code
    /// Offset in the file of the header or record at fault; `nil` for an error in several places.
    public let offset: Int?
    /// The cause: the end of a sentence.
    public let detail: String
}

extension CaptureError: CustomStringConvertible {
    public var description: String { (offset.map { "at byte \($0): " } ?? "") + detail }
}
