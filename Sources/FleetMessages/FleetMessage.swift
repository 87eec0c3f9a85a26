internal import FleetProtos
public import ProtobufWire

/// A message of this package: Fleet Engine's own, or one of Google's common ones that they are made of.
public protocol FleetMessage: Message {}

extension FleetMessage {
    /// The embedded schema: errors say `vehicle.last_location`, not `4.5`.
    public static var fieldNames: (any FieldNaming)? { FleetSchema.shared }
}
