import HTTPWire

extension CapturedCall {
    /// The end of a connection under a call that had not ended, or whose stream the client then reset.
    public struct Cut: Hashable, Sendable {
        /// Whether the client ended the connection, not the server.
        public let isByClient: Bool
        /// With RST, which throws away the bytes that are under way; else with FIN, behind all that was sent.
        public let isReset: Bool
        /// The packet with RST or FIN.
        public let moment: Moment
    }
}

/// The end of a connection.
struct ConnectionCut {
    /// The side that ended it.
    let side: Int
    let isReset: Bool
    let arrival: Arrival

    /// The cut from the point of view of a call.
    func ofCall(client: Int?) -> CapturedCall.Cut {
        CapturedCall.Cut(isByClient: side == client, isReset: isReset, moment: arrival)
    }
}

extension CapturedCall.Cut: CustomStringConvertible {
    /// `connection reset by the server`, `connection closed by the client`
    public var description: String {
        "connection \(isReset ? "reset" : "closed") by the \(isByClient ? "client" : "server")"
    }
}
