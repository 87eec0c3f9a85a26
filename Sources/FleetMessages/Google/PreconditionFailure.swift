public import ProtobufWire

/// Conditions that have to be met before the call can work. Mirrors `google.rpc.PreconditionFailure`.
public struct PreconditionFailure: FleetMessage {
    public static let fullName = "google.rpc.PreconditionFailure"

    /// `violations = 1`: every condition that is not met.
    public var violations: [Violation] = []
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: try reader.messages(10, &violations)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.messages(1, violations)
        writer.unknown(unknownFields)
    }

    /// One condition that is not met. Mirrors `google.rpc.PreconditionFailure.Violation`.
    public struct Violation: FleetMessage {
        public static let fullName = "google.rpc.PreconditionFailure.Violation"

        /// `type = 1`: the kind of condition, a constant of the service, for example `TOS`.
        public var type = ""
        /// `subject = 2`: what it is about.
        public var subject = ""
        /// `description = 3`: how it can be met, for people.
        public var description = ""
        public var unknownFields = UnknownFields()

        public init() {}

        public mutating func merge(_ reader: consuming Reader) throws(WireError) {
            while case let tag = try reader.nextTag(), tag != 0 {
                switch tag {
                case 10: type = try reader.string()
                case 18: subject = try reader.string()
                case 26: description = try reader.string()
                default: try reader.keep(tag, in: &unknownFields)
                }
            }
        }

        public func encode(_ writer: inout Writer) {
            writer.string(1, type)
            writer.string(2, subject)
            writer.string(3, description)
            writer.unknown(unknownFields)
        }
    }
}
