public import Foundation

/// Where the fixtures and the products are.
public enum Folders {
    private static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// `Fixtures` of this package.
    public static let fixtures = package.appendingPathComponent("Fixtures")
    /// Captures, HAR files and binary logs.
    public static let network = fixtures.appendingPathComponent("network")
    /// Recorded captures.
    public static let traffic = fixtures.appendingPathComponent("traffic")
    public static let protos = package.appendingPathComponent("Protos")

    /// Where the build puts its products: beside the running tests.
    public static let products: URL = {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
            .deletingLastPathComponent()
        return bundle ?? Bundle.main.bundleURL
    }()

    /// The names in a folder, sorted. Throws when there are none: an empty list of test arguments would be skipped.
    public static func names(in folder: URL, extension suffix: String? = nil) throws -> [String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { !$0.hasPrefix(".") && (suffix == nil || $0.hasSuffix("." + suffix!)) }.sorted()
        guard !names.isEmpty else { throw NothingFound(folder: folder.path) }
        return names
    }

    public struct NothingFound: Error {
        public let folder: String
        public init(folder: String) { self.folder = folder }
    }
}

extension URL {
    public func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: self)) }
}

/// The random messages of one file of `Fixtures/vectors`, and what the official runtime makes of each.
public func vectors(_ name: String) throws -> [[String: Any]] {
    try jsonLines(Folders.fixtures.appendingPathComponent("vectors/\(name).jsonl.gz"))
}

/// The lines of a file of JSON lines, gzip-compressed or not, as parsed objects.
public func jsonLines(_ file: URL) throws -> [[String: Any]] {
    let gzip = Process()
    gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    gzip.arguments = ["gzip", "-dcf", file.path]
    let pipe = Pipe()
    gzip.standardOutput = pipe
    try gzip.run()
    let text = pipe.fileHandleForReading.readDataToEndOfFile()
    gzip.waitUntilExit()
    let lines = try text.split(separator: UInt8(ascii: "\n")).map {
        try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any] ?? [:]
    }
    guard !lines.isEmpty else { throw Folders.NothingFound(folder: file.path) }
    return lines
}
