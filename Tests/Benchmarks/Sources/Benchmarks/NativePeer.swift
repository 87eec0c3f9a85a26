#if canImport(NativePeers)
import NativePeers

extension Peer {
    static let nativePeersAreMissing = false

    /// C++ protobuf on the heap and with an arena, and protozero.
    static func native(_ payload: Payload) throws -> [Peer] {
        let message =
            switch payload.name {
            case .a: native_get_trip_request
            case .b: native_update_vehicle_request
            case .c, .e: native_trip
            case .d: native_list_vehicles_response
            }
        var codecs = unsafe [native_codec](repeating: native_codec(), count: native_codec_count)
        // The array has as many elements as the function fills.
        unsafe native_codecs(message, &codecs)
        return try unsafe zip([Name.heap, .arena, .protozero], codecs).map { name, functions in
            try native(name, unsafe NativeCodec(functions: functions, payload: payload, name: name))
        }
    }

    private static func native(_ name: Name, _ codec: NativeCodec) throws -> Peer {
        try codec.check()
        return Peer(
            name: name,
            work: [
                .decode: { try codec.decode(times: $0) },
                .encodeFresh: { codec.encodeFresh(times: $0) },
                .encodeReused: { codec.encodeReused(times: $0) },
            ])
    }
}

/// A C++ codec that holds the decoded payload.
///
/// Safety: the functions are never null; `message` is what `make` returned and lives as long as this object; the bytes
/// are borrowed for the calls only.
@safe private final class NativeCodec {
    private let functions: native_codec
    private let payload: Payload
    private let name: Peer.Name
    private let message: UnsafeMutableRawPointer

    init(functions: native_codec, payload: Payload, name: Peer.Name) throws {
        unsafe self.functions = unsafe functions
        self.payload = payload
        self.name = name
        guard let message = unsafe functions.make(payload.bytes, payload.bytes.count) else {
            throw WrongResult(peer: name, payload: payload.name, what: "refuses")
        }
        unsafe self.message = message
    }

    deinit { unsafe functions.release(message) }

    func decode(times: Int) throws {
        guard unsafe functions.decode(payload.bytes, payload.bytes.count, times) else {
            throw WrongResult(peer: name, payload: payload.name, what: "refuses")
        }
    }

    @discardableResult
    func encodeFresh(times: Int) -> Int { unsafe functions.encode_fresh(message, times) }

    @discardableResult
    func encodeReused(times: Int) -> Int { unsafe functions.encode_reused(message, times) }

    func check() throws {
        let count = encodeReused(times: 1)
        let encoded = unsafe [UInt8](UnsafeBufferPointer(start: functions.encoded(message), count: count))
        try WrongResult.check(encoded, payload, by: name)
        guard encodeFresh(times: 1) == count else {
            throw WrongResult(peer: name, payload: payload.name, what: "does not restore the bytes of")
        }
    }
}
#else
extension Peer {
    static let nativePeersAreMissing = true

    static func native(_ payload: Payload) throws -> [Peer] { [] }
}
#endif
