import Foundation
import ProtobufSchema
import TestSupport
import Testing

/// What this module reads from text equals what it reads from `protoc`'s descriptors of the same text.
@Suite(.enabled(if: Protoc.isInstalled)) struct DescriptorSetTests {
    @Test func readsTheFilesOfThePackageAsProtocDoes() throws {
        let schema = try ProtoFolder.schema.get()
        let folder = Folders.protos
        let set = try Protoc.descriptorSet(schema.files.map(\.name), in: folder)[...]
        let official = try Schema(descriptorSet: set.span)
        try compare(schema, official)
    }

    @Test(arguments: TortureProto.all) func readsEveryConstructAsProtocDoes(_ proto: TortureProto) throws {
        let schema = try Schema(files: [("torture.proto", proto.text)])
        let set = try Protoc.descriptorSet(of: proto.text, name: "torture.proto")[...]
        try compare(schema, try Schema(descriptorSet: set.span))
    }

    private func compare(_ schema: Schema, _ official: Schema) throws {
        let files = Dictionary(uniqueKeysWithValues: official.files.map { ($0.name, $0) })
        for file in schema.files {
            let other = try #require(files[file.name])
            let left = dump(file)
            let right = dump(other)
            for change in left.difference(from: right) { Issue.record("\(change)") }
            #expect(left.count == right.count)
        }
    }
}
