import ArgumentParser
import Foundation

/// `.proto` files on disk, and those that they import.
struct ProtoSources {
    /// More than any real folder of schemas; one that was named by mistake ends here.
    private static let fileLimit = 10_000

    private struct Source {
        let url: URL
        /// The name under which others import it.
        var name: String
        let text: String
    }

    private var sources: [Source] = []
    /// Folders in which imports are looked for, in this order.
    private var roots: [URL] = []

    /// Reads files, and in folders every file whose name ends in `.proto`.
    ///
    /// Names in a folder count from it. A file has the name that its place suggests: imports are looked for in the
    /// folders above it too, so that `--proto acme/fleet/v1/shift.proto` finds `acme/fleet/v1/common.proto`.
    init(_ paths: [String]) throws {
        for path in paths {
            let url = URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath()
            var isFolder: ObjCBool = false
            if unsafe FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), isFolder.boolValue {
                roots.append(url)
                try addFolder(url, path)
            } else {
                sources.append(Source(url: url, name: url.lastPathComponent, text: try Self.text(path)))
            }
        }
        for source in sources {
            var folder = source.url.deletingLastPathComponent()
            while !roots.contains(folder) {
                roots.append(folder)
                guard folder.path != "/" else { break }
                folder.deleteLastPathComponent()
            }
        }
    }

    private mutating func addFolder(_ folder: URL, _ path: String) throws {
        let prefix = folder.path.hasSuffix("/") ? folder.path : folder.path + "/"
        var names: [String] = []
        let items = FileManager.default.enumerator(
            at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
        for case let item as URL in items ?? .init() where item.pathExtension == "proto" {
            names.append(String(item.path.dropFirst(prefix.count)))
            guard names.count <= Self.fileLimit else {
                throw ValidationError("--proto: '\(path)' holds more than \(Self.fileLimit) .proto files.")
            }
        }
        guard !names.isEmpty else { throw ValidationError("--proto: no .proto file is in '\(path)'.") }
        for name in names.sorted() {
            let url = folder.appendingPathComponent(name)
            sources.append(Source(url: url, name: name, text: try Self.text(url.path)))
        }
    }

    var files: [(name: String, text: String)] { sources.map { ($0.name, $0.text) } }

    /// The text of an imported file, `nil` if there is none.
    ///
    /// - Parameter names: Gets the name of the import, by that of the file here, where they differ.
    func text(ofImport name: String, _ names: inout [String: String]) -> String? {
        // An import names a file below a folder; anything else could read what is no schema.
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard name.hasSuffix(".proto"), !parts.contains(""), !parts.contains("."), !parts.contains("..") else {
            return nil
        }
        for root in roots {
            let url = root.appendingPathComponent(name)
            if let source = sources.first(where: { $0.url == url }) {
                names[source.name] = name
                return source.text
            }
            if let data = try? Data(contentsOf: url) { return String(decoding: data, as: UTF8.self) }
        }
        return nil
    }

    /// Gives files the names under which others import them; false if they have them already.
    mutating func rename(_ names: [String: String]) -> Bool {
        var isChanged = false
        for index in sources.indices {
            guard let name = names[sources[index].name], name != sources[index].name else { continue }
            sources[index].name = name
            isChanged = true
        }
        return isChanged
    }

    private static func text(_ path: String) throws -> String {
        String(decoding: try InputFile.contents(path), as: UTF8.self)
    }
}
