import Foundation
import ProtobufSchema
import TestSupport
import Testing

/// What this module reads from text equals what it reads from `protoc`'s descriptors of the same text.
@Suite(.enabled(if: Protoc.isInstalled)) struct DescriptorSetTests {
    @Test func readsTheFilesOfThePackageAsProtocDoes() throws {
        let set = try Protoc.descriptorSet(ProtoFolder.files().map(\.name), in: Folders.protos)[...]
        compare(try ProtoFolder.schema.get(), try Schema(descriptorSet: set.span))
    }

    @Test(arguments: TortureProto.all) func readsEveryConstructAsProtocDoes(_ proto: TortureProto) throws {
        let schema = try Schema(files: [("torture.proto", proto.text)])
        let set = try Protoc.descriptorSet(of: proto.text, name: "torture.proto")[...]
        compare(schema, try Schema(descriptorSet: set.span))
    }

    private func compare(_ schema: Schema, _ official: Schema) {
        for change in differences(schema, official) { Issue.record("\(change)") }
    }
}
