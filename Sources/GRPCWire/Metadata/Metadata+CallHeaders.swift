extension Metadata {
    /// The encoding of compressed messages of this direction: `grpc-encoding`, or identity when that is missing.
    public var messageEncoding: MessageEncoding {
        last("grpc-encoding").map { MessageEncoding(rawValue: $0.lowercased()) } ?? .identity
    }

    /// The `content-type`; `nil` when it is missing or not gRPC's.
    public var contentType: ContentType? { last("content-type").flatMap(ContentType.init(header:)) }

    /// The `grpc-timeout`; `nil` when there is none: the call may last for ever.
    ///
    /// - Throws: ``MetadataError/Code/invalidTimeout``.
    public var callTimeout: CallTimeout? {
        get throws(MetadataError) { try last("grpc-timeout").map(CallTimeout.init(_:)) }
    }
}
