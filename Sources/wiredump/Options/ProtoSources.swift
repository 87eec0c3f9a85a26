import ArgumentParser
import SystemPackage

/// `.proto` files on disk, and those that they import.
struct ProtoSources {
    /// More than any real folder of schemas; one that was named by mistake ends here.
    private static let fileLimit = 10_000

    private struct Source {
        let place: FilePath
        /// The name under which others import it.
        var name: String
        /// Somebody imports it by this name. Who imports it by another one means a file of its own, as for protoc.
        var isImported = false
        let text: String
    }

    private var sources: [Source] = []
    /// Folders in which imports are looked for, in this order.
    private var roots: [FilePath] = []

    /// Reads files, and in folders every file whose name ends in `.proto`.
    ///
    /// Names in a folder count from it. A file has the name that its place suggests: imports are looked for in the
    /// folders above it too, so that `--proto acme/fleet/v1/shift.proto` finds `acme/fleet/v1/common.proto`.
    init(_ paths: [String]) throws {
        for path in paths {
            let place = FilePath(path).resolved
            if (try? place.stat())?.type == .directory {
                roots.append(place)
                try addFolder(place, path)
            } else {
                let name = place.lastComponent?.string ?? path
                sources.append(Source(place: place, name: name, text: try Self.text(path)))
            }
        }
        for source in sources {
            var folder = source.place.removingLastComponent()
            while !roots.contains(folder) {
                roots.append(folder)
                guard folder.removeLastComponent() else { break }
            }
        }
    }

    private mutating func addFolder(_ folder: FilePath, _ path: String) throws {
        var names: [String] = []
        // As paths below the folder.
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
                throw ValidationError("--proto: '\(path)' holds more than \(Self.fileLimit) .proto files.")
            }
        }
        guard !names.isEmpty else { throw ValidationError("--proto: no .proto file is in '\(path)'.") }
        for name in names.sorted() {
            let place = folder.appending(name)
            sources.append(Source(place: place, name: name, text: try Self.text(place.string)))
        }
    }

    var files: [(name: String, text: String)] { sources.map { ($0.name, $0.text) } }

    /// The text of an imported file, `nil` if there is none.
    ///
    /// - Parameter names: Gets the name of the import, by that of the file here, where they differ.
    func text(ofImport name: String, _ names: inout [String: String]) -> String? {
        // An import names a file below a folder; anything else could read what is no schema.
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let isBelow = !parts.contains("") && !parts.contains(".") && !parts.contains("..")
        guard isBelow, name.hasSuffix(".proto"), !name.contains("\0") else { return nil }
        for root in roots {
            let place = root.appending(name)
            if let source = sources.first(where: { $0.place == place }) {
                names[source.name] = name
                return source.text
            }
            if let text = try? Self.text(place.string) { return text }
        }
        return nil
    }

    /// Gives files the names under which others import them, once; false if all have one.
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

    private static func text(_ path: String) throws -> String {
        String(decoding: try InputFile.contents(path), as: UTF8.self)
    }
}
