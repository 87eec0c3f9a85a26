import Foundation
import ProtobufSchema
import ProtobufWire
import TestSupport
import Testing

/// The JSON input of Google's conformance suite, all of it.
@Suite struct JSONConformanceTests {
    static let message = Result {
        try #require(
            Schema(files: ProtoFolder.files() + [("test_messages_proto3.proto", ConformanceProto.text)])
                .message(named: "protobuf_test_messages.proto3.TestAllTypesProto3"))
    }

    @Test func readsTheJSONOfTheConformanceSuite() throws {
        let message = try Self.message.get()
        let vectors = try jsonLines(
            Folders.fixtures.appendingPathComponent("conformance/conformance-proto3-json-input.jsonl.gz"))
        #expect(vectors.count == 475)
        let floats: Set = [
            "optionalFloat", "repeatedFloat", "mapInt32Float", "oneofFloat", "optionalFloatWrapper",
            "repeatedFloatWrapper",
        ]
        for vector in vectors {
            let name = Comment(rawValue: vector["name"] as? String ?? "")
            let input = try #require(vector["input_json"] as? String)
            var reader = JSONReader()
            reader.options.ignoresUnknownMembers = vector["ignore_unknown_fields"] as? Bool ?? false
            guard let expected = vector["expect"] as? [String: Any] else {
                #expect(throws: JSONError.self, name) { try reader.bytes(of: input, as: message) }
                continue
            }
            do {
                let bytes = try reader.bytes(of: input, as: message)
                #expect(bytes == message.canonicalBytes(of: bytes), name)
                if let hex = expected["hex"] as? String {
                    // The recorded bytes have map entries in no particular order.
                    #expect(bytes == message.canonicalBytes(of: ProtobufSchemaTests.bytes(hex: hex)), name)
                } else {
                    let value = try parseJSON(JSONWriter().json(bytes, as: message))
                    #expect(jsonDifference(value, try #require(expected["json"]), floats: floats) == nil, name)
                }
            } catch {
                Issue.record("\(name): \(error)")
            }
        }
    }
}

/// Official JSON of every message type of Fleet Engine, read back.
@Suite struct JSONReadBackTests {
    @Test(arguments: ["messages-seed1", "messages-mutated-seed1"])
    func readsTheOfficialJSON(_ file: String) throws {
        var failures = 0
        var count = 0
        let vectors = try RandomMessage.all(in: file, inDebugEvery: 13)
        for vector in vectors where !(vector.json is NSNull) {
            let json = try JSONSerialization.data(withJSONObject: vector.json, options: .fragmentsAllowed)
            let expected = vector.knownBytes ?? vector.canonicalBytes ?? vector.bytes
            count += 1
            do {
                let bytes = try JSONReader().bytes(of: [UInt8](json), as: try vector.message)
                if bytes == expected { continue }
                failures += 1
                if failures < 10 {
                    Issue.record(
                        "line \(vector.line) \(vector.type): \(hex(bytes)) for \(hex(expected)) of \(String(decoding: json, as: UTF8.self))"
                    )
                }
            } catch {
                failures += 1
                if failures < 10 { Issue.record("line \(vector.line) \(vector.type): \(error)") }
            }
        }
        #expect(failures == 0)
        #expect(count * 2 > vectors.count)
    }
}
