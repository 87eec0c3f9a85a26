import SystemPackage

/// A file by its path, or standard input.
final class InputFile {
    let name: String
    private let descriptor: FileDescriptor

    /// A piece that is read at once.
    static let pieceSize = 1 << 17

    /// - Parameter path: `-` for standard input.
    /// - Throws: ``Fault`` when there is no such file, or it is not to be read.
    init(_ path: String) throws(Fault) {
        if path == "-" {
            name = "standard input"
            descriptor = .standardInput
        } else {
            name = path
            descriptor = try Self.naming(path) { try .open(FilePath(argument: path), .readOnly, options: .closeOnExec) }
        }
    }

    deinit {
        if descriptor != .standardInput { try? descriptor.close() }
    }

    /// The bytes of a file that an argument names.
    static func contents(_ path: String) throws(Fault) -> [UInt8] { try InputFile(path).readAll() }

    /// The size of a regular file in bytes; `nil` for pipes and devices, whose end is not known.
    var size: Int? {
        guard let status = try? descriptor.stat(), status.type == .regular else { return nil }
        return Int(status.size)
    }

    /// All bytes. Those of a file are read into an array of just its size, so that nothing is copied.
    ///
    /// - Parameter start: Those that were read already.
    /// - Throws: ``Fault``
    func readAll(behind start: [UInt8] = []) throws(Fault) -> [UInt8] {
        var bytes = start
        if let size, size > start.count {
            bytes = try read(atMost: size, behind: start)
            // Files like those of /proc have another size than they say.
            if bytes.count < size { return bytes }
        }
        while true {
            let piece = try read(atMost: max(64 << 10, min(bytes.count, 16 << 20)))
            if piece.isEmpty { return bytes }
            bytes += piece
        }
    }

    /// Reads on: of a file ``pieceSize`` bytes, of a pipe those that are there.
    ///
    /// - Parameter piece: Gets them in place of what it holds. Its memory is used again, which is quicker than new one.
    /// - Returns: Whether there were any, or the file has ended.
    /// - Throws: ``Fault``
    func readSome(into piece: inout [UInt8]) throws(Fault) -> Bool {
        piece.removeAll(keepingCapacity: true)
        try Self.naming(name) {
            try piece.append(addingCapacity: Self.pieceSize) { output in
                // As many bytes as `read` reports are filled by it.
                try unsafe output.withUnsafeMutableBufferPointer { buffer, count in
                    count = try unsafe descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
                }
            }
        }
        return !piece.isEmpty
    }

    /// Reads until so many bytes are there, or no more come.
    ///
    /// - Parameter start: The first of them.
    func read(atMost limit: Int, behind start: [UInt8] = []) throws(Fault) -> [UInt8] {
        try Self.naming(name) {
            try unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
                let bytes = UnsafeMutableRawBufferPointer(buffer)
                unsafe Platform.askForLargePages(bytes)
                // There is room for them, as `limit` counts them too.
                count = unsafe buffer.initialize(fromContentsOf: start)
                while count < limit {
                    // The bytes behind the first `count` are the buffer's own.
                    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[count...])
                    let length = try unsafe descriptor.read(into: rest)
                    if length == 0 { return }
                    count += length
                }
            }
        }
    }

    private static func naming<T>(_ name: String, _ work: () throws -> T) throws(Fault) -> T {
        do {
            return try work()
        } catch {
            throw Fault("\(name): \(error)", ExitStatus.noInput)
        }
    }
}
