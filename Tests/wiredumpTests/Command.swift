import Foundation
import TestSupport

/// The built command, run as a process.
enum Command {
    struct Result {
        var output: [UInt8]
        var notes: String
        var status: Int32
        var text: String { String(decoding: output, as: UTF8.self) }
    }

    static let executable = Folders.products.appendingPathComponent("wiredump")

    /// Paths are relative to the captures.
    ///
    /// - Parameter program: Another one than the command.
    static func run(
        _ arguments: [String], of program: String? = nil, input: [UInt8] = [], environment: [String: String] = [:]
    ) throws -> Result {
        let folder = FileManager.default.temporaryDirectory
        let names = ["in", "out", "err"].map { folder.appendingPathComponent("wiredump-\(UUID().uuidString).\($0)") }
        defer { names.forEach { try? FileManager.default.removeItem(at: $0) } }
        try Data(input).write(to: names[0])
        for name in names.dropFirst() { try Data().write(to: name) }
        let process = Process()
        process.executableURL = program.map { URL(fileURLWithPath: $0) } ?? executable
        process.arguments = arguments
        process.currentDirectoryURL = Folders.captures
        var all = ProcessInfo.processInfo.environment
        all["NO_COLOR"] = nil
        // The width of help texts must not depend on the terminal.
        all["COLUMNS"] = "80"
        process.environment = all.merging(environment) { $1 }
        process.standardInput = try FileHandle(forReadingFrom: names[0])
        process.standardOutput = try FileHandle(forWritingTo: names[1])
        process.standardError = try FileHandle(forWritingTo: names[2])
        try process.run()
        process.waitUntilExit()
        return Result(
            output: try names[1].bytes(), notes: String(decoding: try names[2].bytes(), as: UTF8.self),
            status: process.terminationStatus)
    }
}

/// Calls `body` with a new folder, which is gone afterwards.
func withTemporaryFolder(named name: String = "wiredump", _ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(name)-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
}
