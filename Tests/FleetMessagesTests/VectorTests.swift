import FleetMessages
import FleetProtos
import ProtobufSchema
import ProtobufWire
import TestSupport
import Testing

/// Random messages with the verdict of the official runtime.
@Suite struct VectorTests {
    @Test(arguments: ["messages-seed1", "messages-mutated-seed1"])
    func reencodeToTheOfficialBytes(file: String) throws {
        for message in try RandomMessage.all(in: file, inDebugEvery: 13) {
            let comment: Comment = "\(message)"
            let type = try #require(MessageRegistry.fleetEngine.type(named: message.type), comment)
            let descriptor = try #require(FleetSchema.shared.message(named: message.type), comment)
            let encoded = try type.init(decoding: message.bytes).encoded()
            #expect(hex(encoded) == hex(message.canonicalBytes ?? message.bytes), comment)
            if let known = message.knownBytes {
                // Text without unknown fields has all the known ones.
                var options = TextWriter.Options()
                options.printsUnknownFields = false
                options.expandsAny = false
                let text = try TextWriter(options: options).text(encoded, as: descriptor)
                #expect(try hex(TextReader().bytes(of: text, as: descriptor)) == hex(known), comment)
            }
        }
    }

    @Test func giveTheOfficialVerdict() throws {
        for message in try RandomMessage.all(in: "messages-malformed-seed1", inDebugEvery: 7) {
            let comment: Comment = "\(message)"
            let type = try #require(MessageRegistry.fleetEngine.type(named: message.type), comment)
            let decoded = try? type.init(decoding: message.bytes)
            // Where the specification leaves the choice we agree with the runtime too.
            #expect((decoded != nil) == message.isAccepted, comment)
            if let decoded, let canonical = message.canonicalBytes {
                #expect(hex(decoded.encoded()) == hex(canonical), comment)
            }
        }
    }
}
