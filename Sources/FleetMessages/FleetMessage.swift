internal import FleetProtos
public import ProtobufSchema
public import ProtobufWire

/// A message of this package: Fleet Engine's own, or one of Google's common ones that they are made of.
public protocol FleetMessage: SchemaMessage {}

extension FleetMessage {
    /// The embedded schema.
    public static var schema: Schema { FleetSchema.shared }

    // Files of messages import no more than the codec, so what they get from `SchemaMessage` stands here once more.

    /// The schema: errors say `vehicle.last_location`, not `4.5`.
    public static var fieldNames: (any FieldNaming)? { schema }

    /// What is set, in text format: see `SchemaMessage/description`.
    public var description: String { briefText }
}
