public import Foundation

/// Where the fixtures and the products are.
public enum Folders {
    /// The folder of the package.
    public static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// `Fixtures` of this package.
    public static let fixtures = package.appendingPathComponent("Fixtures")
    /// Payloads of calls, framed and bare, with their JSON.
    public static let captures = fixtures.appendingPathComponent("captures")
    /// Captures, HAR files and binary logs.
    public static let network = fixtures.appendingPathComponent("network")
    /// Recorded captures.
    public static let traffic = fixtures.appendingPathComponent("traffic")
    /// Encrypted captures and their key logs.
    public static let tls = fixtures.appendingPathComponent("tls")
    /// Flow files of mitmproxy.
    public static let flows = fixtures.appendingPathComponent("flows")
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

/// The lines of a file of JSON lines, gzip-compressed or not, as parsed objects.
public func jsonLines(_ file: URL) throws -> [[String: Any]] { try textLines(file).map(jsonObject) }

/// The lines of a text file, gzip-compressed or not. Throws when there are none.
public func textLines(_ file: URL) throws -> [String] {
    // A debug build splits bytes five times as fast as characters.
    let lines = String(decoding: try contents(file), as: UTF8.self).utf8.split(separator: UInt8(ascii: "\n"))
        .map { String(Substring($0)) }
    guard !lines.isEmpty else { throw Folders.NothingFound(folder: file.path) }
    return lines
}

func jsonObject(_ line: String) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
}

private func contents(_ file: URL) throws -> Data {
    guard file.pathExtension == "gz" else { return try Data(contentsOf: file) }
    let gzip = Process()
    gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    gzip.arguments = ["gzip", "-dc", file.path]
    let pipe = Pipe()
    gzip.standardOutput = pipe
    try gzip.run()
    // The output ends with the program, which `waitUntilExit` would notice 50 ms later.
    return pipe.fileHandleForReading.readDataToEndOfFile()
}
