import ConsoleText
import SystemPackage

/// The `.proto` files that `--proto` names, and the files that they import.
struct ProtoSources {
    /// More files than any real folder of schemas has: a folder that is named by mistake must not be read whole.
    private static let fileLimit = 10_000

    private struct Source {
        let place: FilePath
        /// The name under which other files import this one.
        var name: String
        /// Whether a file imports this one by `name`. An import by another name means another file, as for protoc.
        var isImported = false
        let text: String
    }

    private var sources: [Source] = []
    private var length = 0
    /// Why imports were not looked for to the end.
    private(set) var failure: CommandError?
    /// Folders that are searched for imports, in this order.
    private var roots: [FilePath] = []

    /// Reads files, and every `.proto` file of folders.
    ///
    /// The name of a file in a folder is its path below the folder. The folders above each file and folder are searched for
    /// imports too, so that `--proto acme/fleet/v1` and `--proto acme/fleet/v1/shift.proto` find `acme/fleet/v1/common.proto`.
    init(_ paths: [String]) throws {
        for path in paths {
            let place = FilePath(path).resolved
            if place.isFolder {
                roots.append(place)
                try addFolder(place, path)
            } else {
                let name = place.lastComponent?.string ?? path
                sources.append(Source(place: place, name: name, text: try text(path)))
            }
        }
        for place in sources.map(\.place) + roots {
            var folder = place.removingLastComponent()
            while !roots.contains(folder) {
                roots.append(folder)
                guard folder.removeLastComponent() else { break }
            }
        }
    }

    private mutating func addFolder(_ folder: FilePath, _ path: String) throws {
        var names: [String] = []
        // Paths below the folder.
        var folders: [FilePath] = [""]
        while let inner = folders.popLast() {
            for item in folder.pushing(inner).items where !item.hasPrefix(".") {
                let name = inner.appending(item)
                if item.hasSuffix(".proto") {
                    names.append(name.string)
                } else if (try? folder.pushing(name).stat(followTargetSymlink: false))?.type == .directory {
                    folders.append(name)
                }
            }
            guard names.count <= Self.fileLimit else {
                throw usageError("--proto: '\(path)' holds more than \(Self.fileLimit) .proto files.")
            }
        }
        guard !names.isEmpty else { throw usageError("--proto: no .proto file is in '\(path)'.") }
        for name in names.sorted() {
            let place = folder.appending(name)
            // A device or pipe has no end, and neither has a link to one.
            if let type = try? place.stat().type, type != .regular {
                throw usageError("--proto: '\(place)' is not a regular file.")
            }
            sources.append(Source(place: place, name: name, text: try text(place.string)))
        }
    }

    var files: [(name: String, text: String)] { sources.map { ($0.name, $0.text) } }

    /// The text of an imported file; `nil` when no such file is found.
    ///
    /// - Parameter names: Takes the name of the import by the name of the file in `sources`, where the two differ.
    mutating func text(ofImport name: String, _ names: inout [String: String]) -> String? {
        // An import names a file below a folder; any other path could read a file that is no schema.
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let isBelow = !parts.contains("") && !parts.contains(".") && !parts.contains("..")
        guard isBelow, name.hasSuffix(".proto"), !name.contains("\0") else { return nil }
        for root in roots {
            let place = root.appending(name)
            if let source = sources.first(where: { $0.place == place }) {
                names[source.name] = name
                return source.text
            }
            guard (try? place.stat())?.type == .regular else { continue }
            do throws(CommandError) {
                return try text(place.string)
            } catch {
                failure = error
                return nil
            }
        }
        return nil
    }

    /// Gives files the names under which other files import them, once each.
    ///
    /// - Returns: Whether a name was changed.
    mutating func rename(_ names: [String: String]) -> Bool {
        var isChanged = false
        for index in sources.indices {
            let source = sources[index]
            guard !source.isImported, let name = names[source.name], name != source.name else { continue }
            (sources[index].name, sources[index].isImported) = (name, true)
            isChanged = true
        }
        return isChanged
    }

    private mutating func text(_ path: String) throws(CommandError) -> String {
        let bytes = try InputFile(path).readAll(within: .schema)
        length += bytes.count
        try ReadingLimit.schema.check(length, of: path)
        return String(decoding: bytes, as: UTF8.self)
    }
}
