import FleetMessages
import FleetProtos
import Foundation
import ProtobufSchema
import ProtobufWire
import TestSupport
import Testing

/// `Fixtures/messages/<type>/<case>.{txtpb,binpb,json}`: bytes by `protoc`, JSON by the official runtime.
@Suite struct FixtureTests {
    private static let folder = GoldenMessage.folder

    @Test func everyMessageHasFixtures() throws {
        let folders = Set(try Folders.names(in: Self.folder))
        for type in MessageRegistry.fleetEngine.types {
            #expect(folders.contains(type.fullName), "\(type.fullName) has no fixtures")
        }
    }

    @Test(arguments: try Folders.names(in: folder))
    func agreeWithTheOfficialRuntime(name: String) throws {
        let type = try #require(MessageRegistry.fleetEngine.type(named: name))
        let message = try #require(FleetSchema.shared.message(named: name))
        let folder = Self.folder.appendingPathComponent(name)
        let cases = try Folders.names(in: folder, extension: "binpb")
        let names = Set(cases)
        var required = ["empty", "unknown"]
        if !message.fields.isEmpty { required.append("full") }
        // A bool has no extremes.
        if message.fields.contains(where: { $0.kind != .bool }) { required.append("extremes") }
        for required in required {
            #expect(names.contains("\(required).binpb"), "\(name) lacks the case \(required)")
        }
        for binpb in Exhaustive.elements(of: cases, inDebugEvery: 3) {
            let comment: Comment = "\(name)/\(binpb)"
            let bytes = try folder.appendingPathComponent(binpb).bytes()
            let value = try type.init(decoding: bytes)
            #expect(value.encoded() == bytes, comment)
            let json = folder.appendingPathComponent(binpb.replacing(".binpb", with: ".json"))
            if FileManager.default.fileExists(atPath: json.path) {
                let ours = try officialJSON(value.encoded(), as: message)
                let floats: Set = name == "google.protobuf.FloatValue" ? ["$"] : ["batteryPercentage"]
                #expect(try jsonDifference(parseJSON(ours), parseJSON(json.bytes()), floats: floats) == nil, comment)
            } else {
                #expect(throws: JSONError.self, comment) { try officialJSON(value.encoded(), as: message) }
            }
        }
    }
}
