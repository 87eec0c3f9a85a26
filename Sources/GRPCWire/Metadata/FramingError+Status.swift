extension FramingError {
    /// The status with which a peer that runs into this error ends the call.
    ///
    /// Source: https://github.com/grpc/grpc/blob/master/doc/compression.md (compressed flag without encoding, unknown
    /// encoding), https://github.com/grpc/grpc/blob/master/doc/statuscodes.md (too large, corrupt)
    public var statusCode: StatusCode {
        switch code {
        case .unsupportedEncoding: .unimplemented
        case .messageTooLarge, .inflatedTooLarge: .resourceExhausted
        default: .internal
        }
    }

    /// The trailers that a server ends the call with; for an encoding that it lacks they list those that it has.
    public var trailers: Metadata {
        var trailers: Metadata = ["grpc-status": String(statusCode.rawValue)]
        trailers.append("grpc-message", PercentCoding.encode(description))
        if code == .unsupportedEncoding { trailers.append("grpc-accept-encoding", MessageEncoding.header()) }
        return trailers
    }
}
