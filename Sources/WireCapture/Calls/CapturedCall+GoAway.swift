import ByteText
public import GRPCWire

extension CapturedCall {
    /// A GOAWAY frame: a side takes no more calls on the connection.
    ///
    /// Source: https://www.rfc-editor.org/rfc/rfc9113#section-6.8
    public struct GoAway: Hashable, Sendable {
        /// The words of gRPC servers for their reason, which tell of nobody.
        package static let grpcTexts: Set = ["graceful_stop", "max_age", "max_idle", "too_many_pings"]

        /// Bytes of ``text`` that are kept.
        static let textLimit = 1024

        /// Whether the client sent the frame, not the server.
        public let isByClient: Bool
        /// The reason that the frame gives.
        public let code: HTTP2ErrorCode
        /// Streams of the other side above this one were not processed; they may be repeated elsewhere.
        public let lastStream: UInt32
        /// The debug data of the frame, as text; servers of gRPC write a word such as `max_age` or `too_many_pings`.
        public package(set) var text: String

        /// - Returns: `nil` for a payload that is too short.
        init?(_ payload: Span<UInt8>, isByClient: Bool) {
            guard let stream = payload.uint32(at: 0), let code = payload.uint32(at: 4) else { return nil }
            self.isByClient = isByClient
            lastStream = stream & 0x7fff_ffff
            self.code = HTTP2ErrorCode(rawValue: code)
            text = payload.string(8..<min(payload.count, 8 + Self.textLimit))
        }
    }

    /// The server said that it has not processed this call.
    public var isRefused: Bool { goAway.map { !$0.isByClient && stream > $0.lastStream } ?? false }
}

extension CapturedCall.GoAway: CustomStringConvertible {
    /// `ENHANCE_YOUR_CALM (11) by the server: too_many_pings`
    public var description: String {
        "\(code) by the \(isByClient ? "client" : "server")" + (text.isEmpty ? "" : ": \(text)")
    }
}

extension CapturedCall.Reset: CustomStringConvertible {
    /// `CANCEL (8) by the client`
    public var description: String { "\(code) by the \(isByClient ? "client" : "server")" }
}
