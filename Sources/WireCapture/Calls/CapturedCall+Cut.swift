import ByteText
import GRPCWire

extension CapturedCall {
    /// The end of a connection under a call that had not ended, whose stream the client then reset, or whose answer the client
    /// no longer read.
    public struct Cut: Hashable, Sendable {
        /// Whether the client ended the connection, not the server.
        public let isByClient: Bool
        /// With RST, which throws away the bytes that are under way; else with FIN, behind all that was sent.
        public let isReset: Bool
        /// The packet with RST or FIN.
        public let moment: Moment
        /// Bytes of the connection are missing in the capture, in which the call may have ended before.
        package var isBehindLoss = false
        /// Why the exchange failed, in the words of mitmproxy or of a HAR file, such as
        /// `Certificate verify failed: self-signed certificate` or `net::ERR_CONNECTION_REFUSED`; `nil` in captures of packets.
        /// At most 1,024 code points.
        public package(set) var reason: String?
        /// What ``reason`` is from.
        fileprivate var recorder = ""

        init(isByClient: Bool, isReset: Bool, moment: Moment) {
            (self.isByClient, self.isReset, self.moment) = (isByClient, isReset, moment)
        }

        /// Whether ``reason`` tells of nobody: an error code of Chromium, or common words of mitmproxy and OpenSSL.
        package var isPlain: Bool {
            guard let reason else { return true }
            return Self.plainReasons.contains(reason) || Self.isCode(reason)
        }

        /// Whether words are an error code of Chromium, such as `net::ERR_HTTP_1_1_REQUIRED`. Its digits stand alone: a longer
        /// number may be of somebody.
        private static func isCode(_ words: String) -> Bool {
            let code = words.dropFirst(5)
            return words.hasPrefix("net::ERR_") && code.utf8.allSatisfy(\.isIdentifierPart) && code == code.uppercased()
                && code.utf8.split { !$0.isDigit }.allSatisfy { $0.count == 1 }
        }

        private static let plainReasons: Set = [
            "server closed connection", "peer closed connection", "Client disconnected.",
            "Certificate verify failed: self-signed certificate", "Certificate verify failed: self signed certificate",
            "Certificate verify failed: self-signed certificate in certificate chain",
            "Certificate verify failed: unable to get local issuer certificate",
            "Certificate verify failed: certificate has expired", "Certificate verify failed: hostname mismatch",
        ]
    }

    /// Notes how an exchange failed, in the words of mitmproxy or of a HAR file.
    mutating func fail(_ words: String, recorder: String, at moment: Moment) {
        responseEnd = moment
        let code = (0..<14).lazy.map { HTTP2ErrorCode(rawValue: $0) }.first { words.hasSuffix("(\($0.name ?? ""))") }
        if let code {
            // mitmproxy writes "stream reset by client" whichever side it was; servers have other reasons than CANCEL.
            reset = Reset(isByClient: code == .cancel, code: code)
        } else {
            let isByClient = ["Client", "client", "net::ERR_ABORTED"].contains { words.hasPrefix($0) }
            var cut = Cut(isByClient: isByClient, isReset: false, moment: moment)
            if !words.isEmpty { (cut.recorder, cut.reason) = (recorder, String(words.unicodeScalars.prefix(1024))) }
            self.cut = cut
        }
    }
}

struct ConnectionCut {
    let side: Int
    let isReset: Bool
    let arrival: Arrival
    /// The last packet before those of the other side that nobody has read.
    var lastRead = Int.max
    /// Bytes of the connection are missing.
    var isBehindLoss = false

    func ofCall(client: Int?) -> CapturedCall.Cut {
        var cut = CapturedCall.Cut(isByClient: side == client, isReset: isReset, moment: arrival)
        cut.isBehindLoss = isBehindLoss
        return cut
    }
}

extension CapturedCall.Cut: CustomStringConvertible {
    /// `connection reset by the server`, `connection closed by the client`; `mitmproxy: peer closed connection`,
    /// `HAR: net::ERR_FAILED`
    public var description: String {
        reason.map { "\(recorder): \($0)" }
            ?? "connection \(isReset ? "reset" : "closed") by the \(isByClient ? "client" : "server")"
    }
}
