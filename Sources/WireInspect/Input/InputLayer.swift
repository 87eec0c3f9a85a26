import ConsoleText

/// A layer of encoding that was taken off an input to get at its messages.
public struct InputLayer: Hashable, Sendable {
    /// The kinds of layers; a minor version may add some.
    public enum Kind: Hashable, Sendable {
        /// Hexadecimal text, dumps included.
        case hex
        /// A dump of numbers of several bytes each, the least significant byte first in memory: `hexdump`, `xxd -e`.
        case words
        /// Base64 text, with `-_` instead of `+/` if `isURLSafe`.
        case base64(isURLSafe: Bool)
        /// Numbers as arrays of a programming language list them.
        case numbers
        /// A string with escapes such as `\n`, `\x0a`, `\012`.
        case escaped
        /// Text around the bytes, such as a log line.
        case wrapping(Surroundings)
        /// The whole of the bytes was compressed.
        case compressed(String)
        /// A number of length-prefixed messages.
        case frames(Int)
        /// A number of HTTP/1.1 messages.
        case http1(Int)
        /// The body of an HTTP message, sent in a number of chunks.
        case chunks(Int)
        /// A number of HTTP/2 frames; messages are in their data.
        case http2(Int)
        /// One packet of a network, with its headers.
        case packet
        /// Messages in ProtoJSON.
        case json
        /// Messages in protobuf's text format.
        case textFormat
        /// A file of captured packets, with the name of its format.
        case capture(String)
    }

    /// What kind of encoding was taken off.
    public let kind: Kind
    /// Bytes of the layer.
    public let length: Int
}

extension InputLayer.Kind {
    /// The text around the bytes, where only that was taken off.
    var surroundings: Surroundings? { if case .wrapping(let surroundings) = self { surroundings } else { nil } }
}

extension InputLayer: CustomStringConvertible {
    /// `hex text, 300 bytes`
    public var description: String {
        let name =
            switch kind {
            case .hex: "hex text"
            case .words: "hex text (little-endian words)"
            case .base64(let isURLSafe): isURLSafe ? "base64url text" : "base64 text"
            case .numbers: "list of numbers"
            case .escaped: "escaped string"
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

/// Damage of a layer, or of a message in it.
public struct InputDamage: Hashable, Sendable {
    /// A stable word for scripts, such as `truncated_message`.
    public let reason: String
    /// Offset in the bytes of the layer, from 0.
    public let offset: Int
    /// The layer that the offset counts in: `gRPC frames`, `hex text`.
    public let layer: String
    /// The damage and what to try, for people.
    public let message: String
}

extension InputDamage: CustomStringConvertible {
    public var description: String { "\(reason) at byte \(offset) of the \(layer): \(message)" }
}
