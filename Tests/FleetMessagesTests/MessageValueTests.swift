import FleetMessages
import FleetProtos
import ProtobufSchema
import ProtobufWire
import TestSupport
import Testing

/// Values that are printed, read and made: what a tool's own code meets first.
@Suite struct MessageValueTests {
    private let vehicle = Vehicle.with {
        $0.name = "providers/sample-fleet/vehicles/driver_7"
        $0.vehicleState = .online
        $0.maximumCapacity = 4
    }

    // MARK: Printing

    @Test func aShortValuePrintsAsOneLineOfTextFormat() {
        #expect(
            "\(vehicle)"
                == #"name: "providers/sample-fleet/vehicles/driver_7" vehicle_state: ONLINE maximum_capacity: 4"#)
        #expect("\(Vehicle())" == "# empty")
    }

    @Test func aLongValuePrintsInLinesThatReadBack() throws {
        var long = vehicle
        long.lastLocation = .with { $0.location = LatLng(latitude: 48.1, longitude: 11.5) }
        long.unknownFields = try UnknownFields(decoding: [0xf8, 0x3f, 5])
        let text = "\(long)"
        #expect(text.hasSuffix("\n1023: 5") && text.contains("\nlast_location {\n  location {\n    latitude: 48.1\n"))
        long.unknownFields = UnknownFields()
        #expect(try Vehicle(text: "\(long)") == long)
    }

    @Test func unknownFieldsShowTheirNumbersAndNeverTheirStorage() throws {
        let fields = try UnknownFields(decoding: [0x38, 0x96, 1, 0x4a, 2, 1, 2])
        #expect("\(fields)" == "7: varint 150, 9: 2 bytes" && "\(UnknownFields())" == "none")
        #expect(Mirror(reflecting: fields).children.compactMap(\.label) == ["7", "9"])
        var output = ""
        dump(Vehicle.with { $0.unknownFields = fields }, to: &output)
        #expect(!output.contains("Storage") && output.contains("varint 150"))
    }

    // MARK: JSON and text

    @Test(arguments: MessageRegistry.fleetEngine.types.map { $0.fullName })
    func jsonAndTextOfEveryTypeReadBack(_ name: String) throws {
        let type = try #require(MessageRegistry.fleetEngine.type(named: name) as? any FleetMessage.Type)
        for message in try GoldenMessage.all(of: name) where message.name == "full.binpb" {
            try readBack(type, message.bytes)
        }
    }

    private func readBack<M: FleetMessage>(_ type: M.Type, _ bytes: [UInt8]) throws {
        let message = try M(decoding: bytes)
        #expect(try M(json: message.jsonString()) == message)
        #expect(try M(json: message.json()[...]) == message)
        #expect(try M(text: message.textFormat()) == message)
    }

    @Test func optionsArePassedOn() throws {
        var options = JSONWriter.Options()
        options.keepsProtoNames = true
        #expect(try vehicle.jsonString(options: options).contains(#""vehicle_state":"ONLINE""#))
        let error = #expect(throws: JSONError.self) { try Vehicle(json: #"{"vehicleStat":1}"#) }
        #expect(error?.code == .unknownMember)
        var lenient = JSONReader.Options()
        lenient.ignoresUnknownMembers = true
        #expect(try Vehicle(json: #"{"vehicleStat":1}"#, options: lenient) == Vehicle())
    }

    // MARK: Making

    @Test func everyFormOfBytesDecodes() throws {
        let bytes = vehicle.encoded()
        let framed = [0xff] + bytes
        #expect(try Vehicle(decoding: framed[1...]) == vehicle)
        let raw = try unsafe bytes.withUnsafeBytes { try unsafe Vehicle(decoding: $0) }
        #expect(raw == vehicle)
        let error = #expect(throws: WireError.self) { try Vehicle(decoding: framed[1...3]) }
        // Counted from the start of the slice.
        #expect(error?.offset == 1)
    }

    @Test func aMaskOfPropertiesNamesTheirFields() {
        #expect(FieldMask(\Vehicle.vehicleState, \.lastLocation).paths == ["last_location", "vehicle_state"])
        #expect(FieldMask(\Vehicle.lastLocation?.speed).paths == ["last_location.speed"])
        #expect(FieldMask(\Vehicle.lastLocation?.location?.latitude).paths == ["last_location.location.latitude"])
        #expect(FieldMask(\Vehicle.attributes, \.waypoints).paths == ["attributes", "waypoints"])
        #expect(FieldMask(\Vehicle.etaToFirstWaypoint).paths == ["eta_to_first_waypoint"])
        #expect(FieldMask(\Trip.remainingDistanceMeters).paths == ["remaining_distance_meters"])
        #expect(FieldMask(\TripAttribute.value).paths == ["bool_value", "number_value", "string_value"])
        #expect(FieldMask(\UpdateVehicleRequest.vehicle?.vehicleType).paths == ["vehicle.vehicle_type"])
        #expect(FieldMask(\Leg.end).paths == ["point"])
        #expect(FieldMask(\Leg.point?.latitude).paths == ["point.latitude"])
    }

    /// The only member of its oneof is a message.
    private struct Leg: SchemaMessage {
        enum End: Hashable, Sendable { case point(LatLng) }
        static let fullName = "acme.Leg"
        static let schema = try! Schema(
            files: [
                (
                    "acme.proto",
                    """
                    syntax = "proto3"; package acme; message Leg { oneof end { Point point = 1; } }
                    message Point { double latitude = 1; double longitude = 2; }
                    """
                )
            ])
        var end: End?
        var unknownFields = UnknownFields()

        var point: LatLng? {
            if case .point(let point)? = end { point } else { nil }
        }

        mutating func merge(_ reader: consuming Reader) throws(WireError) {
            while case let tag = try reader.nextTag(), tag != 0 {
                guard tag == 10 else {
                    try reader.keep(tag, in: &unknownFields)
                    continue
                }
                var value = point
                try reader.message(&value)
                end = value.map(End.point)
            }
        }

        func encode(_ writer: inout Writer) {
            if let point { writer.message(1, point) }
            writer.unknown(unknownFields)
        }
    }

    /// Its schema does not have it.
    private struct Lost: SchemaMessage {
        static let fullName = "acme.Lost"
        static let schema = Leg.schema
        var unknownFields = UnknownFields()

        mutating func merge(_ reader: consuming Reader) throws(WireError) {
            while case let tag = try reader.nextTag(), tag != 0 { try reader.keep(tag, in: &unknownFields) }
        }

        func encode(_ writer: inout Writer) { writer.unknown(unknownFields) }
    }

    @Test func messagesThatTheirSchemaLacksAreSaidToBe() throws {
        var lost = Lost()
        #expect(lost.description == "# empty")
        #expect(try Lost(decoding: [0x08, 1]).description == "# acme.Lost, 2 bytes")
        for error in [
            #expect(throws: JSONError.self) { try Lost(json: "{}") },
            #expect(throws: JSONError.self) { try lost.json() },
        ] { #expect(error?.code == .unknownType) }
        for error in [
            #expect(throws: TextError.self) { try Lost(text: "") },
            #expect(throws: TextError.self) { try lost.textFormat() },
        ] { #expect(error?.code == .unknownType) }
        let error = #expect(throws: FieldMaskError.self) { try lost.apply(Lost(), mask: ["a"]) }
        #expect(error?.description.hasPrefix("The schema has no message") == true)
        #expect(FieldMask.difference(from: lost, to: lost) == ["*"])
        #expect(FieldMask(paths: ["a"]).findings(for: Lost.self).isEmpty)
    }

    @Test func masksCoverAndKeepTheirTopLevel() {
        let mask = FieldMask.difference(from: Vehicle(), to: vehicle)
        #expect(mask.covers("vehicle_state") && !mask.covers("vehicle_type"))
        #expect(FieldMask(paths: ["a.b", "a.c", "d"]).topLevel.paths == ["a", "d"])
    }

    @Test func enumsListTheirKnownValues() throws {
        #expect(VehicleState.allCases == [.unknown, .offline, .online])
        let values = try #require(TripStatus.descriptor?.values)
        #expect(TripStatus.allCases.count == values.count)
    }

    @Test func typedMethodsAreThoseOfTheSchema() throws {
        let methods = FleetSchema.shared.services.filter { $0.fullName.hasPrefix("maps.fleetengine.") }
            .flatMap(\.methods)
        let typed = Self.typedMethods
        #expect(Set(typed.map(\.path)) == Set(methods.map(\.path)) && typed.count == methods.count)
        for (path, request, response) in typed {
            let method = try #require(FleetSchema.shared.method(path: path))
            #expect(method.request.fullName == request && method.response.fullName == response, "\(path)")
        }
    }

    /// Path, request and response of each typed method.
    private static let typedMethods: [(path: String, request: String, response: String)] = {
        func row<Request, Response>(_ rpc: FleetRPC<Request, Response>) -> (String, String, String) {
            (rpc.path, Request.fullName, Response.fullName)
        }
        return [
            row(.createTrip), row(.getTrip), row(.deleteTrip), row(.reportBillableTrip), row(.searchTrips),
            row(.updateTrip), row(.createVehicle), row(.getVehicle), row(.deleteVehicle), row(.updateVehicle),
            row(.updateVehicleLocation), row(.updateVehicleAttributes), row(.listVehicles), row(.searchVehicles),
            row(.createDeliveryVehicle), row(.getDeliveryVehicle), row(.deleteDeliveryVehicle),
            row(.updateDeliveryVehicle), row(.batchCreateTasks), row(.createTask), row(.getTask), row(.deleteTask),
            row(.updateTask), row(.listTasks), row(.getTaskTrackingInfo), row(.listDeliveryVehicles),
        ]
    }()

    /// Truth: what Google's Python clients sent in the captures.
    @Test func routingHeadersAreThoseOfGooglesClients() {
        #expect(
            FleetRPC.createTrip.routingHeader(for: .with { $0.parent = "providers/sample-fleet-433" })
                == "provider_id=providers/sample-fleet-433")
        #expect(FleetRPC.getTrip.routingHeader(for: .with { $0.name = "providers/p/trips/t" }) == nil)
        #expect(
            FleetRPC.listTasks.routingHeader(for: .with { $0.parent = "providers/a b" })
                == "provider_id=providers/a%20b")
        #expect(FleetRPC.listTasks.routingHeader(for: .init()) == nil)
        // Google's clients match each `*` with one character or more.
        #expect(FleetRPC.listTasks.routingHeader(for: .with { $0.parent = "providers/" }) == nil)
        #expect(FleetRPC.updateTask.routingHeader(for: .init()) == nil)
        // Templates match whole names, so that only a wrong name has a header.
        let task = UpdateTaskRequest.with { $0.task = .with { $0.name = "providers/p" } }
        #expect(FleetRPC.updateTask.routingHeader(for: task) == "provider_id=providers/p")
    }

    @Test(
        arguments: [
            ("", "a/b", "a/b"), ("{x=projects/*}/**", "projects/p/rows/r", "projects/p"),
            ("{x=projects/*}", "projects/", nil),
            ("regions/{x}/tail", "regions/eu/tail", "eu"), ("{x=**}", "a/b", "a/b"), ("{x=a/**}", "a/b/c", "a/b/c"),
            ("{x=a/*}", "a/b/c", nil),
        ] as [(String, String, String?)])
    func routingTemplatesMatchWholeValues(template: String, value: String, sent: String?) throws {
        let proto = """
            syntax = "proto3"; package t; import "google/api/routing.proto";
            message M { string name = 1; }
            service S { rpc Call(M) returns (M) {
              option (google.api.routing) = { routing_parameters { field: "name" path_template: "\(template)" } };
            } }
            """
        let schema = try Schema(files: [("t.proto", proto)]) { name in
            FleetSchema.files.first { $0.name == name }?.text
        }
        let parameter = try #require(schema.method(path: "/t.S/Call")?.routingParameters.first)
        #expect(parameter.value(in: value) == sent)
    }

    @Test func aRegistryThrowsForTypesThatItLacks() {
        let error = #expect(throws: MessageRegistry.UnknownTypeError.self) {
            try MessageRegistry.fleetEngine.decode("acme.Shift", from: [0xff])
        }
        #expect(error?.fullName == "acme.Shift")
    }
}
