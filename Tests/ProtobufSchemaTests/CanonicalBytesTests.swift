import ProtobufSchema
import TestSupport
import Testing

/// Every message, however it was written, becomes what the official runtime writes.
@Suite struct CanonicalBytesTests {
    @Test(arguments: ["messages-seed1", "messages-mutated-seed1"])
    func writesTheOfficialBytes(_ file: String) throws {
        for vector in try RandomMessage.all(in: file, inDebugEvery: 13) {
            let slice = vector.bytes[...]
            let written = try vector.message.canonicalBytes(of: slice.span)
            #expect(
                written == vector.canonicalBytes ?? vector.bytes, "line \(vector.line) \(vector.type)")
        }
    }
}
