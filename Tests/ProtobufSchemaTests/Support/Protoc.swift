import Foundation
import TestSupport

/// The installed `protoc`, to compare with.
enum Protoc {
    static let isInstalled = (try? run(["--version"])) != nil

    struct Failure: Error {
        let message: String
    }

    @discardableResult static func run(_ arguments: [String], input: [UInt8]? = nil) throws -> Data {
        let process = Process()
        if let input {
            // A file, because a pipe that nobody reads yet holds little.
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try Data(input).write(to: file)
            process.standardInput = try FileHandle(forReadingFrom: file)
            try FileManager.default.removeItem(at: file)
        }
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["protoc"] + arguments
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        let message = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(message: String(decoding: message, as: UTF8.self))
        }
        return data
    }

    /// The arguments by which files are found in a folder, and `descriptor.proto`, which not every installation of `protoc` has.
    static func paths(_ folder: URL) -> [String] {
        let name = "google/protobuf/descriptor.proto"
        let own = Folders.package.appendingPathComponent("Sources/CDescriptorProto/Protos/descriptor.proto")
        return ["-I\(folder.path)", "-I\(name)=\(own.path)"]
    }

    /// The descriptor set of files in a folder.
    static func descriptorSet(_ names: [String], in folder: URL) throws -> [UInt8] {
        let output = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).binpb")
        defer { try? FileManager.default.removeItem(at: output) }
        try run(
            paths(folder) + ["--include_imports", "--include_source_info", "--descriptor_set_out=\(output.path)"]
                + names)
        return Array(try Data(contentsOf: output))
    }

    /// The descriptor set of one file given as text.
    static func descriptorSet(of text: String, name: String) throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
        return try descriptorSet([name], in: folder)
    }
}
