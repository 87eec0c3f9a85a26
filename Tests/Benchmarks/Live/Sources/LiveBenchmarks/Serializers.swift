import FleetGRPC
import FleetMessages
import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2Posix
import ProtobufWire
import SwiftProtobuf
import SwiftProtobufMessages

/// The serializers of a message type, from FleetGRPC or as grpc-swift-protobuf has them.
protocol Codec: Sendable {
    associatedtype Value: Sendable
    associatedtype Serializer: MessageSerializer<Value>
    associatedtype Deserializer: MessageDeserializer<Value>
    static var serializer: Serializer { get }
    static var deserializer: Deserializer { get }
}

enum FleetWireCodec<M: ProtobufWire.Message>: Codec {
    typealias Value = M
    static var serializer: WireSerializer<M> { WireSerializer() }
    static var deserializer: WireDeserializer<M> { WireDeserializer() }
}

enum SwiftProtobufCodec<M: SwiftProtobuf.Message>: Codec {
    typealias Value = M

    struct Serializer: MessageSerializer {
        func serialize<Bytes: GRPCContiguousBytes>(_ message: M) throws -> Bytes {
            (try message.serializedBytes() as BytesAdapter<Bytes>).bytes
        }
    }

    struct Deserializer: MessageDeserializer {
        func deserialize<Bytes: GRPCContiguousBytes>(_ bytes: Bytes) throws -> M {
            try M(serializedBytes: BytesAdapter(bytes: bytes))
        }
    }

    static var serializer: Serializer { Serializer() }
    static var deserializer: Deserializer { Deserializer() }
}

/// grpc-swift's bytes as those of swift-protobuf, as grpc-swift-protobuf does it, without a copy.
private struct BytesAdapter<Bytes: GRPCContiguousBytes>: SwiftProtobufContiguousBytes {
    var bytes: Bytes

    init(bytes: Bytes) { self.bytes = bytes }
    init(repeating value: UInt8, count: Int) { bytes = Bytes(repeating: value, count: count) }
    init<S: Sequence>(_ sequence: S) where S.Element == UInt8 { bytes = Bytes(sequence) }
    var count: Int { bytes.count }
    func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try unsafe bytes.withUnsafeBytes(body)
    }
    mutating func withUnsafeMutableBytes<R>(_ body: (UnsafeMutableRawBufferPointer) throws -> R) rethrows -> R {
        try unsafe bytes.withUnsafeMutableBytes(body)
    }
}

/// A server in this process with one method, which gives one answer, and calls to it over HTTP/2.
struct Peer<Request: Codec, Response: Codec>: RegistrableRPCService {
    let request: Request.Value
    let response: Response.Value
    private let method = MethodDescriptor(
        fullyQualifiedService: "maps.fleetengine.v1.VehicleService", method: "GetVehicle")

    init(_ request: Request.Type, _ response: Response.Type, request bytes: [UInt8], response answer: [UInt8]) throws {
        self.request = try Request.deserializer.deserialize(bytes)
        self.response = try Response.deserializer.deserialize(answer)
    }

    func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
        router.registerHandler(
            forMethod: method, deserializer: Request.deserializer, serializer: Response.serializer
        ) { stream, _ in
            _ = try await ServerRequest(stream: stream)
            return StreamingServerResponse(single: ServerResponse(message: response))
        }
    }

    func run(_ load: Load) async throws -> Load.Result {
        let transport = HTTP2ServerTransport.Posix(
            address: .ipv4(host: "127.0.0.1", port: 0), transportSecurity: .plaintext)
        return try await withGRPCServer(transport: transport, services: [self]) { server in
            let port = try await server.listeningAddress?.ipv4?.port ?? 0
            return try await withClient(port: port) { client in
                try await load.run {
                    _ = try await client.unary(
                        request: ClientRequest(message: request), descriptor: method, serializer: Request.serializer,
                        deserializer: Response.deserializer, options: .defaults
                    ) { try $0.message }
                }
            }
        }
    }

    /// Microseconds to serialize and to deserialize the answer once: medians of `rounds`.
    func coding(rounds: Int) throws -> (serialize: Double, deserialize: Double) {
        var (serialize, deserialize): ([Duration], [Duration]) = ([], [])
        for _ in 0..<rounds {
            var bytes: [UInt8] = []
            serialize.append(try ContinuousClock().measure { bytes = try Response.serializer.serialize(response) })
            deserialize.append(try ContinuousClock().measure { _ = try Response.deserializer.deserialize(bytes) })
        }
        func median(_ times: [Duration]) -> Double { times.sorted()[rounds / 2] / .microseconds(1) }
        return (median(serialize), median(deserialize))
    }
}
