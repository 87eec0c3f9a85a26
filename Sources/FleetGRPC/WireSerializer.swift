#if Live
public import GRPCCore
public import ProtobufWire

/// Encodes messages for grpc-swift. The encoding is copied once, into the buffer of the transport.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct WireSerializer<Message: ProtobufWire.Message>: MessageSerializer {
    /// A serializer; it keeps nothing between messages.
    public init() {}

    @inlinable
    public func serialize<Bytes: GRPCContiguousBytes>(_ message: Message) throws -> Bytes {
        var writer = Writer()
        writer.encode(message)
        let span = writer.span
        // `GRPCContiguousBytes` is initialized from sequences alone; of a buffer pointer it copies all bytes at once.
        return unsafe span.withUnsafeBufferPointer { unsafe Bytes($0) }
    }
}

/// Decodes messages in the buffer of the transport, without a copy of it.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct WireDeserializer<Message: ProtobufWire.Message>: MessageDeserializer {
    /// The largest and deepest message that is accepted.
    public var limits: DecodingLimits

    /// A deserializer with limits for what a message may hold.
    public init(limits: DecodingLimits = DecodingLimits()) { self.limits = limits }

    /// - Throws: `RPCError` with the `WireError` as its cause. As in other gRPC libraries, its code is RESOURCE_EXHAUSTED for
    ///   messages that are too large, with the words of gRPC's C++ library, and INTERNAL for others.
    @inlinable
    public func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> Message {
        do {
            return try unsafe bytes.withUnsafeBytes { buffer in
                // The buffer outlives the closure, and the message owns copies of what it keeps.
                let span = unsafe Span<UInt8>(_unsafeBytes: buffer)
                return try Message(decoding: span, limits: limits)
            }
        } catch let error as WireError {
            guard error.code == .messageTooLarge else {
                let message = "\(Message.fullName) cannot be decoded: \(error)"
                throw RPCError(code: .internalError, message: message, cause: error)
            }
            let sizes = "\(unsafe bytes.withUnsafeBytes { $0.count }) vs. \(limits.messageSize)"
            throw RPCError(
                code: .resourceExhausted, message: "Received message larger than max (\(sizes))", cause: error)
        }
    }
}

/// Passes on messages that are bytes already.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
package struct BytesSerializer: MessageSerializer, MessageDeserializer {
    package init() {}

    package func serialize<Bytes: GRPCContiguousBytes>(_ message: [UInt8]) throws -> Bytes { Bytes(message) }

    package func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> [UInt8] {
        unsafe bytes.withUnsafeBytes { unsafe Array($0) }
    }
}
#endif
