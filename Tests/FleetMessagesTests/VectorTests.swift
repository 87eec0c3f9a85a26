import FleetMessages
import FleetProtos
import Foundation
import ProtobufSchema
import ProtobufWire
import TestSupport
import Testing

/// Random messages with the verdict of the official runtime.
@Suite struct VectorTests {
    @Test(arguments: ["messages-seed1", "messages-mutated-seed1"])
    func reencodeToTheOfficialBytesAndJSON(file: String) throws {
        for (index, line) in try vectors(file).enumerated() {
            let name = try #require(line["type"] as? String)
            let comment: Comment = "\(file) line \(index + 1), \(name)"
            let input = try #require(bytes(hex: line["hex"] as? String ?? ""))
            let expected = line["canonical_hex"] as? String ?? hex(input)
            let type = try #require(MessageRegistry.fleetEngine.type(named: name), comment)
            let message = try #require(FleetSchema.shared.message(named: name), comment)
            let value = try type.init(decoding: input)
            #expect(hex(value.encoded()) == expected, comment)
            if let json = line["json"], !(json is NSNull) {
                let ours = try officialJSON(value.encoded(), as: message)
                #expect(try jsonDifference(parseJSON(ours), json) == nil, comment)
            } else {
                #expect(throws: JSONError.self, comment) {
                    try officialJSON(value.encoded(), as: message)
                }
            }
            if let known = line["known_hex"] as? String {
                // Text without unknown fields has all the known ones.
                var options = TextWriter.Options()
                options.printsUnknownFields = false
                options.expandsAny = false
                let text = try TextWriter(options: options).text(value.encoded(), as: message)
                #expect(try hex(TextReader().bytes(of: text, as: message)) == known, comment)
            }
        }
    }

    @Test func giveTheOfficialVerdict() throws {
        for (index, line) in try vectors("messages-malformed-seed1").enumerated() {
            let name = try #require(line["type"] as? String)
            let comment: Comment = "line \(index + 1), \(name), \(line["kind"] ?? "")"
            let input = try #require(bytes(hex: line["hex"] as? String ?? ""))
            let type = try #require(MessageRegistry.fleetEngine.type(named: name), comment)
            let decoded = try? type.init(decoding: input)
            // Where the specification leaves the choice we agree with the runtime too.
            #expect((decoded != nil) == (line["accepted"] as? Bool), comment)
            if let decoded, let canonical = line["canonical_hex"] as? String {
                #expect(hex(decoded.encoded()) == canonical, comment)
            }
        }
    }
}
