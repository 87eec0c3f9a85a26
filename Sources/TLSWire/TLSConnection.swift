internal import WireCapture

/// A TLS connection as an object. It hands application data out after it has changed its state, so that the receiver may ask
/// for the client and the protocol meanwhile.
final class TLSConnection: ConnectionDecryption {
    private var session: TLSSession
    private let workspace: RecordWorkspace

    init(_ capture: TLSDecryption) { (session, workspace) = (TLSSession(capture), capture.workspace) }

    var client: Int? { session.client }
    var applicationProtocol: String? { session.applicationProtocol }
    var footprint: Int { session.footprint }

    func take(_ bytes: Span<UInt8>, from side: Int, _ body: (DecryptedPiece) -> Void) {
        var pieces: [DecryptedPiece] = []
        swap(&pieces, &workspace.pieces)
        session.take(bytes, from: side, into: &pieces)
        for piece in pieces { body(piece) }
        pieces.removeAll(keepingCapacity: true)
        swap(&pieces, &workspace.pieces)
    }

    func lose(_ count: Int, from side: Int) { session.lose(count, from: side) }

    func finish(_ body: (DecryptedPiece) -> Void) {
        var pieces: [DecryptedPiece] = []
        session.finish(into: &pieces)
        for piece in pieces { body(piece) }
    }
}
