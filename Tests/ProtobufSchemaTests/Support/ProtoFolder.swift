import Foundation
import ProtobufSchema

/// The `.proto` files of this package, read from the source tree.
enum ProtoFolder {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    struct Empty: Error {}

    static func files() throws -> [(name: String, text: String)] {
        let folder = root.appendingPathComponent("Protos")
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        let files = try names.filter { $0.hasSuffix(".proto") }.sorted().map { name in
            (name: name, text: try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8))
        }
        guard !files.isEmpty else { throw Empty() }
        return files
    }

    /// The schema of all of them.
    static let schema = Result { try Schema(files: files()) }
}

/// The message vectors beside the repository, when they are there.
enum Vectors {
    static func url(_ name: String) -> URL? {
        let url = ProtoFolder.root.deletingLastPathComponent().appendingPathComponent("shared/vectors/\(name).jsonl.gz")
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }

    /// Every line of a file read.
    static func lines(_ name: String) throws -> [Vector] {
        guard let url = url(name) else { throw ProtoFolder.Empty() }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["gzip", "-dc", url.path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let schema = try ProtoFolder.schema.get()
        let lines = try data.split(separator: UInt8(ascii: "\n")).enumerated().map { number, line in
            try Vector(line, number: number + 1, schema)
        }
        guard !lines.isEmpty else { throw ProtoFolder.Empty() }
        return lines
    }
}

/// One line of a vector file.
struct Vector {
    struct Malformed: Error {
        let number: Int
    }

    let number: Int
    let message: MessageDescriptor
    let bytes: [UInt8]
    let canonicalBytes: [UInt8]?
    let json: Any
    let isAccepted: Bool
    let kind: String

    init(_ line: Data, number: Int, _ schema: Schema) throws {
        guard let object = try JSONSerialization.jsonObject(with: line) as? [String: Any],
            let message = schema.message(named: object["type"] as? String ?? ""), let hex = object["hex"] as? String
        else { throw Malformed(number: number) }
        self.number = number
        self.message = message
        bytes = ProtobufSchemaTests.bytes(hex: hex)
        canonicalBytes = (object["canonical_hex"] as? String).map { ProtobufSchemaTests.bytes(hex: $0) }
        json = object["json"] ?? NSNull()
        isAccepted = object["accepted"] as? Bool ?? true
        kind = object["kind"] as? String ?? ""
    }
}

func bytes(hex: String) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(hex.utf8.count / 2)
    var high: UInt8?
    for byte in hex.utf8 {
        let digit = byte <= UInt8(ascii: "9") ? byte &- UInt8(ascii: "0") : (byte | 0x20) &- UInt8(ascii: "a") &+ 10
        if let first = high {
            result.append(first << 4 | digit)
            high = nil
        } else {
            high = digit
        }
    }
    return result
}
