import Foundation
import ProtobufSchema
import TestSupport
import Testing

/// Official JSON of every message type, for canonical and for unusual encodings.
@Suite struct JSONVectorTests {
    @Test(arguments: ["messages-seed1", "messages-mutated-seed1"])
    func writesTheOfficialJSON(_ file: String) throws {
        let schema = try ProtoFolder.schema.get()
        let floats = Set(schema.messages.flatMap(\.fields).filter { $0.kind == .float }.map(\.jsonName))
        var failures = 0
        for vector in try RandomMessage.all(in: file, inDebugEvery: 13) {
            for bytes in [vector.bytes, vector.canonicalBytes].compactMap({ $0 }) {
                guard let found = check(bytes, try vector.message, vector.json, floats) else { continue }
                failures += 1
                if failures < 20 { Issue.record("line \(vector.line) \(vector.type)\(found)") }
            }
        }
        #expect(failures == 0)
    }

    private func check(_ bytes: [UInt8], _ message: MessageDescriptor, _ expected: Any, _ floats: Set<String>)
        -> String?
    {
        let slice = bytes[...]
        do {
            let json = try JSONWriter().json(slice.span, as: message)
            let value = try JSONSerialization.jsonObject(with: Data(json), options: .fragmentsAllowed)
            return jsonDifference(value, expected, floats: floats)
        } catch let error as JSONError {
            return expected is NSNull && error.code != .malformed ? nil : ": \(error)"
        } catch {
            return ": \(error)"
        }
    }
}
