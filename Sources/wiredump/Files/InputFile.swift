import ConsoleText
import SystemPackage

/// An input: a file, or standard input.
final class InputFile {
    let name: String
    private let descriptor: FileDescriptor

    /// Bytes per read.
    static let pieceSize = 1 << 17

    /// - Parameter path: `-` for standard input.
    /// - Throws: ``CommandError`` when the file cannot be opened.
    init(_ path: String) throws(CommandError) {
        if path == "-" {
            name = "standard input"
            descriptor = .standardInput
        } else {
            name = path
            descriptor = try Self.naming(path) { try .open(FilePath(path), .readOnly, options: .closeOnExec) }
        }
    }

    deinit {
        if descriptor != .standardInput { try? descriptor.close() }
    }

    /// The bytes of a file that an argument names.
    static func contents(_ path: String) throws(CommandError) -> [UInt8] { try InputFile(path).readAll() }

    /// The size of a regular file in bytes; `nil` for pipes and devices.
    var size: Int? {
        guard let status = try? descriptor.stat(), status.type == .regular else { return nil }
        return Int(status.size)
    }

    /// Reads to the end. A regular file is read into an array of just its size, so that nothing is copied.
    ///
    /// - Parameter start: The bytes that were read before; the result begins with them.
    /// - Throws: ``CommandError``
    func readAll(behind start: [UInt8] = []) throws(CommandError) -> [UInt8] {
        var bytes = start
        if let size, size > start.count {
            bytes = try read(atMost: size, behind: start)
            // Files in /proc are larger than their size says.
            if bytes.count < size { return bytes }
        }
        while true {
            let piece = try read(atMost: max(64 << 10, min(bytes.count, 16 << 20)))
            if piece.isEmpty { return bytes }
            bytes += piece
        }
    }

    /// Reads the next bytes: from a file ``pieceSize`` bytes, from a pipe as many as have arrived.
    ///
    /// - Parameter piece: Is replaced by the bytes. Its memory is reused, which is faster than allocating.
    /// - Returns: False at the end of the file.
    /// - Throws: ``CommandError``
    func readSome(into piece: inout [UInt8]) throws(CommandError) -> Bool {
        piece.removeAll(keepingCapacity: true)
        try Self.naming(name) {
            try piece.append(addingCapacity: Self.pieceSize) { output in
                // `read` initializes as many bytes as it reports.
                try unsafe output.withUnsafeMutableBufferPointer { buffer, count in
                    count = try unsafe descriptor.read(into: UnsafeMutableRawBufferPointer(buffer))
                }
            }
        }
        return !piece.isEmpty
    }

    /// Reads until the result has `limit` bytes, or to the end of the file.
    ///
    /// - Parameter start: The bytes that were read before; the result begins with them.
    func read(atMost limit: Int, behind start: [UInt8] = []) throws(CommandError) -> [UInt8] {
        try Self.naming(name) {
            try unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
                let bytes = UnsafeMutableRawBufferPointer(buffer)
                unsafe Platform.askForLargePages(bytes)
                // `limit` counts these bytes too, so that they fit.
                count = unsafe buffer.initialize(fromContentsOf: start)
                while count < limit {
                    // The bytes after the first `count` belong to the buffer.
                    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[count...])
                    let length = try unsafe descriptor.read(into: rest)
                    if length == 0 { return }
                    count += length
                }
            }
        }
    }

    private static func naming<T>(_ name: String, _ work: () throws -> T) throws(CommandError) -> T {
        do {
            return try work()
        } catch {
            throw CommandError("\(name): \(error)", ExitStatus.noInput)
        }
    }
}
