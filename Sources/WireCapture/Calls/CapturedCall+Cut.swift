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
        /// Why mitmproxy gave the exchange up, in its words, such as `Certificate verify failed: self-signed certificate`; `nil`
        /// in captures of packets. At most 1,024 code points.
        public package(set) var reason: String?

        /// Code points of ``reason`` that are kept.
        static let textLimit = 1024

        /// The words of mitmproxy and OpenSSL for common reasons, which tell of nobody.
        package static let plainReasons: Set = [
            "server closed connection", "peer closed connection", "Client disconnected.",
            "Certificate verify failed: self-signed certificate", "Certificate verify failed: self signed certificate",
            "Certificate verify failed: self-signed certificate in certificate chain",
            "Certificate verify failed: unable to get local issuer certificate",
            "Certificate verify failed: certificate has expired", "Certificate verify failed: hostname mismatch",
        ]
    }
}

struct ConnectionCut {
    let side: Int
    let isReset: Bool
    let arrival: Arrival

    func ofCall(client: Int?) -> CapturedCall.Cut {
        CapturedCall.Cut(isByClient: side == client, isReset: isReset, moment: arrival)
    }
}

extension CapturedCall.Cut: CustomStringConvertible {
    /// `connection reset by the server`, `connection closed by the client`; `mitmproxy: peer closed connection`
    public var description: String {
        reason.map { "mitmproxy: \($0)" }
            ?? "connection \(isReset ? "reset" : "closed") by the \(isByClient ? "client" : "server")"
    }
}
