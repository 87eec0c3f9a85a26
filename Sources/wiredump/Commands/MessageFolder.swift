import CallViews
import ConsoleText
import SystemPackage

/// A folder with one file for each message, and `index.jsonl`, which names the call of each file.
///
/// A file is named in the index as soon as it is complete, so that the index of an extraction that was interrupted is right.
/// Only the owner may read the files: what was captured is confidential.
final class MessageFolder {
    let path: String
    /// Files in the folder that are not of this extraction, nor of the one that it replaces.
    private(set) var others: Set<String>
    private let options: Options
    private let index: FileDescriptor
    private static let indexName = "index.jsonl"

    struct Options {
        /// Whether the files of an earlier extraction are removed, and others of the same names replaced.
        let replaces: Bool
        /// Whether messages are redacted, so that none of an earlier extraction may stay beside them.
        let isRedacted: Bool
        /// The files that are read, which are never removed.
        let inputs: [FileIdentity]
    }

    /// Creates the folder unless it exists, and the index.
    init(_ path: String, _ options: Options) throws(CommandError) {
        (self.path, self.options) = (path, options)
        let folder = FilePath(path)
        try CommandError.naming(path, status: ExitStatus.noOutput) { try folder.createFolder() }
        let old = options.replaces ? try Self.extractedFiles(in: path) : []
        others = Set(folder.items.filter { $0 != Self.indexName && !$0.hasPrefix(".") }).subtracting(old)
        if options.isRedacted, let stray = others.filter(MessageExport.isFileName).min() {
            throw CommandError.output(
                "\(path)/\(stray)",
                options.replaces
                    ? "may be a message that is not redacted: no index names it; remove it, or choose another folder"
                    : "is there already; --force removes the files of an earlier extraction")
        }
        Interruption.catchSignals()
        for name in old { try Self.remove("\(path)/\(name)", options) }
        index = try Self.create("\(path)/\(Self.indexName)", options)
    }

    deinit { try? index.close() }

    /// The files in a folder that its index names.
    ///
    /// - Throws: ``CommandError`` when the folder has another file in place of the index.
    private static func extractedFiles(in path: String) throws(CommandError) -> Set<String> {
        let index = "\(path)/\(indexName)"
        guard (try? FilePath(index).stat(followTargetSymlink: false))?.type == .regular else { return [] }
        var names: Set<String> = []
        for line in try InputFile(index).readAll().split(separator: UInt8(ascii: "\n")) {
            guard let name = MessageExport.fileName(inEntry: line) else {
                throw CommandError.output(index, "is not the index of an extraction; choose another folder")
            }
            names.insert(name)
        }
        return names
    }

    func write(_ file: MessageExport.File) throws(CommandError) {
        try Interruption.check()
        let path = "\(path)/\(file.name)"
        let descriptor = try Self.create(path, options)
        others.remove(file.name)
        do {
            try descriptor.closeAfter { _ = try descriptor.writeAll(file.bytes) }
        } catch {
            FilePath(path).removeFile()
            throw CommandError("\(path): \(error)", ExitStatus.noWriting)
        }
        _ = try CommandError.naming("\(self.path)/\(Self.indexName)", status: ExitStatus.noWriting) {
            try index.writeAll(file.entry + [UInt8(ascii: "\n")])
        }
    }

    /// Creates a new file. An existing file is deleted or reported, never opened, so that a link cannot lead out of the folder.
    private static func create(_ path: String, _ options: Options) throws(CommandError) -> FileDescriptor {
        if options.replaces { try remove(path, options) }
        do {
            return try .open(
                FilePath(path), .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
                permissions: .ownerReadWrite)
        } catch Errno.fileExists {
            throw CommandError.output(path, "is there already; --force replaces it")
        } catch {
            throw CommandError.output(path, "\(error)")
        }
    }

    private static func remove(_ path: String, _ options: Options) throws(CommandError) {
        let place = FilePath(path)
        if let status = try? place.stat(), options.inputs.contains(FileIdentity(status)) {
            throw CommandError.output(path, "is the input; choose another folder")
        }
        place.removeFile()
    }
}
