#if Live
public import FleetErrors
internal import FleetMessages
public import GRPCCore
internal import GRPCWire
internal import ProtobufWire

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension CallStatus {
    /// The status of a call that grpc-swift reports as failed, with the details of `grpc-status-details-bin`.
    ///
    /// Where the transport failed, ``remarks`` says why.
    public init(_ error: RPCError) {
        self.init(StatusCode(rawValue: Int32(error.code.rawValue)), error.message)
        for bytes in error.metadata[binaryValues: Self.detailsKey].prefix(1) {
            add(details: bytes, registry: .fleetEngine)
        }
        if let cause = error.cause { notes.append("Cause: \("\(cause)")") }
    }

    /// The status of a call that ended with any error: CANCELLED for a cancelled task, UNKNOWN for errors of other
    /// libraries.
    init(anyOf error: any Error) {
        switch error {
        case let error as RPCError: self.init(error)
        case let status as CallStatus: self = status
        case is CancellationError: self.init(.cancelled, "The task was cancelled.")
        // grpc-swift reports with it that the client was not started, or has been shut down.
        case let error as RuntimeError: self.init(.unavailable, "\(error.message)")
        default: self.init(.unknown, "\(error)")
        }
    }

    /// The error for grpc-swift's handlers: `throw status.rpcError` answers with code, message and details.
    ///
    /// A status that has no code of an error, such as OK, becomes UNKNOWN, as the libraries read unknown codes.
    public var rpcError: RPCError {
        var metadata: GRPCCore.Metadata = [:]
        if !details.isEmpty { metadata.addBinary(rpcStatus.encoded(), forKey: Self.detailsKey) }
        let code = Status.Code(rawValue: Int(code.rawValue)).flatMap { RPCError.Code($0) }
        return RPCError(code: code ?? .unknown, message: message, metadata: metadata)
    }

    private static var detailsKey: String { "grpc-status-details-bin" }
}
#endif
