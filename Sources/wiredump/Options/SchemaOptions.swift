import ArgumentParser
import ConsoleText
import FleetProtos
import ProtobufSchema

/// The options that add types and services to the built-in schema.
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

    /// The built-in schema with the files of the options. A file that has the name of a built-in one replaces it.
    ///
    /// - Parameter notes: Takes a sentence for each import that is missing, as its types are unknown then.
    func schema(_ notes: FileSink) throws -> Schema {
        guard !proto.isEmpty || !descriptorSet.isEmpty else { return FleetSchema.shared }
        let (schema, failure) = try readSchema()
        if let failure { throw failure }
        let missing = schema.missingImports
        for (path, importer) in missing.prefix(Self.toldLimit) {
            notes.tell("\(importer) imports \(path.cut(to: 200)), which was not found; what it declares is unknown")
        }
        let further = missing.count - Self.toldLimit
        if further > 0 { notes.tell("\(further) further imports were not found") }
        return schema
    }

    /// How many missing imports are named; the others are only counted.
    private static let toldLimit = 10

    /// The schema, and why its imports were not read to the end.
    private func readSchema() throws -> (Schema, CommandError?) {
        var sets: [[UInt8]] = []
        for path in descriptorSet {
            sets.append(try InputFile(path).readAll(within: .schema))
            try ReadingLimit.schema.check(sets.reduce(0) { $0 + $1.count }, of: path)
        }
        var sources = try ProtoSources(proto)
        while true {
            var names: [String: String] = [:]
            do throws(SchemaError) {
                let schema = try Schema(files: FleetSchema.files + sources.files, descriptorSets: sets) {
                    sources.text(ofImport: $0, &names)
                }
                return (schema, sources.failure)
            } catch {
                // A named file that is imported by another name is one file, not two.
                guard sources.rename(names) else { throw usageError("The schema cannot be read: \(error)") }
            }
        }
    }
}
