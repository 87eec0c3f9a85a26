private import CFleetProtos
public import ProtobufSchema

/// The schema of the Fleet Engine API, read from the `.proto` files beside this one, which are embedded in the library.
public enum FleetSchema {
    /// Every message, enum and service. Read when it is first used, once, and then shared.
    public static let shared: Schema = {
        do throws(SchemaError) {
            return try Schema(compiled: files)
        } catch {
            // Not reached: the embedded text never changes, and the tests read all of it.
            preconditionFailure("\(error)")
        }
    }()

    /// The text of the `.proto` files, by the names under which they import one another.
    public static let files: [(name: String, text: String)] = {
        var files: [(name: String, text: String)] = []
        while let file = unsafe fleet_proto(UInt(files.count)) {
            unsafe files.append((String(cString: file.pointee.name), String(cString: file.pointee.text)))
        }
        return files
    }()
}
