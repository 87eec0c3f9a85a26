/// Why bytes are not a stream of gRPC messages, or why a message cannot be framed or decompressed.
public struct FramingError: Error, Hashable, Sendable {
    /// What is wrong.
    public var code: Code
    /// Offset of the offending byte, from the start of the stream; in ``Inflater`` from the start of its input.
    ///
    /// For truncated data this is the first byte that is missing. For corrupt data it is as far as the decompressor had
    /// read when it noticed: the damage is there or before.
    public var offset: Int
    /// Offset of the prefix of the message concerned; `nil` where no stream is involved.
    public var messageOffset: Int?
    /// Bytes that were announced: by the prefix, or the five of a prefix itself.
    public var expected: Int?
    /// The number of expected bytes that had arrived.
    public var available: Int?
    /// The limit that was exceeded, in bytes.
    public var limit: Int?
    /// What was found: the flag byte, the name of the encoding, or the reason that zlib gives. May be empty.
    public var detail: String

    /// An error with what is known of its place, for test doubles and for framing of your own.
    public init(
        _ code: Code, offset: Int, messageOffset: Int? = nil, expected: Int? = nil, available: Int? = nil,
        limit: Int? = nil, detail: String = ""
    ) {
        self.code = code
        self.offset = offset
        self.messageOffset = messageOffset
        self.expected = expected
        self.available = available
        self.limit = limit
        self.detail = detail
    }
}

extension FramingError {
    /// The kinds of error; a minor version may add some. In brackets the gRPC status that a peer answers with.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code, `invalidFlag` for example.
        public let description: String

        /// The flag byte is neither 0 nor 1. [INTERNAL]
        public static var invalidFlag: Self { .init(description: "invalidFlag") }
        /// The flag byte announces the trailers of a grpc-web response (0x80, or 0x81 when compressed).
        public static var webTrailers: Self { .init(description: "webTrailers") }
        /// The announced length is above the limit; when framing, above 2^32 - 1. [RESOURCE_EXHAUSTED]
        public static var messageTooLarge: Self { .init(description: "messageTooLarge") }
        /// The stream ends inside the five bytes of a prefix. [INTERNAL]
        public static var truncatedPrefix: Self { .init(description: "truncatedPrefix") }
        /// The stream ends inside a payload. [INTERNAL]
        public static var truncatedMessage: Self { .init(description: "truncatedMessage") }
        /// The flag byte is 1, but the encoding is identity or was never named. [INTERNAL]
        public static var compressedWithoutEncoding: Self { .init(description: "compressedWithoutEncoding") }
        /// The message is compressed with something other than gzip and deflate. [UNIMPLEMENTED, with a
        /// `grpc-accept-encoding` header that lists ``MessageEncoding/supported``, joined by commas]
        public static var unsupportedEncoding: Self { .init(description: "unsupportedEncoding") }
        /// The encoding was to be detected, and the first bytes of the payload are neither gzip nor zlib.
        public static var unrecognizedCompression: Self { .init(description: "unrecognizedCompression") }
        /// The compressed data breaks its format, or its checksum or length is wrong. [INTERNAL]
        public static var corruptCompressedData: Self { .init(description: "corruptCompressedData") }
        /// The payload is whole, but the compressed data in it ends too early. [INTERNAL]
        public static var truncatedCompressedData: Self { .init(description: "truncatedCompressedData") }
        /// Bytes follow the end of the compressed data; a second gzip member counts. [INTERNAL]
        public static var trailingCompressedData: Self { .init(description: "trailingCompressedData") }
        /// The message is larger than the limit once decompressed. [RESOURCE_EXHAUSTED]
        public static var inflatedTooLarge: Self { .init(description: "inflatedTooLarge") }
        /// There are more bytes of a message than were announced. Only in logs, which hold both.
        public static var surplusBytes: Self { .init(description: "surplusBytes") }
        /// A text decoder has put the character U+FFFD in place of bytes that were no text. Only in archives of HTTP.
        public static var replacedBytes: Self { .init(description: "replacedBytes") }
        /// The text of a grpc-web-text body is no base64.
        public static var invalidBase64: Self { .init(description: "invalidBase64") }
        /// zlib could not be started or ran out of memory.
        public static var compressorUnavailable: Self { .init(description: "compressorUnavailable") }
    }
}

extension FramingError: CustomStringConvertible {
    /// One or two sentences for people: what is wrong, where, and what to try.
    public var description: String {
        let message = messageOffset.flatMap { $0 == offset ? nil : " in the message at offset \($0)" } ?? ""
        let at = "at offset \(offset)\(message)"
        return switch code {
        case .invalidFlag:
            "The flag byte \(at) is \(detail), not 0 or 1. These are not gRPC frames from here on: try them as a bare "
                + "message, or check that the capture starts at a message."
        case .webTrailers:
            "The flag byte \(at) announces grpc-web trailers, not a message. The messages before it are complete; read "
                + "the rest as a block of headers."
        case .messageTooLarge:
            "The message \(at) has \(expected ?? 0) bytes, the limit is \(limit ?? 0). Raise the limit if that is "
                + "plausible; otherwise these are not gRPC frames."
        case .truncatedPrefix:
            "The stream ends \(at): \(available ?? 0) of the 5 bytes of a prefix are there. Capture to the end of the "
                + "stream."
        case .truncatedMessage:
            "The stream ends \(at): \(available ?? 0) of \(expected ?? 0) announced bytes are there. Capture to the end "
                + "of the stream."
        case .compressedWithoutEncoding:
            "The flag byte \(at) says compressed, but no grpc-encoding was given. Name the encoding, or let it be "
                + "detected."
        case .unsupportedEncoding:
            "Messages in the encoding \"\(detail)\" cannot be read or written (\(at)). Use gzip, deflate or identity."
        case .unrecognizedCompression:
            "The compressed data \(at) is neither gzip nor zlib. Find the grpc-encoding header that belongs to it."
        case .corruptCompressedData:
            "The compressed data is damaged, noticed \(at): \(detail). Check that the encoding is right and that the "
                + "file was not changed on its way (text mode, re-encoding)."
        case .truncatedCompressedData:
            "The compressed data stops \(at) before its end. The sender cut it, or the announced length is wrong."
        case .trailingCompressedData:
            "Bytes follow the end of the compressed data \(at). A message holds one compressed stream only: look for "
                + "two messages joined under one prefix."
        case .inflatedTooLarge:
            "The compressed data \(at) is larger than \(limit ?? 0) bytes once decompressed. Raise the limit if you "
                + "trust the sender."
        case .surplusBytes:
            "\(available ?? 0) bytes are there of the message \(at), and \(expected ?? 0) were announced. Ask the library "
                + "that wrote the log."
        case .replacedBytes:
            "The message \(at) went through a text decoder, which put U+FFFD in place of bytes. What stood there is lost: "
                + "record the bytes themselves, in base64 for example."
        case .invalidBase64:
            "The text \(at) is no base64, in which grpc-web-text has its frames. Check that the body was recorded whole and "
                + "unchanged, and that its content-type is right."
        case .compressorUnavailable:
            "zlib could not be used: \(detail). Free memory, or check the installed zlib."
        default:
            "\(code) \(at)."
        }
    }
}
