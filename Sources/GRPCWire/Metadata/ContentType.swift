internal import ByteText

/// The `content-type` of a gRPC request or response, without a codec such as `+proto` and parameters. The variant of the protocol
/// decides where messages and trailers stand.
///
/// Source: https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md (Content-Type),
/// https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-WEB.md
public enum ContentType: String, CaseIterable, Sendable {
    /// Messages in the body, status in the HTTP/2 trailers.
    case grpc = "application/grpc"
    /// Messages in the body, trailers as its last frame.
    case web = "application/grpc-web"
    /// As ``web``, the body in base64.
    case webText = "application/grpc-web-text"

    /// A header value; `nil` when it is not gRPC's, such as the `text/html` of a proxy's error page. Upper and lower
    /// case are the same.
    public init?(header: String) {
        // Asked for each side of each call in a capture: bytes are compared, as no string need be made for that.
        let type = Array(header.utf8).prefix { $0 != UInt8(ascii: ";") }.withoutOptionalSpace
        let name = type.prefix { $0 != UInt8(ascii: "+") }.lazy.map(\.lowercased)
        guard let known = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(name) }) else { return nil }
        self = known
    }
}
