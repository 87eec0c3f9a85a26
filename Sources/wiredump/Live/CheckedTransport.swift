#if Live
import GRPCCore

/// A server's transport without the values of `grpc-timeout` that end the process: GRPCCore 2 traps at negative ones. It passes
/// over other values that gRPC does not allow, and so do calls here with these.
@available(macOS 15, *)
struct CheckedTransport<Base: ServerTransport>: ServerTransport {
    let base: Base

    func configure(context: GRPCServerContext) { base.configure(context: context) }

    func listen(
        streamHandler: @escaping @Sendable (RPCStream<Base.Inbound, Base.Outbound>, ServerContext) async -> Void
    ) async throws {
        try await base.listen { stream, context in
            var stream = stream
            stream.inbound = RPCAsyncSequence(wrapping: stream.inbound.map(Self.check))
            await streamHandler(stream, context)
        }
    }

    private static func check(_ part: RPCRequestPart<Base.Bytes>) -> RPCRequestPart<Base.Bytes> {
        guard case .metadata(var metadata) = part,
            metadata[stringValues: "grpc-timeout"].contains(where: { $0.hasPrefix("-") })
        else { return part }
        metadata.removeAllValues(forKey: "grpc-timeout")
        return .metadata(metadata)
    }

    func beginGracefulShutdown() { base.beginGracefulShutdown() }
}
#endif
