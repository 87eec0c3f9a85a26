import ByteText
import HTTPWire
import PacketWire

/// Finds out by the first bytes of a connection whether it speaks HTTP/1.1 or HTTP/2, or is encrypted.
struct ProtocolDetector {
    /// Pieces that may wait for a decision.
    private static let pieceLimit = 64

    /// The pieces that have arrived, in order.
    private(set) var pieces: [(side: Int, piece: StreamPiece)] = []
    private var starts: [[UInt8]] = [[], []]
    /// The bytes to come of the header that a side has begun with; `nil` for a side that has sent none.
    private var proxyHeader: [Int?] = [nil, nil]

    enum Decision { case http1, http2, tls }

    /// The connection may be encrypted; `false` for bytes that were decrypted.
    private let mayBeTLS: Bool

    init(mayBeTLS: Bool = true) { self.mayBeTLS = mayBeTLS }

    /// Takes a piece, and returns the decision once there is one.
    ///
    /// - Parameter client: The side of the client, if that is known and in the capture. Its first bytes are waited for, unless
    ///   they are missing: a server of HTTP/2 speaks first, also to a client that begins with TLS.
    mutating func add(_ piece: StreamPiece, from side: Int, client: Int?) -> Decision? {
        guard let piece = withoutProxyHeader(piece, from: side) else { return nil }
        pieces.append((side, piece))
        if case .bytes(let bytes, _) = piece {
            starts[side] += bytes.prefix(HTTP1Head.longestStart - starts[side].count)
        }
        if mayBeTLS {
            let records = starts.filter { !$0.isEmpty }.map { TLSRecordHeader.isBeginning($0.span) }
            if records.contains(true) { return .tls }
            if records.contains(nil), pieces.count < Self.pieceLimit { return nil }
        }
        if let client, pieces.count < Self.pieceLimit, !pieces.contains(where: { $0.side == client }) { return nil }
        let verdicts = starts.filter { !$0.isEmpty }.map { HTTP1Head.isBeginning($0.span) }
        if verdicts.contains(true) { return .http1 }
        return verdicts.contains(false) || pieces.count >= Self.pieceLimit ? .http2 : nil
    }

    /// Takes off the header of the PROXY protocol, by which a proxy names the client; `nil` where nothing is left.
    private mutating func withoutProxyHeader(_ piece: StreamPiece, from side: Int) -> StreamPiece? {
        guard case .bytes(let bytes, let arrival) = piece, !bytes.isEmpty else { return piece }
        let length = proxyHeader[side] ?? Self.proxyHeaderLength(bytes)
        let count = min(length, bytes.count)
        proxyHeader[side] = length - count
        guard count > 0 else { return piece }
        return count < bytes.count ? .bytes(Array(bytes[count...]), arrival) : nil
    }

    /// The length of the PROXY header at the beginning of a connection; 0 where there is none. Proxies send it at once.
    ///
    /// Source: https://www.haproxy.org/download/1.8/doc/proxy-protocol.txt (sections 2.1 and 2.2)
    private static func proxyHeaderLength(_ bytes: [UInt8]) -> Int {
        if bytes.starts(with: "PROXY ".utf8) {
            return bytes.prefix(107).firstIndex(of: "\r\n".utf8).map { $0 + 2 } ?? 0
        }
        guard bytes.starts(with: "\r\n\r\n\0\r\nQUIT\n".utf8), let length = bytes.span.uint16(at: 14) else { return 0 }
        return 16 + Int(length)
    }

    var footprint: Int { pieces.reduce(0) { $0 + $1.piece.footprint } }
}
