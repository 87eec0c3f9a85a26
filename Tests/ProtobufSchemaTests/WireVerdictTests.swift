import ProtobufSchema
import TestSupport
import Testing

/// The walker finds damage exactly where the official runtimes refuse to read.
@Suite struct WireVerdictTests {
    @Test(arguments: ["messages-malformed-seed1", "messages-seed1", "messages-mutated-seed1"])
    func acceptsWhatTheOfficialRuntimesAccept(_ file: String) throws {
        for vector in try RandomMessage.all(in: file, inDebugEvery: 13) {
            let slice = vector.bytes[...]
            let damage = try vector.message.firstDamage(in: slice.span)
            #expect((damage == nil) == vector.isAccepted, "line \(vector.line) \(vector.kind)")
            if let damage { #expect((0...slice.count).contains(damage.offset)) }
        }
    }
}
