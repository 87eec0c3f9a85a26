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

    enum Decision { case http1, http2, tls }

    /// The connection may be encrypted; `false` for bytes that were decrypted.
    private let mayBeTLS: Bool

    init(mayBeTLS: Bool = true) { self.mayBeTLS = mayBeTLS }

    /// Takes a piece, and returns the decision once there is one.
    mutating func add(_ piece: StreamPiece, from side: Int) -> Decision? {
        pieces.append((side, piece))
        if case .bytes(let bytes, _) = piece {
            starts[side] += bytes.prefix(HTTP1Head.longestStart - starts[side].count)
        }
        if mayBeTLS {
            let records = starts.filter { !$0.isEmpty }.map { TLSRecordHeader.isBeginning($0.span) }
            if records.contains(true) { return .tls }
            if records.contains(nil), pieces.count < Self.pieceLimit { return nil }
        }
        let verdicts = starts.filter { !$0.isEmpty }.map { HTTP1Head.isBeginning($0.span) }
        if verdicts.contains(true) { return .http1 }
        return verdicts.contains(false) || pieces.count >= Self.pieceLimit ? .http2 : nil
    }

    var footprint: Int {
        pieces.reduce(0) { sum, entry in
            guard case .bytes(let bytes, _) = entry.piece else { return sum }
            return sum + bytes.count + 256
        }
    }
}
