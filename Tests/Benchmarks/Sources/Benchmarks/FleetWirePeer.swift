import CProbe
import FleetMessages
import ProtobufWire

extension Peer {
    static func fleetWire(_ payload: Payload) throws -> Peer {
        switch payload.name {
        case .a: try fleetWire(GetTripRequest.self, payload)
        case .b: try fleetWire(UpdateVehicleRequest.self, payload)
        case .c, .e: try fleetWire(Trip.self, payload)
        case .d: try fleetWire(ListVehiclesResponse.self, payload)
        }
    }

    private static func fleetWire<M: Message>(_ type: M.Type, _ payload: Payload) throws -> Peer {
        let bytes = payload.bytes
        let message = try M(decoding: bytes)
        try WrongResult.check(message.encoded(), payload, by: .fleetWire)
        let kept = KeptWriter()
        kept.encode(message, times: 2)
        try WrongResult.check(kept.bytes, payload, by: .fleetWire)
        return Peer(
            name: .fleetWire,
            work: [
                .decode: { times in
                    for _ in 0..<times {
                        var message = try M(decoding: bytes)
                        use(&message)
                    }
                },
                .encodeFresh: { times in
                    for _ in 0..<times {
                        var bytes = message.encoded()
                        use(&bytes)
                    }
                },
                .encodeReused: { kept.encode(message, times: $0) },
            ])
    }
}

/// One writer for all samples.
private final class KeptWriter {
    private var writer: Writer? = Writer()

    func encode<M: Message>(_ message: borrowing M, times: Int) {
        // Taken out meanwhile, because each access to a property of a class is checked for exclusivity.
        guard var writer = writer.take() else { return }
        for _ in 0..<times { writer.encode(message) }
        self.writer = consume writer
    }

    var bytes: [UInt8] { writer?.bytes ?? [] }
}

/// Needs `value` to be there, which the optimiser cannot see through. `inout`, so that nothing is copied for it.
@inline(__always)
func use<T>(_ value: inout T) {
    // The C function only takes the address; it neither reads nor keeps anything.
    unsafe withUnsafePointer(to: &value) { unsafe probe_use($0) }
}
