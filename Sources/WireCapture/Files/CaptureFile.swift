/// A file of a capture that consists of several: see ``CallExtractor/extract(from:while:_:)``.
public struct CaptureFile {
    /// The name that calls have: see ``CapturedCall/file``.
    let name: String
    let read: () throws -> [UInt8]?

    /// A file with a name.
    ///
    /// - Parameter read: Returns the next bytes of the file; `nil` at its end.
    public init(_ name: String, read: @escaping () throws -> [UInt8]?) { (self.name, self.read) = (name, read) }

    /// A file that is in memory.
    public init(_ name: String, content: [UInt8]) {
        var rest: [UInt8]? = content
        self.init(name) { rest.take() }
    }
}

/// A file whose form is known, and whose content is read in pieces.
final class OpenCaptureFile {
    /// Bytes that are unpacked at a time: they become a thousand times as many at most.
    private static let packedSize = 4096

    let name: String
    private let read: () throws -> [UInt8]?
    private let opening = CaptureOpening()
    /// The bytes of the file that are to come next.
    private var rest: ArraySlice<UInt8> = []
    /// The content that was read to find the form.
    private var start: [UInt8]?
    /// What is wrong behind the content that was handed out.
    private var problem: CaptureError?

    /// - Throws: ``CaptureError``, for a file of another kind as well; any error of the file's `read`.
    init(_ file: CaptureFile) throws {
        (name, read) = (file.name, file.read)
        start = try nextPiece()
        if start == nil { throw opening.unknownFormat }
    }

    var form: CaptureForm? { opening.form }

    /// The next bytes of the content, unpacked; `nil` at its end.
    func next() throws -> [UInt8]? { try start.take() ?? nextPiece() }

    private func nextPiece() throws -> [UInt8]? {
        var content: [UInt8] = []
        while content.isEmpty {
            if let problem { throw problem }
            if rest.isEmpty {
                guard let piece = try read() else {
                    try opening.finishUnpacking()
                    return nil
                }
                rest = piece[...]
            }
            // As long as the form is not known, the file may turn out to be packed.
            let isPlain = opening.form != nil && !opening.isPacked
            let part = isPlain ? rest : rest.prefix(Self.packedSize)
            rest = rest[part.endIndex...]
            do throws(CaptureError) {
                try opening.append(Array(part)) { content = content.isEmpty ? $1 : content + $1 }
            } catch {
                problem = error
            }
        }
        return content
    }
}
