internal import ByteText

/// The `content-type` of a gRPC request or response.
///
/// Source: https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md (Content-Type),
/// https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-WEB.md
public struct ContentType: Hashable, Sendable {
    /// The protocol variant, which decides where messages and trailers stand.
    public enum Framing: String, CaseIterable, Sendable {
        /// Messages in the body, status in the HTTP/2 trailers.
        case grpc = "application/grpc"
        /// Messages in the body, trailers as its last frame.
        case web = "application/grpc-web"
        /// As ``web``, the body in base64.
        case webText = "application/grpc-web-text"
    }

    /// How messages are framed: gRPC, or one of the two forms of grpc-web.
    public var framing: Framing
    /// The codec behind the `+`: `proto`, `json`; `nil` when there is none, which means `proto`.
    public var codec: String?
    /// The parameters behind the `;`, unchanged; `nil` when there is no `;`.
    public var parameters: String?

    /// The content type `application/grpc`, or another of that family, with a codec such as `proto`.
    public init(_ framing: Framing = .grpc, codec: String? = nil, parameters: String? = nil) {
        self.framing = framing
        self.codec = codec
        self.parameters = parameters
    }

    /// A header value; `nil` when it is not gRPC's, such as the `text/html` of a proxy's error page. Upper and lower
    /// case are the same.
    public init?(header: String) {
        let bytes = Array(header.utf8)
        let semicolon = bytes.firstIndex(of: UInt8(ascii: ";")) ?? bytes.endIndex
        let type = bytes[..<semicolon].withoutOptionalSpace
        let plus = type.firstIndex(of: UInt8(ascii: "+")) ?? type.endIndex
        let name = type[..<plus].lazy.map(\.lowercased)
        // Asked for each side of each call in a capture: bytes are compared, as no string need be made for that.
        guard let framing = Framing.allCases.first(where: { $0.rawValue.utf8.elementsEqual(name) }) else { return nil }
        self.framing = framing
        codec = plus == type.endIndex ? nil : String(decoding: type[(plus + 1)...], as: UTF8.self).lowercased()
        parameters =
            semicolon == bytes.endIndex
            ? nil : String(decoding: bytes[(semicolon + 1)...].withoutOptionalSpace, as: UTF8.self)
    }
}

extension ContentType: CustomStringConvertible {
    /// The header's value.
    public var description: String {
        framing.rawValue + (codec.map { "+\($0)" } ?? "") + (parameters.map { "; \($0)" } ?? "")
    }
}
