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
        self.init(name) {
            defer { rest = nil }
            return rest
        }
    }
}

/// A file whose form is known, and whose content is read in pieces.
final class OpenCaptureFile {
    let name: String
    private let read: () throws -> [UInt8]?
    private var gunzipper: Gunzipper?
    /// The content that was read to find the form.
    private var opening: [UInt8] = []
    /// `nil` for a file of another kind.
    private(set) var form: CaptureForm?
    private(set) var isCompressed = false
    private var isOver = false

    init(_ file: CaptureFile) throws {
        (name, read) = (file.name, file.read)
        while form == nil, let piece = try nextPiece() {
            opening += piece
            switch CaptureForm.verdict(opening[...], isAll: isOver) {
            case .undecided: continue
            case .form(let form): self.form = form
            case .gzip where !isCompressed:
                isCompressed = true
                let gunzipper = try Gunzipper()
                self.gunzipper = gunzipper
                let start = opening
                opening = []
                try gunzipper.append(start) { opening += $0 }
                if case .form(let form) = CaptureForm.verdict(opening[...], isAll: false) { self.form = form }
            case .gzip, .unknown: return
            }
        }
        if form == nil, case .form(let form) = CaptureForm.verdict(opening[...], isAll: true) { self.form = form }
    }

    /// The next bytes of the content, unpacked; `nil` at its end.
    func next() throws -> [UInt8]? {
        guard opening.isEmpty else {
            defer { opening = [] }
            return opening
        }
        return try nextPiece()
    }

    private func nextPiece() throws -> [UInt8]? {
        while !isOver {
            guard let piece = try read() else {
                isOver = true
                try gunzipper?.finish()
                return nil
            }
            guard let gunzipper else { return piece }
            var content: [UInt8] = []
            try gunzipper.append(piece) { content += $0 }
            if !content.isEmpty { return content }
        }
        return nil
    }
}
