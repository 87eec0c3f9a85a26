import Foundation
import ProtobufSchema
import TestSupport
import Testing

/// Google's conformance suite: the message that most of its tests are about, and the recorded tests.
enum Conformance {
    /// `TestAllTypesProto3`, from the file that the conformance testee embeds.
    static let message = Result {
        let name = "test_messages_proto3.proto"
        let folder = Folders.package.appendingPathComponent("Tests/ConformanceTestee/Sources/Conformance/Proto")
        let text = String(decoding: try folder.appendingPathComponent(name).bytes(), as: UTF8.self)
        return try #require(
            Schema(files: ProtoFolder.files() + [(name, text)])
                .message(named: "protobuf_test_messages.proto3.TestAllTypesProto3"))
    }

    static let floats: Set = ["optionalFloat", "oneofFloat", "optionalFloatWrapper"]

    static func vectors(_ name: String) throws -> [[String: Any]] {
        try jsonLines(Folders.fixtures.appendingPathComponent("conformance/conformance-proto3-\(name).jsonl.gz"))
    }
}
