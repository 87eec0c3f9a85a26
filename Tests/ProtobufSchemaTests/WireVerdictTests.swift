import ProtobufSchema
import Testing

/// The walker finds damage exactly where the official runtimes refuse to read.
@Suite struct WireVerdictTests {
    @Test(arguments: ["messages-malformed-seed1", "messages-seed1", "messages-mutated-seed1"])
    func agrees(_ file: String) throws {
        for vector in try Vector.all(file) {
            let slice = vector.bytes[...]
            let damage = vector.message.firstDamage(in: slice.span)
            #expect((damage == nil) == vector.isAccepted, "line \(vector.number) \(vector.kind)")
            if let damage { #expect((0...slice.count).contains(damage.offset)) }
        }
    }
}
