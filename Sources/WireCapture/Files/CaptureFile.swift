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
    /// What was read and not unpacked yet.
    private var packed: ArraySlice<UInt8> = []
    /// Bytes that are unpacked at a time: they become a thousand times as many at most.
    private static let packedSize = 4096
    /// The content that was read to find the form.
    private(set) var opening: [UInt8] = []
    /// `nil` for a file of another kind.
    private(set) var form: CaptureForm?
    private var isOver = false

    init(_ file: CaptureFile) throws {
        (name, read) = (file.name, file.read)
        while form == nil, let piece = try nextPiece() {
            opening += piece
            switch CaptureForm.verdict(opening[...], isAll: false) {
            case .undecided: continue
            case .form(let form): self.form = form
            case .gzip where gunzipper == nil: (gunzipper, packed, opening) = (try Gunzipper(), opening[...], [])
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
            if packed.isEmpty {
                guard let piece = try read() else {
                    isOver = true
                    try gunzipper?.finish()
                    return nil
                }
                guard gunzipper != nil else { return piece }
                packed = piece[...]
            }
            var content: [UInt8] = []
            try gunzipper?.append(Array(packed.prefix(Self.packedSize))) { content += $0 }
            packed = packed.dropFirst(Self.packedSize)
            if !content.isEmpty { return content }
        }
        return nil
    }
}
