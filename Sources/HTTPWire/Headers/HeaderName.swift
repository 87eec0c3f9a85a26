import ByteText

/// The name of a header as bytes, so that no string is made to look one up.
public struct HeaderName: Hashable, Sendable {
    let bytes: [UInt8]
    /// Index of the name among ``indexed``; `nil` when it is none of them.
    let index: Int?

    /// - Parameter text: In lower case, as on the wire.
    public init(_ text: String) {
        let bytes = Array(text.utf8)
        self.bytes = bytes
        let index = Self.index(of: bytes.span)
        self.index = index < 0 ? nil : Int(index)
    }

    package static let method = HeaderName(":method")
    package static let path = HeaderName(":path")
    package static let status = HeaderName(":status")
    package static let contentType = HeaderName("content-type")
    package static let contentEncoding = HeaderName("content-encoding")
    package static let grpcEncoding = HeaderName("grpc-encoding")
    package static let grpcTimeout = HeaderName("grpc-timeout")
    package static let grpcStatus = HeaderName("grpc-status")
    package static let grpcMessage = HeaderName("grpc-message")
    package static let grpcStatusDetails = HeaderName("grpc-status-details-bin")

    /// The names that every call is asked for: ``HeaderBlock`` knows where each of them stands, and has room for eight.
    private static let indexed = [
        ":method", ":path", ":status", "content-type", "content-encoding", "grpc-encoding", "grpc-timeout",
        "grpc-status",
    ].map { Array($0.utf8) }

    /// By length: the indices of the names that have it.
    private static let indicesByLength: [[Int]] = {
        let longest = indexed.lazy.map(\.count).max() ?? 0
        return (0...longest).map { length in indexed.indices.filter { indexed[$0].count == length } }
    }()

    /// The index of a name among ``indexed``; -1 for others.
    static func index(of name: Span<UInt8>) -> Int8 {
        guard name.count < indicesByLength.count else { return -1 }
        for index in indicesByLength[name.count] {
            let indexed = indexed[index]
            if indexed.span.hasSameBytes(as: name) { return Int8(truncatingIfNeeded: index) }
        }
        return -1
    }
}

extension HeaderName: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(text) }
}
