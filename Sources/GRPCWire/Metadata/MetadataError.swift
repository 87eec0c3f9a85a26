/// Why the value of a header cannot be read.
public struct MetadataError: Error, Hashable, Sendable {
    /// The kinds of error; a minor version may add some.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code, `invalidBase64` for example.
        public let description: String

        /// A character that is not base64, padding in the wrong place, or a last group of one character.
        public static var invalidBase64: Self { .init(description: "invalidBase64") }
        /// A `grpc-timeout` that is not 1 to 8 digits and one of `H M S m u n`.
        public static var invalidTimeout: Self { .init(description: "invalidTimeout") }
        /// A `grpc-status` that is not a decimal number of 32 bits.
        public static var invalidStatus: Self { .init(description: "invalidStatus") }
    }

    /// What is wrong.
    public let code: Code
    /// Offset of the first byte that does not fit, from the start of the value.
    public var offset: Int

    /// An error at a byte of the value.
    public init(_ code: Code, offset: Int) {
        self.code = code
        self.offset = offset
    }
}

extension MetadataError: CustomStringConvertible {
    /// A sentence for people: what is wrong, where, and what to try.
    public var description: String {
        switch code {
        case .invalidBase64:
            "This is not base64 from byte \(offset) on. Copy the whole value again, without quotes and line numbers."
        case .invalidTimeout:
            "A grpc-timeout has 1 to 8 digits and one of H, M, S, m, u, n; this one does not fit at byte \(offset)."
        case .invalidStatus:
            "A grpc-status is a decimal number; this one is not, at byte \(offset)."
        default: "\(code) at byte \(offset)."
        }
    }
}
