import ByteText

/// Base64 as headers and tokens use it: RFC 4648, sections 4 (`+` and `/`) and 5 (`-` and `_`).
///
/// Source: https://www.rfc-editor.org/rfc/rfc4648
public enum Base64 {
    /// Which of the two alphabets, and whether the end is filled up with `=`.
    public enum Style: Sendable {
        /// `+` and `/`, with padding.
        case padded
        /// `+` and `/`, without padding: what gRPC writes into `-bin` headers.
        case unpadded
        /// `-` and `_`, without padding: what tokens are made of.
        case url
    }

    /// The text of `bytes`. Linear.
    public static func encode(_ bytes: some Collection<UInt8>, as style: Style = .unpadded) -> String {
        let bytes = Array(bytes)
        var text: [UInt8] = []
        text.append(base64: bytes.span, isURLSafe: style == .url, isPadded: style == .padded)
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes that `text` stands for, in either alphabet, padded or not. Linear.
    ///
    /// Lenient where readers of headers must be: padding may be missing, and the unused bits of the last character may
    /// be set. Nothing else is accepted: no white space, and nothing behind the padding.
    ///
    /// - Throws: ``MetadataError/Code/invalidBase64`` with the offset of the first character that does not fit.
    public static func decode(_ text: some Collection<UInt8>) throws(MetadataError) -> [UInt8] {
        // An array is far quicker to walk than a collection whose type is unknown here.
        let text = Array(text)
        var decoder = Base64Decoder()
        let length = decoder.take(text.span)
        guard length == text.count, decoder.finish() else { throw MetadataError(.invalidBase64, offset: length) }
        return decoder.bytes
    }

    /// The bytes that `text` stands for, which may be several padded texts joined together, with white space anywhere:
    /// the body of a grpc-web-text response. Linear.
    ///
    /// - Throws: ``MetadataError/Code/invalidBase64`` with the offset of the first character that does not fit.
    public static func decodeChunks(_ text: some Collection<UInt8>) throws(MetadataError) -> [UInt8] {
        var stream = Stream()
        let bytes = try stream.append(Array(text)[...])
        return bytes + (try stream.finish())
    }

    /// A decoder of joined texts (``decodeChunks(_:)``) that arrive in pieces of any size.
    package struct Stream: Sendable {
        private var decoder = Base64Decoder()
        /// The characters so far, for the offsets of errors.
        private var offset = 0

        package init() {}

        /// Takes the next characters, with white space anywhere.
        ///
        /// - Returns: The bytes that are complete now.
        /// - Throws: ``MetadataError/Code/invalidBase64`` with the offset in the whole text.
        package mutating func append(_ text: ArraySlice<UInt8>) throws(MetadataError) -> [UInt8] {
            for character in text {
                let isSpace = character == 0x20 || character == 0x09 || character == 0x0d || character == 0x0a
                guard isSpace || decoder.take(character, canGoOn: true) else {
                    throw MetadataError(.invalidBase64, offset: offset)
                }
                offset += 1
            }
            return decoder.drain()
        }

        fileprivate mutating func finish() throws(MetadataError) -> [UInt8] {
            guard decoder.finish() else { throw MetadataError(.invalidBase64, offset: offset) }
            return decoder.bytes
        }
    }
}
