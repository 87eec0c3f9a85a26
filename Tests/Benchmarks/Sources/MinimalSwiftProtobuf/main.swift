import SwiftProtobuf
import SwiftProtobufMessages

// What MinimalFleetWire does, with the generated messages.
var bytes: [UInt8] = []
while let line = readLine() { bytes += line.utf8 }
var vehicle = try Maps_Fleetengine_V1_Vehicle(serializedBytes: bytes)
vehicle.vehicleState = .online
print(try (vehicle.serializedBytes() as [UInt8]).count)
