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

func firstUpdate(of name: String) throws -> (path: String, body: [UInt8]) {
    let request = UpdateVehicleRequest.with {
        $0.name = name
        $0.vehicle = .with { $0.vehicleState = .online }
        $0.updateMask = FieldMask(\Vehicle.vehicleState)
    }
    print(request, try request.jsonString())
    return (FleetRPC.updateVehicle.path, request.encoded())
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
        try deframer.consume(chunk) { frame, message in
            print(frame.offset, try Trip(decoding: message))  // text format of what is set
        }
    }
}

func advice(request headers: Metadata, message: [UInt8], response: ResponseStatus) -> String {
    let call = FailedCall(request: headers, message: message, response: response)
    return "\(call.diagnosis.category): \(call.diagnosis.nextStep)"
}

struct Shift: Message {
    static let fullName = "acme.Shift"
    var driver = ""  // string driver = 1
    var start: Timestamp?  // google.protobuf.Timestamp start = 2
    var tips = ProtobufMap<String, Int64>()  // map<string, int64> tips = 3
    var unknownFields = UnknownFields()

    mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while case let tag = try reader.nextTag(), tag != 0 {
            switch tag {
            case 10: driver = try reader.string()  // 1 << 3 | length-delimited
            case 18: try reader.message(&start)
            case 26: try reader.map(26, &tips, key: .string, value: .int64, unknown: &unknownFields)
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    func encode(_ writer: inout Writer) {
        writer.string(1, driver)
        writer.message(2, start)
        writer.map(3, tips, key: .string, value: .int64)
        writer.unknown(unknownFields)
    }
}

/// The largest double at a path of tags: `[10, 42, 10, 9]` in a `ListVehiclesResponse` is the northernmost vehicle's
/// latitude (vehicles = 1, last_location = 5, location = 1, latitude = 1; each number with its wire type).
func largest(_ reader: consuming Reader, _ path: ArraySlice<UInt32>) throws(WireError) -> Double {
    var most = -Double.infinity
    while case let tag = try reader.nextTag(), tag != 0 {
        if tag != path.first {
            try reader.skip(tag)
        } else if path.count > 1 {
            most = max(most, try largest(try reader.body(), path.dropFirst()))
        } else {
            most = max(most, try reader.double())
        }
    }
    return most
}

func foreign(_ bytes: [UInt8], proto: String) throws -> String {
    let schema = try Schema(files: [("acme.proto", proto)])
    return try JSONWriter().string(bytes, as: schema.message(named: "acme.Shift")!)
}
