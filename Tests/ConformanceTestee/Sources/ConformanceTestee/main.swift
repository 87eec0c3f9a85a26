import Conformance
import Foundation

// Each argument is a descriptor set as `protoc --descriptor_set_out` writes it, whose types are answered for. Without any,
// the suite's messages are those of our own .proto files.
do {
    let sets = try CommandLine.arguments.dropFirst().map { [UInt8](try Data(contentsOf: URL(fileURLWithPath: $0))) }
    try Testee(ConformanceSchema.schema(descriptorSets: sets)).serve {
        [UInt8](try FileHandle.standardInput.read(upToCount: $0) ?? Data())
    } write: {
        try FileHandle.standardOutput.write(contentsOf: Data($0))
    }
} catch {
    try? FileHandle.standardError.write(contentsOf: Data("ConformanceTestee: \(error)\n".utf8))
    exit(1)
}
