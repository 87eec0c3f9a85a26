import FleetMessages
import ProtobufWire

// The least that a tool does with a message, so that its size is that of the library.
var bytes: [UInt8] = []
while let line = readLine() { bytes += line.utf8 }
var vehicle = try Vehicle(decoding: bytes)
vehicle.vehicleState = .online
print(vehicle.encoded().count)
