import CallViews
import ConsoleText
import SystemPackage
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
            try FilePath(path).createFolder()
        } catch {
            throw Fault.output(path, "\(error)")
        }
        index = FileSink(try Self.create("\(path)/index.jsonl", replaces: replaces))
    }

    func write(_ file: MessageExport.File) throws(Fault) {
        let path = "\(path)/\(file.name)"
        let descriptor = try Self.create(path, replaces: replaces)
        do {
            try descriptor.closeAfter { _ = try descriptor.writeAll(file.bytes) }
        } catch {
            throw Fault.output(path, "\(error)")
        }
        index.write(file.entry)
        index.write("\n")
    }

    func close() { index.finish() }

    /// Makes a new file. One that is there is never written to: it is removed, or it is in the way. So a link cannot
    /// lead out of the folder.
    private static func create(_ path: String, replaces: Bool) throws(Fault) -> FileDescriptor {
        let place = FilePath(path)
        if replaces { place.removeFile() }
        do {
            return try .open(
                place, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
                permissions: [.ownerReadWrite, .groupRead, .otherRead])
        } catch Errno.fileExists {
            throw Fault.output(path, "is there already; --force replaces it")
        } catch {
            throw Fault.output(path, "\(error)")
        }
    }
}
