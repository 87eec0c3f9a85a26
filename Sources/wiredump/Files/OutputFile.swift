import SystemPackage

/// A file that appears under its name when it is complete, and not at all otherwise.
///
/// The bytes go to a temporary file in the same folder, which then takes the place of the file. Only its owner may read it:
/// what was captured is confidential. Pipes and devices are written to directly.
final class OutputFile {
    private let path: String
    private let place: FilePath
    /// `nil` for pipes and devices, and when the file is complete.
    private var temporary: FilePath?
    private let descriptor: FileDescriptor

    /// - Parameters:
    ///   - isForced: An existing file is replaced, if it is such a file.
    ///   - kind: What the file is, for the error: "a page of wiredump report".
    ///   - input: The file that is read, which is never replaced; `nil` if the command reads none.
    ///   - isOfKind: Whether a file that begins with these bytes, 4 KiB at most, is such a file.
    /// - Throws: ``CommandError`` when there is a file that must not be replaced, or the folder takes no files.
    init(
        _ path: String, isForced: Bool, kind: String, input: InputFile? = nil, isOfKind: ([UInt8]) -> Bool
    ) throws(CommandError) {
        self.path = path
        var target = FilePath(path)
        var options: FileDescriptor.OpenOptions = .closeOnExec
        if let status = try? target.stat(), status.type != .regular {
            guard status.type != .directory else { throw .output(path, "is a folder") }
            place = target
        } else {
            // A link leads to the file that is replaced.
            place = target.resolved
            if let status = try? place.stat() {
                if let input, FileIdentity(status) == input.identity {
                    throw .output(path, "is the input; choose another name for the output")
                }
                guard isForced else { throw .output(path, "is there already; --force replaces it") }
                let head = try InputFile(path).read(atMost: 4096)
                // Nothing is lost with an empty file.
                guard head.isEmpty || isOfKind(head) else {
                    throw .output(path, "is not \(kind), and nothing else is replaced; choose another name")
                }
            }
            Interruption.catchSignals()
            target = place.removingLastComponent()
                .appending(".wiredump-\(String(UInt64.random(in: 0...UInt64.max), radix: 16))")
            temporary = target
            options.formUnion([.create, .exclusiveCreate])
        }
        descriptor = try CommandError.naming(path, status: ExitStatus.noOutput) {
            try .open(target, .writeOnly, options: options, permissions: .ownerReadWrite)
        }
    }

    deinit {
        guard let temporary else { return }
        try? descriptor.close()
        temporary.removeFile()
    }

    /// - Throws: ``CommandError`` when the bytes cannot be written, and when the command was interrupted.
    func write(_ bytes: [UInt8]) throws(CommandError) {
        if temporary != nil { try Interruption.check() }
        _ = try CommandError.naming(path, status: ExitStatus.noWriting) { try descriptor.writeAll(bytes) }
    }

    /// Puts the file into its place.
    func complete() throws(CommandError) {
        try CommandError.naming(path, status: ExitStatus.noWriting) {
            try descriptor.close()
            try temporary?.move(to: place)
        }
        temporary = nil
    }
}
