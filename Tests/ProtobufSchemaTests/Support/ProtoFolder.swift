import Foundation
import ProtobufSchema
import TestSupport

/// The `.proto` files of this package, read from the source tree.
enum ProtoFolder {
    /// There is nothing to test with.
    struct Missing: Error {}

    static func files() throws -> [(name: String, text: String)] {
        let names = FileManager.default.enumerator(atPath: Folders.protos.path)?.compactMap { $0 as? String } ?? []
        let files = try names.filter { $0.hasSuffix(".proto") }.sorted().map { name in
            (name: name, text: try String(contentsOf: Folders.protos.appendingPathComponent(name), encoding: .utf8))
        }
        guard !files.isEmpty else { throw Missing() }
        return files
    }

    /// The schema of all of them.
    static let schema = Result { try Schema(files: files()) }
}

extension RandomMessage {
    struct UnknownType: Error {}

    /// The type in the schema of ``ProtoFolder``.
    var message: MessageDescriptor {
        get throws {
            guard let message = try ProtoFolder.schema.get().message(named: type) else { throw UnknownType() }
            return message
        }
    }
}

/// The bytes of a literal in a test.
func bytes(hex: String) -> [UInt8] { TestSupport.bytes(hex: hex)! }
