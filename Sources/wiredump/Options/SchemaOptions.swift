import ArgumentParser
import FleetProtos
import ProtobufSchema

/// Types and services besides the built-in ones.
struct SchemaOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A .proto file, or a folder of them, with types of your own; may be repeated.", valueName: "path"),
        completion: .file(extensions: ["proto"]))
    var proto: [String] = []

    @Option(
        help: ArgumentHelp(
            "A descriptor set with types of your own, as protoc writes it; may be repeated.", valueName: "file"),
        completion: .file())
    var descriptorSet: [String] = []

    /// The built-in schema, and what the options add to it. A file of the same name as a built-in one replaces it.
    ///
    /// - Parameter notes: Gets the imports that are missing. No type of theirs is used, but those who look for one wonder.
    func schema(_ notes: FileSink) throws -> Schema {
        guard !proto.isEmpty || !descriptorSet.isEmpty else { return FleetSchema.shared }
        let schema = try readSchema()
        // It declares options, which are known by name without it; protoc brings it along, so few have it.
        let missing = schema.missingImports.filter { $0.path != "google/protobuf/descriptor.proto" }
        for (path, importer) in missing.prefix(Self.toldLimit) {
            notes.tell("\(importer) imports \(path), which was not found; what it declares is unknown")
        }
        let further = missing.count - Self.toldLimit
        if further > 0 { notes.tell("\(further) further imports were not found") }
        return schema
    }

    /// So many missing imports are named; of the others only the number.
    private static let toldLimit = 10

    private func readSchema() throws -> Schema {
        let sets = try descriptorSet.map { try InputFile.contents($0) }
        var sources = try ProtoSources(proto)
        while true {
            var names: [String: String] = [:]
            do throws(SchemaError) {
                return try Schema(files: FleetSchema.files + sources.files, descriptorSets: sets) {
                    sources.text(ofImport: $0, &names)
                }
            } catch {
                // A file that was named and is imported by another name is one file, not two.
                guard sources.rename(names) else { throw ValidationError("The schema cannot be read: \(error)") }
            }
        }
    }
}
