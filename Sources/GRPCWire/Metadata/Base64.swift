/// Base64 as headers and tokens use it: RFC 4648, sections 4 (`+` and `/`) and 5 (`-` and `_`).
///
/// Source: https://www.rfc-editor.org/rfc/rfc4648
public enum Base64 {
    /// The two characters that differ between the two alphabets, and whether the end is filled up with `=`.
    public struct Style: Hashable, Sendable {
        var characters: [UInt8]
        var isPadded: Bool

        /// `+` and `/`, with padding.
        public static let padded = Self(characters: alphabet("+/"), isPadded: true)
        /// `+` and `/`, without padding: what gRPC writes into `-bin` headers.
        public static let unpadded = Self(characters: alphabet("+/"), isPadded: false)
        /// `-` and `_`, without padding: what tokens are made of.
        public static let url = Self(characters: alphabet("-_"), isPadded: false)

        private static func alphabet(_ last: String) -> [UInt8] {
            Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789\(last)".utf8)
        }
    }

    /// The text of `bytes`. Linear.
    public static func encode(_ bytes: some Collection<UInt8>, as style: Style = .unpadded) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count / 3 + 1) * 4)
        var group: UInt32 = 0
        var count = 0
        for byte in bytes {
            group = group << 8 | UInt32(byte)
            count += 1
            if count == 3 {
                append(group, 4, style, to: &text)
                (group, count) = (0, 0)
            }
        }
        if count > 0 {
            append(group << UInt32(8 * (3 - count)), count + 1, style, to: &text)
            if style.isPadded { text.append(contentsOf: repeatElement(UInt8(ascii: "="), count: 3 - count)) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func append(_ group: UInt32, _ characters: Int, _ style: Style, to text: inout [UInt8]) {
        for index in 0..<characters {
            text.append(style.characters[Int(group >> UInt32(18 - 6 * index) & 63)])
        }
    }

    /// The bytes that `text` stands for, in either alphabet, padded or not. Linear.
    ///
    /// Lenient where readers of headers must be: padding may be missing, and the unused bits of the last character may
    /// be set. Nothing else is accepted: no white space, and nothing behind the padding.
    ///
    /// - Throws: ``MetadataError/Code/invalidBase64`` with the offset of the first character that does not fit.
    public static func decode(_ text: some Collection<UInt8>) throws(MetadataError) -> [UInt8] {
        var chunks = Chunks()
        for character in text { try chunks.take(character, canGoOn: false) }
        return try chunks.finish()
    }

    /// The bytes that `text` stands for, which may be several padded texts joined together, with white space anywhere:
    /// the body of a grpc-web-text response. Linear.
    ///
    /// - Throws: ``MetadataError/Code/invalidBase64`` with the offset of the first character that does not fit.
    public static func decodeChunks(_ text: some Collection<UInt8>) throws(MetadataError) -> [UInt8] {
        var chunks = Chunks()
        try chunks.append(text)
        return try chunks.finish()
    }

    /// A decoder of joined texts (``decodeChunks(_:)``) that arrive in pieces of any size.
    package struct Stream: Sendable {
        private var chunks = Chunks()

        package init() {}

        /// The bytes that are complete now.
        ///
        /// - Throws: ``MetadataError/Code/invalidBase64`` with the offset in the whole text.
        package mutating func append(_ text: some Collection<UInt8>) throws(MetadataError) -> [UInt8] {
            try chunks.append(text)
            return chunks.drain()
        }
    }

    /// A decoder that is given one character after the other.
    fileprivate struct Chunks {
        var bytes: [UInt8] = []
        var offset = 0
        private var group: UInt32 = 0
        private var count = 0
        private var padding = 0
        private var isOver = false

        /// Takes texts that may be joined, with white space anywhere.
        mutating func append(_ text: some Collection<UInt8>) throws(MetadataError) {
            for character in text {
                switch character {
                case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): offset += 1
                default: try take(character, canGoOn: true)
                }
            }
        }

        /// Gives away what is complete.
        mutating func drain() -> [UInt8] {
            defer { bytes = [] }
            return bytes
        }

        mutating func take(_ character: UInt8, canGoOn: Bool) throws(MetadataError) {
            if character == UInt8(ascii: "=") {
                guard count >= 2, count + padding < 4 else { throw MetadataError(.invalidBase64, offset: offset) }
                padding += 1
                if count + padding == 4 {
                    flush()
                    isOver = true
                }
            } else {
                guard padding == 0, !isOver || canGoOn, let value = Base64.value(of: character) else {
                    throw MetadataError(.invalidBase64, offset: offset)
                }
                group = group << 6 | value
                count += 1
                if count == 4 { flush() }
            }
            offset += 1
        }

        mutating func finish() throws(MetadataError) -> [UInt8] {
            guard count != 1, padding == 0 else { throw MetadataError(.invalidBase64, offset: offset) }
            flush()
            return bytes
        }

        private mutating func flush() {
            let aligned = group << UInt32(6 * (4 - count))
            for index in 0..<max(count - 1, 0) {
                bytes.append(UInt8(truncatingIfNeeded: aligned >> UInt32(16 - 8 * index)))
            }
            (group, count, padding) = (0, 0, 0)
        }
    }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character) - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character) - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character) + 4
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
