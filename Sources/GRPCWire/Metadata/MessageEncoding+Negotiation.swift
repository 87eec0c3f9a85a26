extension MessageEncoding {
    /// The encodings in a `grpc-accept-encoding` header, in its order. Upper and lower case are the same.
    public static func list(header: String) -> [Self] {
        Array(header.utf8).split(separator: UInt8(ascii: ",")).map(\.withoutOptionalSpace).filter { !$0.isEmpty }.map {
            Self(rawValue: String(decoding: $0, as: UTF8.self).lowercased())
        }
    }

    /// The value of a `grpc-accept-encoding` header.
    public static func header(_ encodings: [Self] = supported) -> String {
        encodings.map(\.rawValue).joined(separator: ", ")
    }

    /// The encoding to compress messages for a peer with: the first of `preferred` that the peer accepts, else
    /// ``identity``, which every peer accepts whether it says so or not.
    ///
    /// - Parameters:
    ///   - header: The peer's `grpc-accept-encoding`; `nil` when it sent none, and so accepts identity only.
    ///   - preferred: What the sender would like, best first.
    /// - Note: A client that has not heard from its server yet may compress with anything: the server answers
    ///   UNIMPLEMENTED and what it accepts. Source: https://github.com/grpc/grpc/blob/master/doc/compression.md
    public static func negotiated(accepted header: String?, preferred: [Self] = [.gzip, .deflate]) -> Self {
        let accepted = header.map(list(header:)) ?? []
        return preferred.first { accepted.contains($0) } ?? .identity
    }
}

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
