public import ProtobufWire

/// Which fields of a message a request is about. Mirrors `google.protobuf.FieldMask`.
///
/// Of an update, only the fields that its mask names are applied. Fleet Engine refuses an update whose mask is missing
/// or empty: `INVALID_ARGUMENT`, with "update_mask cannot be empty" in the text. Drivers' apps see this on the first
/// update after a start, and go on.
public struct FieldMask: FleetMessage {
    public static let fullName = "google.protobuf.FieldMask"

    /// `paths = 1`: names as in the schema, steps joined by dots: `vehicle_state`, `last_location.speed`.
    public var paths: [String] = []
    public var unknownFields = UnknownFields()

    public init() {}

    /// A mask that names the paths as given, unchecked.
    public init(paths: [String]) { self.paths = paths }

    /// Whether the mask has no paths. The server refuses such a mask with "update_mask cannot be empty".
    public var isEmpty: Bool { paths.isEmpty }

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.strings(10, &paths)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.strings(1, paths)
        writer.unknown(unknownFields)
    }
}

/// A mask of paths as written, unchecked: `request.updateMask = ["vehicle_state", "last_location"]`.
extension FieldMask: ExpressibleByArrayLiteral {
    public init(arrayLiteral paths: String...) { self.init(paths: paths) }
}
