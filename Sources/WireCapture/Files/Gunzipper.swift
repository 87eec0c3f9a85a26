import GRPCWire

/// Unpacks a gzip-compressed file that arrives in pieces, in pieces.
final class Gunzipper {
    /// Bytes that are handed out at a time, so that memory does not depend on how well the file is compressed.
    private static let pieceLength = 256 << 10

    private var reader: StreamInflater
    private var position = 0

    init() throws(CaptureError) {
        do throws(FramingError) { reader = try StreamInflater(.gzip) } catch { throw Self.failure(error, at: 0) }
    }

    /// Hands out what the next bytes of the file contain.
    func append(_ chunk: [UInt8], _ body: ([UInt8]) -> Void) throws(CaptureError) {
        let input = chunk[...]
        var used = 0
        var piece: [UInt8] = []
        defer { position += chunk.count }
        do throws(FramingError) {
            repeat {
                piece.removeAll(keepingCapacity: true)
                try reader.read(input.span, from: &used, room: Self.pieceLength, to: &piece)
                body(piece)
            } while piece.count == Self.pieceLength
        } catch {
            // What stands before the damage is as good as any.
            body(piece)
            throw Self.failure(error, at: position)
        }
    }

    func finish() throws(CaptureError) {
        guard !reader.isComplete else { return }
        throw CaptureError(
            code: .truncated, offset: position, detail: "the gzip data ends early; what it holds up to there is shown")
    }

    /// The first bytes of what `chunk`, the beginning of a gzip file, contains.
    static func opening(of chunk: [UInt8]) -> [UInt8] {
        var opening: [UInt8] = []
        try? Gunzipper().append(chunk) { opening += $0.prefix(1024 - opening.count) }
        return opening
    }

    private static func failure(_ error: FramingError, at position: Int) -> CaptureError {
        CaptureError(
            code: .malformed, offset: position + error.offset, detail: "the gzip data is damaged: \(error.detail)")
    }
}
