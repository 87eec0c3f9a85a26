import Foundation
import ProtobufSchema
import TestSupport
import Testing

/// `Fixtures/messages/<type>/<case>`: the text that people wrote, the bytes that `protoc --encode` made of it, and
/// where it is installed what `protoc --decode` makes of these bytes.
@Suite struct TextFixtureTests {
    private static let folder = GoldenMessage.folder

    /// Whether protoc is the version that the layout is taken from.
    private static let isReferenceInstalled =
        (try? Protoc.run(["--version"])).map { String(decoding: $0, as: UTF8.self).contains(" 3.21.") } ?? false

    private func cases(_ name: String) throws -> [(label: String, text: [UInt8], bytes: [UInt8])] {
        let folder = Self.folder.appendingPathComponent(name)
        return try Folders.names(in: folder, extension: "txtpb").map { file in
            let text = folder.appendingPathComponent(file)
            let bytes = text.deletingPathExtension().appendingPathExtension("binpb")
            return ("\(name)/\(file)", try text.bytes(), try bytes.bytes())
        }
    }

    @Test(arguments: Exhaustive.elements(of: try Folders.names(in: folder), inDebugEvery: 5))
    func areReadAndWritten(name: String) throws {
        let message = try #require(ProtoFolder.schema.get().message(named: name))
        var options = TextWriter.Options()
        options.marksUnknownGroups = true
        for (label, text, bytes) in try cases(name) {
            let read = try TextReader().bytes(of: text, as: message)
            // Unknown fields were put behind what the text says; see Fixtures/README.md.
            if label.hasSuffix("/unknown.txtpb") || label.hasSuffix("/unknown-nested.txtpb") {
                #expect(bytes.starts(with: read) && bytes != read, "\(label)")
            } else {
                #expect(read == bytes, "\(label)")
            }
            for isSingleLine in [false, true] {
                options.isSingleLine = isSingleLine
                let written = try TextWriter(options: options).text(bytes, as: message)
                #expect(try TextReader().bytes(of: written, as: message) == bytes, "\(label)")
                #expect(!isSingleLine || !written.contains(UInt8(ascii: "\n")), "\(label)")
            }
        }
    }

    @Test(.enabled(if: isReferenceInstalled))
    func areWrittenAsProtocDecodes() throws {
        let set = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).binpb")
        defer { try? FileManager.default.removeItem(at: set) }
        let names = try ProtoFolder.files().map(\.name)
        try Data(Protoc.descriptorSet(names, in: Folders.protos)).write(to: set)
        // protoc writes the type URL and the bytes of an Any.
        var options = TextWriter.Options()
        options.expandsAny = false
        let all = try Folders.names(in: Self.folder).flatMap { name in try cases(name).map { (name, $0) } }
        for (name, (label, _, bytes)) in Exhaustive.elements(of: all, inDebugEvery: 29) {
            let message = try #require(ProtoFolder.schema.get().message(named: name))
            let ours = try TextWriter(options: options).text(bytes, as: message)
            let arguments = ["--descriptor_set_in=\(set.path)", "--decode=\(name)"]
            let theirs = try Protoc.run(arguments + names, input: bytes)
            #expect(ours == Array(theirs), "\(label)")
        }
    }

    @Test(
        .enabled(if: Protoc.isInstalled),
        arguments: Exhaustive.elements(of: ["Trip", "Vehicle", "SearchVehiclesRequest"], inDebugEvery: 3))
    func isReadByProtoc(type: String) throws {
        let name = "maps.fleetengine.v1.\(type)"
        let names = try ProtoFolder.files().map(\.name)
        let message = try #require(ProtoFolder.schema.get().message(named: name))
        for (label, _, bytes) in try cases(name) where !label.contains("/unknown") {
            let text = try TextWriter().text(bytes, as: message)
            let arguments = Protoc.paths(Folders.protos) + ["--deterministic_output", "--encode=\(name)"]
            #expect(try Array(Protoc.run(arguments + names, input: text)) == bytes, "\(label)")
        }
    }
}
