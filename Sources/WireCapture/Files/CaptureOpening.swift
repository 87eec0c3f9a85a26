import ByteText
import GRPCWire

/// Finds the form of a file that arrives in pieces by its first bytes, and unpacks the file if it is compressed with gzip.
final class CaptureOpening {
    typealias Receiver = (CaptureForm, [UInt8]) throws(CaptureError) -> Void

    /// The most bytes that are needed to find the form.
    private static let length = 64

    /// The form of the file; `nil` while it is not known.
    private(set) var form: CaptureForm?
    /// The content that has come while the form is not known.
    private var content: [UInt8] = []
    private(set) var isPacked = false
    private var inflater: StreamInflater?
    /// Bytes of packed data so far.
    private var position = 0

    /// Takes the next bytes of the file, and hands out its content, from the beginning on as soon as the form is known.
    ///
    /// - Throws: ``CaptureError/Code/unknownFormat``, errors of the gzip data and of `body`.
    func append(_ chunk: [UInt8], _ body: Receiver) throws(CaptureError) {
        guard isPacked else { return try append(content: chunk, body) }
        defer { position += chunk.count }
        var problem: CaptureError?
        do throws(FramingError) {
            try inflater?.read(chunk.span) { piece in
                // Where the content is wrong, damage of the gzip data may be why, and is found behind it.
                guard problem == nil else { return true }
                do throws(CaptureError) { try append(content: piece, body) } catch { problem = error }
                return true
            }
        } catch {
            throw failure(error)
        }
        if let problem { throw problem }
    }

    private func append(content piece: [UInt8], _ body: Receiver) throws(CaptureError) {
        if let form { return try body(form, piece) }
        content += piece
        let start = content
        if start.starts(with: [0x1f, 0x8b]) {
            guard !isPacked else { throw unknownFormat }
            do throws(FramingError) {
                inflater = try StreamInflater(.gzip, inspecting: start.span)
            } catch {
                throw failure(error)
            }
            (isPacked, content) = (true, [])
            return try append(start, body)
        }
        form = CaptureForm(opening: start[...])
        if let form {
            content = []
            try body(form, start)
        } else if start.count >= Self.length {
            throw unknownFormat
        }
    }

    /// Says that the file has ended.
    ///
    /// - Throws: ``CaptureError/Code/unknownFormat``, or as ``finishUnpacking()``.
    func finish() throws(CaptureError) {
        if !content.isEmpty { throw unknownFormat }
        try finishUnpacking()
    }

    /// - Throws: ``CaptureError/Code/truncated`` where the gzip data ends early.
    func finishUnpacking() throws(CaptureError) {
        guard let isComplete = inflater?.isComplete, !isComplete else { return }
        throw CaptureError(.truncated, at: position, "the gzip data ends early; the contents up to there are shown")
    }

    private func failure(_ error: FramingError) -> CaptureError {
        CaptureError(.malformed, at: position + error.offset, "the gzip data is damaged: \(error.detail)")
    }

    /// The error of a file that begins like none that is read.
    var unknownFormat: CaptureError {
        let isText = content.allSatisfy { (0x09..<0x7F).contains($0) }
        let detail =
            CaptureForm.otherName(content[...]).map { "this file is \($0)" }
            ?? "this is neither a capture (pcap, pcapng), nor a HAR file, nor a flow file of mitmproxy, nor a gRPC binary log; "
            + CaptureForm.sessionRemedy
            + (isText ? "; a capture in text becomes a file with: wiredump convert --from FORM --to binary" : "")
        return CaptureError(.unknownFormat, at: 0, detail)
    }
}
