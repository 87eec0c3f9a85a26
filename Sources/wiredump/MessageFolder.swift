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
    init(_ path: String, replaces: Bool) throws(Fault) {
        self.path = path
        self.replaces = replaces
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw Fault.output(path, InputFile.reason(error))
        }
        index = FileSink(try Self.create("\(path)/index.jsonl", replaces: replaces))
    }

    func write(_ file: MessageExport.File) throws(Fault) {
        let path = "\(path)/\(file.name)"
        let handle = try Self.create(path, replaces: replaces)
        do {
            try handle.write(contentsOf: Data(file.bytes))
            try handle.close()
        } catch {
            throw Fault.output(path, InputFile.reason(error))
        }
        index.write(file.entry)
        index.write("\n")
    }

    func close() { index.close() }

    /// Makes a new file. One that is there is never written to: it is removed, or it is in the way. So a link cannot
    /// lead out of the folder.
    private static func create(_ path: String, replaces: Bool) throws(Fault) -> FileHandle {
        // The name is a C string for the time of the call.
        if replaces { _ = unsafe unlink(path) }
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            if errno == EEXIST { throw Fault.output(path, "is there already; --force replaces it") }
            // The text belongs to the system and is copied at once.
            throw Fault.output(path, unsafe String(cString: strerror(errno)))
        }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
}
