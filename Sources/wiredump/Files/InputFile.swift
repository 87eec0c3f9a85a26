import ByteText
import SystemPackage

/// An input: a file, or standard input.
final class InputFile {
    /// The name of the input in what is printed.
    let name: String
    /// Whether its own name is not printed, nor names that stand in it.
    let hidesNames: Bool
    private let descriptor: FileDescriptor

    /// Bytes per read.
    static let pieceSize = 1 << 17

    /// - Parameters:
    ///   - path: `-` for standard input.
    ///   - name: The name in what is printed; `nil` for the path.
    /// - Throws: ``CommandError`` when the file cannot be opened, or is the file that the command writes to: reading what was
    ///   just written would never end.
    init(_ path: String, shownAs name: String? = nil) throws(CommandError) {
        hidesNames = name != nil
        if path == "-" {
            self.name = "standard input"
            descriptor = .standardInput
        } else {
            self.name = name ?? path
            descriptor = try CommandError.naming(name ?? path, status: ExitStatus.noInput) {
                try .open(FilePath(path), .readOnly, options: .closeOnExec)
            }
        }
        if let identity, identity == FileDescriptor.standardOutput.regularStatus.map(FileIdentity.init) {
            throw .output(self.name, "is both the input and standard output")
        }
    }

    /// An input that is open, such as the end of a pipe; it is closed with this value.
    init(_ descriptor: FileDescriptor, shownAs name: String) {
        (self.name, self.descriptor, hidesNames) = (name, descriptor, false)
    }

    deinit {
        if descriptor != .standardInput { try? descriptor.close() }
    }

    /// The input as a word for a shell: `-` for standard input, `FILE` where its name is not shown or has to be quoted.
    var argument: String {
        if descriptor == .standardInput { return "-" }
        let isWord = name.utf8.allSatisfy { $0.isLetterOrDigit || "/._-+,:@%".utf8.contains($0) }
        return isWord && !name.hasPrefix("-") ? name : "FILE"
    }

    /// The size of a regular file in bytes; `nil` for pipes and devices.
    var size: Int? { descriptor.regularStatus.map { Int($0.size) } }

    /// Tells a regular file from others; `nil` for pipes and devices.
    var identity: FileIdentity? { descriptor.regularStatus.map(FileIdentity.init) }

    /// Reads to the end, of a regular file as many bytes as it has now: into an array of just its size, so that nothing is
    /// copied.
    ///
    /// - Parameter start: The bytes that were read before; the result begins with them.
    /// - Throws: ``CommandError``, also when there are more bytes than the limit.
    func readAll(behind start: [UInt8] = [], within limit: ReadingLimit = .input) throws(CommandError) -> [UInt8] {
        var bytes = start
        if let size, size > start.count {
            try limit.check(size, of: name)
            return try read(atMost: size, behind: start)
        }
        while try append(to: &bytes) {
            try limit.check(bytes.count, of: name)
            // Memory that is not used costs less than moving all bytes several times.
            if bytes.count > limit.bytes >> 3 { bytes.reserveCapacity(limit.bytes + Self.pieceSize) }
        }
        return bytes
    }

    /// Reads the next bytes: from a file ``pieceSize`` bytes, from a pipe as many as have arrived.
    ///
    /// - Parameter piece: Is replaced by the bytes. Its memory is reused, which is faster than allocating.
    /// - Returns: False at the end of the file.
    func readSome(into piece: inout [UInt8]) throws(CommandError) -> Bool {
        piece.removeAll(keepingCapacity: true)
        return try append(to: &piece)
    }

    /// Appends the next bytes; false at the end of the file.
    private func append(to bytes: inout [UInt8]) throws(CommandError) -> Bool {
        let before = bytes.count
        try CommandError.naming(name, status: ExitStatus.noInput) {
            try bytes.append(addingCapacity: Self.pieceSize) { output in
                // `read` initializes as many bytes as it reports.
                try unsafe output.withUnsafeMutableBufferPointer { buffer, count in
                    count = try unsafe read(into: UnsafeMutableRawBufferPointer(buffer))
                }
            }
        }
        return bytes.count > before
    }

    /// Reads until the result has `limit` bytes, or to the end of the file.
    ///
    /// - Parameter start: The bytes that were read before; the result begins with them.
    func read(atMost limit: Int, behind start: [UInt8] = []) throws(CommandError) -> [UInt8] {
        try CommandError.naming(name, status: ExitStatus.noInput) {
            try unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
                let bytes = UnsafeMutableRawBufferPointer(buffer)
                unsafe Platform.askForLargePages(bytes)
                // `limit` counts these bytes too, so that they fit.
                count = unsafe buffer.initialize(fromContentsOf: start)
                while count < limit {
                    // The bytes after the first `count` belong to the buffer.
                    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[count...])
                    let length = try unsafe read(into: rest)
                    if length == 0 { return }
                    count += length
                }
            }
        }
    }

    /// Reads some bytes, unless the command was interrupted.
    private func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            try Interruption.check()
            do {
                return try unsafe descriptor.read(into: buffer, retryOnInterrupt: false)
            } catch Errno.interrupted {}
        }
    }
}
