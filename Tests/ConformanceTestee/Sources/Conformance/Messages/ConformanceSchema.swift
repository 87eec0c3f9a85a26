private import CConformanceProtos
internal import FleetProtos
public import ProtobufSchema

/// The schema of the suite's messages, read from the `.proto` files in `Proto` as a user would read theirs.
public enum ConformanceSchema {
    public static let shared: Schema = {
        do throws(SchemaError) {
            return try schema()
        } catch {
            // Not reached: the embedded texts never change, and the tests read all of them.
            preconditionFailure("\(error)")
        }
    }()

    /// The suite's messages and those of further descriptor sets, which may describe the same ones.
    public static func schema(descriptorSets: [[UInt8]] = []) throws(SchemaError) -> Schema {
        // A set that has the suite's messages takes the place of the files: one name, one meaning.
        try Schema(files: descriptorSets.isEmpty ? files : [], descriptorSets: descriptorSets) { name in
            FleetSchema.files.first { $0.name == name }?.text
        }
    }

    private static let files: [(name: String, text: String)] = {
        var files: [(name: String, text: String)] = []
        while let file = unsafe conformance_proto(UInt(files.count)) {
            unsafe files.append((String(cString: file.pointee.name), String(cString: file.pointee.text)))
        }
        return files
    }()
}
