import GRPCWire

/// Unpacks a gzip-compressed file that arrives in pieces.
final class Gunzipper {
    /// Bytes of the contents that are handed out at a time.
    private static let pieceLength = 256 << 10

    private var inflater: StreamInflater
    private var position = 0

    init() throws(CaptureError) {
        do throws(FramingError) { inflater = try StreamInflater(.gzip) } catch { throw Self.failure(error, at: 0) }
    }

    /// Hands out the contents of the next bytes of the file.
    func append(_ chunk: [UInt8], _ body: ([UInt8]) -> Void) throws(CaptureError) {
        defer { position += chunk.count }
        do throws(FramingError) {
            try inflater.read(chunk.span, pieceLength: Self.pieceLength) {
                body($0)
                return true
            }
        } catch {
            throw Self.failure(error, at: position)
        }
    }

    func finish() throws(CaptureError) {
        guard !inflater.isComplete else { return }
        throw CaptureError(
            code: .truncated, offset: position, detail: "the gzip data ends early; the contents up to there are shown")
    }

    /// The first bytes of the contents of `chunk`, the beginning of a gzip file.
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
