import ProtobufSchema
import Testing

/// The walker finds damage exactly where the official runtimes refuse to read.
@Suite(.enabled(if: Vectors.url("messages-seed1") != nil)) struct WireVerdictTests {
    @Test(arguments: ["messages-malformed-seed1", "messages-seed1", "messages-mutated-seed1"])
    func agrees(_ file: String) throws {
        for vector in try Vectors.lines(file) {
            let slice = vector.bytes[...]
            let damage = vector.message.firstDamage(in: slice.span)
            #expect((damage == nil) == vector.isAccepted, "line \(vector.number) \(vector.kind)")
            if let damage { #expect((0...slice.count).contains(damage.offset)) }
        }
    }
}
