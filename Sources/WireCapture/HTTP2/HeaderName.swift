/// The name of a header as its bytes: those that every call is asked for need not be taken out of a text each time.
public struct HeaderName: Hashable, Sendable {
    let bytes: [UInt8]

    /// - Parameter text: In lower case, as on the wire.
    public init(_ text: String) { bytes = Array(text.utf8) }

    static let method = HeaderName(":method")
    static let path = HeaderName(":path")
    static let status = HeaderName(":status")
    static let contentType = HeaderName("content-type")
    static let contentEncoding = HeaderName("content-encoding")
    static let grpcEncoding = HeaderName("grpc-encoding")
    static let grpcStatus = HeaderName("grpc-status")
    static let grpcMessage = HeaderName("grpc-message")
}

extension HeaderName: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(text) }
}
