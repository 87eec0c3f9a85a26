public import ProtobufWire

/// A message of this package: Fleet Engine's own, or one of Google's common ones that they are made of.
public protocol FleetMessage: Message {}
