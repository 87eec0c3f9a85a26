extension CapturedCall {
    /// How a connection ended under a call that had not, or whose stream the client then reset.
    public struct Cut: Hashable, Sendable {
        public let isByClient: Bool
        /// With RST, which throws away what is under way; else with FIN, behind all that was sent.
        public let isReset: Bool
        /// The packet that says so.
        public let moment: Moment
    }
}

/// How a connection ended.
struct ConnectionCut {
    /// The one of its two sides that ended it.
    let side: Int
    let isReset: Bool
    let mark: PacketMark
}

extension CapturedCall.Cut {
    /// - Parameter client: Which of the sides is the client.
    init(_ cut: ConnectionCut, client: Int?) {
        self.init(isByClient: cut.side == client, isReset: cut.isReset, moment: CapturedCall.Moment(cut.mark))
    }
}

extension CapturedCall.Cut: CustomStringConvertible {
    /// `connection reset by the server`, `connection closed by the client`
    public var description: String {
        "connection \(isReset ? "reset" : "closed") by the \(isByClient ? "client" : "server")"
    }
}
