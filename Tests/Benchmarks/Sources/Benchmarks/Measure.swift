/// What is timed.
enum Measure: String, CaseIterable {
    /// From bytes to a value, and the value's destruction.
    case decode = "decode"
    /// To bytes in a buffer that is made for them.
    case encodeFresh = "encode, fresh buffer"
    /// To bytes in a buffer that was used before.
    case encodeReused = "encode, reused buffer"
}

/// One codec with one payload.
struct Peer {
    enum Name: String, CaseIterable {
        case fleetWire = "FleetWire"
        case swiftProtobuf = "swift-protobuf"
        case heap = "C++ heap"
        case arena = "C++ arena"
        case protozero = "protozero"
    }

    let name: Name
    /// Does the work that many times in a row. A codec need not offer every measure.
    let work: [Measure: (_ times: Int) throws -> Void]
}

/// A peer that does not do what it is measured for.
struct WrongResult: Error, CustomStringConvertible {
    let peer: Peer.Name
    let payload: Payload.Name
    let what: String

    var description: String { "\(peer.rawValue) \(what) payload \(payload)" }

    /// Before anything is timed: what was decoded has to encode to the very bytes it came from.
    static func check(_ encoded: [UInt8], _ payload: Payload, by peer: Peer.Name) throws {
        guard encoded == payload.bytes else {
            throw WrongResult(peer: peer, payload: payload.name, what: "does not restore the bytes of")
        }
    }
}
