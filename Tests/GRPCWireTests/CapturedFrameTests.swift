import Foundation
import GRPCWire
import TestSupport
import Testing

/// Frames out of real captures.
@Suite struct CapturedFrameTests {
    struct Entry: Decodable {
        var name: String
        var grpc_encoding: String
        var messages: Int
    }

    @Test func equalTheMessagesBesideThem() throws {
        let index = try Data(contentsOf: Folders.captures.appendingPathComponent("index.json"))
        let entries = try JSONDecoder().decode([Entry].self, from: index)
        try #require(!entries.isEmpty)
        for entry in entries {
            let stream = try Folders.captures.appendingPathComponent("\(entry.name).grpc").bytes()
            let encoding = MessageEncoding(rawValue: entry.grpc_encoding)
            for source in [Deframer.EncodingSource.header(encoding), .detect] {
                let messages = try Deframer.decodeAll(stream, source)
                #expect(messages.count == entry.messages, "\(entry.name)")
                #expect(messages.reduce(0) { $0 + 5 + $1.frame.wireLength } == stream.count, "\(entry.name)")
                for (index, message) in messages.enumerated() {
                    let stem = entry.messages == 1 ? entry.name : "\(entry.name).\(index)"
                    let bytes = try Folders.captures.appendingPathComponent("\(stem).bin").bytes()
                    #expect(message.payload == bytes, "\(stem)")
                    #expect(message.frame.length == bytes.count, "\(stem)")
                }
            }
        }
    }
}
