import Foundation
import ProtobufSchema
import TestSupport
import Testing

/// Google's conformance vectors, on bytes and schema alone.
@Suite struct ConformanceTests {
    private static let message = Result {
        try #require(
            Schema(files: ProtoFolder.files() + [("test_messages_proto3.proto", ConformanceProto.text)])
                .message(named: "protobuf_test_messages.proto3.TestAllTypesProto3"))
    }

    private func vectors(_ name: String) throws -> [[String: Any]] {
        try jsonLines(Folders.fixtures.appendingPathComponent("conformance/conformance-proto3-\(name).jsonl.gz"))
    }

    @Test func reencodesToTheOfficialBytes() throws {
        let message = try Self.message.get()
        for vector in try vectors("binary") {
            let name = vector["name"] as? String ?? ""
            let input = bytes(hex: try #require(vector["input_hex"] as? String))
            let output = message.canonicalBytes(of: input)
            if let expected = vector["expect"] as? [String: Any] {
                #expect(output == bytes(hex: try #require(expected["hex"] as? String)), "\(name)")
            } else {
                #expect(output == nil, "\(name)")
            }
        }
    }

    @Test func writesTheOfficialJSON() throws {
        let message = try Self.message.get()
        let floats = ["optionalFloat", "repeatedFloat", "mapInt32Float", "oneofFloat", "optionalFloatWrapper"]
        for vector in try vectors("json-output") {
            let name = vector["name"] as? String ?? ""
            let input = bytes(hex: try #require(vector["input_hex"] as? String))
            if let expected = vector["expect"] as? [String: Any] {
                let value = try parseJSON(JSONWriter().json(input, as: message))
                let found = jsonDifference(value, try #require(expected["json"]), floats: Set(floats))
                #expect(found == nil, "\(name)")
            } else {
                #expect(throws: JSONError.self, "\(name)") { try JSONWriter().json(input, as: message) }
            }
        }
    }
}
