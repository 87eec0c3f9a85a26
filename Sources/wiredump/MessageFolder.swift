import ArgumentParser
import Foundation
import WireCapture

/// A folder of messages, a file each, and `index.jsonl`, which says where they are from.
final class MessageFolder {
    let path: String
    private let replaces: Bool
    private let index: FileSink

    /// Creates the folder unless it is there, and the index.
    ///
    /// - Parameter replaces: Files that are there may be replaced.
    init(_ path: String, replaces: Bool) throws(OutputFileError) {
        self.path = path
        self.replaces = replaces
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw OutputFileError(path: path, reason: InputFile.reason(error))
        }
        index = FileSink(try Self.create("\(path)/index.jsonl", replaces: replaces))
    }

    func write(_ file: MessageExport.File) throws(OutputFileError) {
        let path = "\(path)/\(file.name)"
        let handle = try Self.create(path, replaces: replaces)
        do {
            try handle.write(contentsOf: Data(file.bytes))
            try handle.close()
        } catch {
            throw OutputFileError(path: path, reason: InputFile.reason(error))
        }
        index.write(file.entry)
        index.write("\n")
    }

    func close() { index.close() }

    /// Makes a new file. One that is there is never written to: it is removed, or it is in the way. So a link cannot
    /// lead out of the folder.
    private static func create(_ path: String, replaces: Bool) throws(OutputFileError) -> FileHandle {
        // The name is a C string for the time of the call.
        if replaces { _ = unsafe unlink(path) }
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            if errno == EEXIST { throw OutputFileError(path: path, reason: "is there already; --force replaces it") }
            // The text belongs to the system and is copied at once.
            throw OutputFileError(path: path, reason: unsafe String(cString: strerror(errno)))
        }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
}

/// A file that cannot be made or written.
struct OutputFileError: Error, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String { "\(path): \(reason)" }

    /// Source: sysexits(3)
    var status: ExitCode { ExitCode(EX_CANTCREAT) }
}
