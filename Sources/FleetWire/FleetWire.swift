@_exported public import FleetErrors
@_exported public import FleetMessages
@_exported public import FleetProtos
@_exported public import GRPCWire
@_exported public import ProtobufSchema
@_exported public import ProtobufWire
@_exported public import WireCapture
@_exported public import WireInspect
