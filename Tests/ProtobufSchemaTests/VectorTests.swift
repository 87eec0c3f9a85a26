import Foundation
import ProtobufSchema
import TestSupport
import Testing

/// Random messages of every type, and what the official runtime makes of them, on bytes and schema alone.
@Suite struct VectorTests {
    /// Canonical and unusual encodings.
    private static let files = ["messages-seed1", "messages-mutated-seed1"]

    @Test(arguments: files) func writesTheOfficialBytes(_ file: String) throws {
        for vector in try RandomMessage.all(in: file, inDebugEvery: 13) {
            let written = try vector.message.canonicalBytes(of: vector.bytes)
            #expect(written == vector.canonicalBytes ?? vector.bytes, "\(vector)")
        }
    }

    /// The walker finds damage exactly where the official runtimes refuse to read.
    @Test(arguments: files + ["messages-malformed-seed1"])
    func acceptsWhatTheOfficialRuntimesAccept(_ file: String) throws {
        for vector in try RandomMessage.all(in: file, inDebugEvery: 13) {
            let damage = try vector.message.firstDamage(in: vector.bytes)
            #expect((damage == nil) == vector.isAccepted, "\(vector)")
            if let damage { #expect((0...vector.bytes.count).contains(damage.offset)) }
        }
    }

    @Test(arguments: files) func writesTheOfficialJSON(_ file: String) throws {
        for vector in try RandomMessage.all(in: file, inDebugEvery: 13) {
            for bytes in [vector.bytes, vector.canonicalBytes].compactMap({ $0 }) {
                do {
                    let json = try JSONWriter().json(bytes, as: vector.message)
                    #expect(try jsonDifference(parseJSON(json), vector.json) == nil, "\(vector)")
                } catch let error as JSONError {
                    #expect(vector.json is NSNull && error.code != .malformed, "\(vector): \(error)")
                }
            }
        }
    }

    @Test(arguments: files) func readsTheOfficialJSON(_ file: String) throws {
        for vector in try RandomMessage.all(in: file, inDebugEvery: 13) where !(vector.json is NSNull) {
            let json = try JSONSerialization.data(withJSONObject: vector.json, options: .fragmentsAllowed)
            let bytes = try JSONReader().bytes(of: [UInt8](json), as: vector.message)
            #expect(bytes == vector.knownBytes ?? vector.canonicalBytes ?? vector.bytes, "\(vector)")
        }
    }
}
