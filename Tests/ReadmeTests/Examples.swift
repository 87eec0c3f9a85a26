import FleetWire

// The Swift of README.md, word for word.

func mended(_ captured: [UInt8]) throws -> [UInt8] {
    let messages = try Deframer.decodeAll(captured, .detect)
    var request = try UpdateVehicleRequest(decoding: messages[0].payload)
    if request.updateMask?.isEmpty ?? true, let vehicle = request.vehicle {
        request.updateMask = .difference(from: Vehicle(), to: vehicle)  // vehicle_state
    }
    return try MessageFramer.encode([request.encoded()], encoding: .gzip)
}

func review(_ request: UpdateVehicleRequest, stored: Vehicle) throws -> Vehicle {
    let mask = request.updateMask ?? FieldMask()
    for finding in mask.findings(for: Vehicle.self) { print(finding.message) }
    var vehicle = stored
    try vehicle.apply(request.vehicle ?? Vehicle(), mask: mask)  // masked and unset: cleared
    return vehicle
}

struct Reporter: ~Copyable {
    var deframer = Deframer(.header(.gzip))

    mutating func received(_ chunk: [UInt8]) throws {
        let chunk = chunk[...]
        try deframer.consume(chunk.span) { frame, message in
            let trip = try Trip(decoding: message)
            print(frame.offset, trip.name, trip.tripStatus)
        }
    }
}

func advice(request headers: Metadata, message: [UInt8], response: ResponseStatus) -> String {
    let call = FailedCall(request: headers, message: message, response: response)
    return "\(call.diagnosis.category): \(call.diagnosis.nextStep)"
}
