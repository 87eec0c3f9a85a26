import ConsoleText

/// Something that was taken off an input to get at its messages.
public struct InputLayer: Hashable, Sendable {
    /// The kinds of layers; a minor version may add some.
    public enum Kind: Hashable, Sendable {
        /// Hexadecimal text.
        case hex(HexText.Style)
        /// Base64 text, with `-_` instead of `+/` if `isURLSafe`.
        case base64(isURLSafe: Bool)
        /// Numbers as arrays of a programming language list them.
        case numbers
        /// A string with escapes such as `\n`, `\x0a`, `\012`.
        case escaped
        /// Text with `%0A` in it.
        case percent
        /// Text that the bytes stood in, in whatever form.
        case wrapping(Surroundings)
        /// The whole of the bytes was compressed.
        case compressed(String)
        /// Length-prefixed messages, that many.
        case frames(Int)
        /// Messages of HTTP/1.1, that many.
        case http1(Int)
        /// The body of an HTTP message, sent in that many chunks.
        case chunks(Int)
        /// Frames of HTTP/2, that many; messages are in their data.
        case http2(Int)
        /// One packet of a network, from its first header on.
        case packet
        /// Messages in ProtoJSON.
        case json
        /// Messages in protobuf's text format.
        case textFormat
        /// A file of captured packets, of that kind.
        case capture(String)
    }

    public let kind: Kind
    /// Bytes of the layer with its wrapping.
    public let length: Int

    public init(_ kind: Kind, length: Int) {
        self.kind = kind
        self.length = length
    }
}

extension InputLayer: CustomStringConvertible {
    /// `hex text (xxd), 300 bytes`
    public var description: String {
        let name =
            switch kind {
            case .hex(let style): style == .plain ? "hex text" : "hex text (\(style.rawValue))"
            case .base64(let isURLSafe): isURLSafe ? "base64url text" : "base64 text"
            case .numbers: "list of numbers"
            case .escaped: "escaped string"
            case .percent: "percent-encoded text"
            case .wrapping(let surroundings): surroundings.rawValue
            case .compressed(let encoding): "\(encoding) data"
            case .frames(let count): counted(count, "gRPC frame")
            case .http1(let count): counted(count, "HTTP message")
            case .chunks(let count): counted(count, "HTTP chunk")
            case .http2(let count): counted(count, "HTTP/2 frame")
            case .packet: "network packet"
            case .json: "JSON form"
            case .textFormat: "text format"
            case .capture(let form): "\(form) capture"
            }
        return "\(name), \(byteCount(length))"
    }
}

/// What is wrong with a layer, or with a message in it.
public struct InputDamage: Hashable, Sendable {
    /// A stable word for scripts, such as `truncated_message`.
    public let reason: String
    /// Offset in the bytes of the layer, from 0.
    public let offset: Int
    /// The layer that the offset counts in: `gRPC frames`, `hex text`.
    public let layer: String
    /// What is wrong and what to try, for people.
    public let message: String

    init(_ reason: String, offset: Int, layer: String, _ message: String) {
        self.reason = reason
        self.offset = offset
        self.layer = layer
        self.message = message
    }
}

extension InputDamage: CustomStringConvertible {
    public var description: String { "\(reason) at byte \(offset) of the \(layer): \(message)" }
}
