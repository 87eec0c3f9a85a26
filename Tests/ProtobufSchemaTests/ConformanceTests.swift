import Foundation
import ProtobufSchema
import TestSupport
import Testing

/// The recorded tests of Google's conformance suite, on bytes and schema alone.
@Suite struct ConformanceTests {
    @Test func reencodesToTheOfficialBytes() throws {
        let message = try Conformance.message.get()
        for vector in try Conformance.vectors("binary") {
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
        let message = try Conformance.message.get()
        for vector in try Conformance.vectors("json-output") {
            let name = vector["name"] as? String ?? ""
            let input = bytes(hex: try #require(vector["input_hex"] as? String))
            if let expected = vector["expect"] as? [String: Any] {
                let value = try parseJSON(JSONWriter().json(input, as: message))
                let found = jsonDifference(value, try #require(expected["json"]), floats: Conformance.floats)
                #expect(found == nil, "\(name)")
            } else {
                #expect(throws: JSONError.self, "\(name)") { try JSONWriter().json(input, as: message) }
            }
        }
    }

    @Test func readsTheJSON() throws {
        let message = try Conformance.message.get()
        let vectors = try Conformance.vectors("json-input")
        #expect(vectors.count == 475)
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
                    let difference = jsonDifference(
                        value, try #require(expected["json"]), floats: Conformance.floats)
                    #expect(difference == nil, name)
                }
            } catch {
                Issue.record("\(name): \(error)")
            }
        }
    }
}
