import Foundation
import GRPCWire
import Testing

private let folder = FrameCase.repository.appendingPathComponent("../shared/captures/payloads").standardized

/// Frames out of real captures, where the collection of captures lies beside the repository.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: folder.path)))
struct CapturedFrameTests {
    struct Entry: Decodable {
        struct Message: Decodable {
            var bin: String
            var compressed: Bool
            var length: Int
            var uncompressed_length: Int
        }
        var name: String
        var grpc: String
        var grpc_encoding: String
        var messages: [Message]
    }

    @Test func equalTheMessagesBesideThem() throws {
        let index = try Data(contentsOf: folder.appendingPathComponent("index.json"))
        let entries = try JSONDecoder().decode([Entry].self, from: index)
        try #require(!entries.isEmpty)
        for entry in entries {
            let stream = [UInt8](try Data(contentsOf: folder.appendingPathComponent(entry.grpc)))
            let encoding = MessageEncoding(rawValue: entry.grpc_encoding)
            for source in [Deframer.EncodingSource.header(encoding), .detect] {
                let messages = try Deframer.decodeAll(stream, source)
                #expect(messages.count == entry.messages.count, "\(entry.name)")
                for (message, expected) in zip(messages, entry.messages) {
                    let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(expected.bin)))
                    #expect(message.payload == bytes, "\(expected.bin)")
                    #expect(message.frame.isCompressed == expected.compressed)
                    #expect(message.frame.wireLength == expected.length)
                    #expect(message.frame.length == expected.uncompressed_length)
                }
            }
        }
    }
}
