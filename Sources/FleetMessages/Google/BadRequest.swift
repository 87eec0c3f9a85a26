public import ProtobufWire

/// Fields of the request that are wrong. Mirrors `google.rpc.BadRequest`.
public struct BadRequest: FleetMessage {
    public static let fullName = "google.rpc.BadRequest"

    /// `field_violations = 1`: every wrong field.
    public var fieldViolations: [FieldViolation] = []
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.messages(10, &fieldViolations)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.messages(1, fieldViolations)
        writer.unknown(unknownFields)
    }

    /// One wrong field. Mirrors `google.rpc.BadRequest.FieldViolation`.
    public struct FieldViolation: FleetMessage {
        public static let fullName = "google.rpc.BadRequest.FieldViolation"

        /// `field = 1`: the path from the request: `vehicle.last_location`, with `[1]` for the first element of a list.
        public var field = ""
        /// `description = 2`: why it is wrong, for people.
        public var description = ""
        /// `reason = 3`: why it is wrong, as a constant: upper case, at most 63 characters.
        public var reason = ""
        /// `localized_message = 4`: text that can be shown to users.
        public var localizedMessage: LocalizedMessage?
        public var unknownFields = UnknownFields()

        public init() {}

        public mutating func merge(_ reader: consuming Reader) throws(WireError) {
            while case let tag = try reader.nextTag(), tag != 0 {
                switch tag {
                case 10: field = try reader.string()
                case 18: description = try reader.string()
                case 26: reason = try reader.string()
                case 34: try reader.message(&localizedMessage)
                default: try reader.keep(tag, in: &unknownFields)
                }
            }
        }

        public func encode(_ writer: inout Writer) {
            writer.string(1, field)
            writer.string(2, description)
            writer.string(3, reason)
            writer.message(4, localizedMessage)
            writer.unknown(unknownFields)
        }
    }
}
