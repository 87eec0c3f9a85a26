import CallViews
import ConsoleText
import SystemPackage
import WireCapture

/// A folder with one file for each message, and `index.jsonl`, which names the call of each file.
final class MessageFolder {
    let path: String
    private let replaces: Bool
    private let index: FileSink

    /// Creates the folder unless it exists, and the index.
    ///
    /// - Parameter replaces: Whether existing files are replaced.
    init(_ path: String, replaces: Bool) throws(CommandError) {
        self.path = path
        self.replaces = replaces
        do {
            try FilePath(path).createFolder()
        } catch {
            throw CommandError.output(path, "\(error)")
        }
        index = FileSink(try Self.create("\(path)/index.jsonl", replaces: replaces))
    }

    func write(_ file: MessageExport.File) throws(CommandError) {
        let path = "\(path)/\(file.name)"
        let descriptor = try Self.create(path, replaces: replaces)
        do {
            try descriptor.closeAfter { _ = try descriptor.writeAll(file.bytes) }
        } catch {
            throw CommandError.output(path, "\(error)")
        }
        index.write(file.entry)
        index.write("\n")
    }

    func close() { index.finish() }

    /// Creates a new file. An existing file is deleted or reported, never opened, so that a link cannot lead out of the folder.
    private static func create(_ path: String, replaces: Bool) throws(CommandError) -> FileDescriptor {
        let place = FilePath(path)
        if replaces { place.removeFile() }
        do {
            return try .open(
                place, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
                permissions: [.ownerReadWrite, .groupRead, .otherRead])
        } catch Errno.fileExists {
            throw CommandError.output(path, "is there already; --force replaces it")
        } catch {
            throw CommandError.output(path, "\(error)")
        }
    }
}
