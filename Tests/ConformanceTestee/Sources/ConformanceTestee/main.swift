import Conformance
import Foundation

do {
    try Testee.serve {
        [UInt8](try FileHandle.standardInput.read(upToCount: $0) ?? Data())
    } write: {
        try FileHandle.standardOutput.write(contentsOf: Data($0))
    }
} catch {
    try? FileHandle.standardError.write(contentsOf: Data("ConformanceTestee: \(error)\n".utf8))
    exit(1)
}
