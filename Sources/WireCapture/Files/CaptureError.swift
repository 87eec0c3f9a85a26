/// Why a capture file cannot be read on.
public struct CaptureError: Error, Hashable, Sendable {
    /// The kinds of error; a minor version may add some.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        public let description: String

        /// The file begins like none of the kinds in ``CaptureForm``.
        public static var unknownFormat: Self { .init(description: "unknownFormat") }
        /// A header contradicts itself.
        public static var malformed: Self { .init(description: "malformed") }
        /// A record is larger than any capture has.
        public static var tooLarge: Self { .init(description: "tooLarge") }
        /// The file ends inside a record.
        public static var truncated: Self { .init(description: "truncated") }
    }

    /// What is wrong.
    public let code: Code
    /// Offset in the file of the header or record at fault; `nil` for an error in several places.
    public let offset: Int?
    /// The cause: the end of a sentence.
    public let detail: String

    init(_ code: Code, at offset: Int?, _ detail: String) {
        (self.code, self.offset, self.detail) = (code, offset, detail)
    }
}

extension CaptureError: CustomStringConvertible {
    public var description: String { (offset.map { "at byte \($0): " } ?? "") + detail }
}
