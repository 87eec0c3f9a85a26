import SwiftProtobuf
import SwiftProtobufMessages

extension Peer {
    static func swiftProtobuf(_ payload: Payload) throws -> Peer {
        switch payload.name {
        case .a: try swiftProtobuf(Maps_Fleetengine_V1_GetTripRequest.self, payload)
        case .b: try swiftProtobuf(Maps_Fleetengine_V1_UpdateVehicleRequest.self, payload)
        case .c, .e: try swiftProtobuf(Maps_Fleetengine_V1_Trip.self, payload)
        case .d: try swiftProtobuf(Maps_Fleetengine_V1_ListVehiclesResponse.self, payload)
        }
    }

    /// It has no way to encode into a buffer that is there.
    private static func swiftProtobuf<M: SwiftProtobuf.Message>(_ type: M.Type, _ payload: Payload) throws -> Peer {
        let bytes = payload.bytes
        let message = try M(serializedBytes: bytes)
        try WrongResult.check(message.serializedBytes(), payload, by: .swiftProtobuf)
        return Peer(
            name: .swiftProtobuf,
            work: [
                .decode: { times in
                    for _ in 0..<times {
                        var message = try M(serializedBytes: bytes)
                        use(&message)
                    }
                },
                .encodeFresh: { times in
                    for _ in 0..<times {
                        var bytes: [UInt8] = try message.serializedBytes()
                        use(&bytes)
                    }
                },
            ])
    }
}
