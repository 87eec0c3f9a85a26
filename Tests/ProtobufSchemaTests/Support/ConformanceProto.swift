import Foundation
import TestSupport

/// The schema of Google's conformance suite, `protobuf_test_messages.proto3.TestAllTypesProto3`: the file that the
/// conformance testee embeds.
enum ConformanceProto {
    static var text: String {
        get throws {
            let testee = Folders.fixtures.appendingPathComponent("../Tests/ConformanceTestee/Sources/Conformance/Proto")
            return try String(
                contentsOf: testee.appendingPathComponent("test_messages_proto3.proto"), encoding: .utf8)
        }
    }
}
