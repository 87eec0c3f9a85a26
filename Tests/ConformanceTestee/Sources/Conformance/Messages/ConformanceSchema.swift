internal import FleetProtos
public import ProtobufSchema

/// The schema of the suite's messages, read from the `.proto` file beside them as a user would read theirs.
public enum ConformanceSchema {
    public static let shared: Schema = {
        let text = String(decoding: PackageResources.test_messages_proto3_proto, as: UTF8.self)
        do throws(SchemaError) {
            return try Schema(files: [("test_messages_proto3.proto", text)]) { name in
                FleetSchema.files.first { $0.name == name }?.text
            }
        } catch {
            // Not reached: the embedded text never changes, and the tests read all of it.
            preconditionFailure("\(error)")
        }
    }()
}
