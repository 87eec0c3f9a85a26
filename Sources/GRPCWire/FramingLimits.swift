/// What a ``Deframer`` accepts. Both limits are checked before memory is taken.
public struct FramingLimits: Hashable, Sendable {
    /// The most bytes that a prefix may announce. Values above 2^32 - 1 mean that, negative ones 0.
    public var wireLength: Int
    /// The most bytes that a message may have after decompression. Negative values mean 0.
    public var length: Int

    /// gRPC's default receive limit, 4 MiB, which counts before and after decompression.
    ///
    /// Source: https://grpc.github.io/grpc/core/group__grpc__arg__keys.html (`grpc.max_receive_message_length`)
    public static var defaultLength: Int { 4 << 20 }

    /// - Parameters:
    ///   - wireLength: The most bytes that a prefix may announce.
    ///   - length: The most bytes after decompression.
    public init(wireLength: Int = Self.defaultLength, length: Int = Self.defaultLength) {
        self.wireLength = wireLength
        self.length = length
    }
}
