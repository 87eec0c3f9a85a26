// The names that fragments take from their surroundings: samples that do not begin with `import` see them.

import FleetWire

let bytes: [UInt8] = []
let chunks: [[UInt8]] = []
let messages: [[UInt8]] = []
let updates: [UpdateVehicleRequest] = []
let acmeProto = #"syntax = "proto3"; package acme; message Shift { string driver = 1; }"#
nonisolated(unsafe) var request = UpdateVehicleRequest()

func send(_ bytes: [UInt8], to path: String = "/", headers: Metadata = [:]) {}

struct Shift: Message {
    static let fullName = "acme.Shift"
    var tips = ProtobufMap<String, Int64>()
    var offsets: [Int32] = []
    var unknownFields = UnknownFields()

    mutating func merge(_ reader: consuming Reader) throws(WireError) {}
    func encode(_ writer: inout Writer) {}
}
