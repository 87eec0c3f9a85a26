import FleetMessages
import ProtobufSchema
import Testing

/// `update_mask` as the API defines it: https://google.aip.dev/134#field-masks, https://google.aip.dev/161.
@Suite struct UpdateMaskTests {
    private func vehicle() -> Vehicle {
        var vehicle = Vehicle()
        vehicle.name = "providers/sample/vehicles/v1"
        vehicle.vehicleState = .online
        vehicle.maximumCapacity = 4
        vehicle.supportedTripTypes = [.exclusive]
        vehicle.lastLocation = VehicleLocation()
        vehicle.lastLocation?.location = LatLng(latitude: 52.5, longitude: 13.4)
        vehicle.lastLocation?.speed = 12.5
        vehicle.remainingDistanceMeters = 1200
        return vehicle
    }

    @Test func masksAndSetFieldsAreCopied() throws {
        var update = Vehicle()
        update.vehicleState = .offline
        update.maximumCapacity = 2
        var changed = vehicle()
        try changed.apply(update, mask: FieldMask(paths: ["vehicle_state"]))
        var expected = vehicle()
        expected.vehicleState = .offline
        #expect(changed == expected, "sent but not masked: ignored")
    }

    @Test func maskedAndUnsetFieldsAreCleared() throws {
        var changed = vehicle()
        try changed.apply(
            Vehicle(),
            mask: FieldMask(paths: ["maximum_capacity", "supported_trip_types", "remaining_distance_meters"]))
        var expected = vehicle()
        expected.maximumCapacity = 0
        expected.supportedTripTypes = []
        expected.remainingDistanceMeters = nil
        #expect(changed == expected)
    }

    @Test func pathsIntoAMessageChangeOnlyWhatTheyName() throws {
        var update = Vehicle()
        update.lastLocation = VehicleLocation()
        update.lastLocation?.heading = 90
        var changed = vehicle()
        try changed.apply(update, mask: FieldMask(paths: ["last_location.heading", "last_location.speed"]))
        #expect(changed.lastLocation?.heading == 90)
        #expect(changed.lastLocation?.speed == nil)
        #expect(changed.lastLocation?.location == LatLng(latitude: 52.5, longitude: 13.4))

        // The whole message instead: it is replaced.
        changed = vehicle()
        try changed.apply(update, mask: FieldMask(paths: ["last_location"]))
        #expect(changed.lastLocation == update.lastLocation)
    }

    @Test func unknownPathsChangeNothing() {
        var changed = vehicle()
        let error = #expect(throws: FieldMaskError.self) {
            try changed.apply(Vehicle(), mask: FieldMask(paths: ["vehicle_state", "vehicle_sate"]))
        }
        #expect(error?.finding?.suggestion == "vehicle_state")
        #expect(changed == vehicle())
    }

    @Test func differenceIsTheMaskOfTheUpdate() throws {
        var new = vehicle()
        new.lastLocation?.speed = 14
        new.lastLocation?.location?.latitude = 52.6
        new.maximumCapacity = 0
        new.supportedTripTypes.append(.shared)
        let mask = FieldMask.difference(from: vehicle(), to: new)
        #expect(
            mask.paths == [
                "last_location.location.latitude", "last_location.speed", "maximum_capacity", "supported_trip_types",
            ])
        var changed = vehicle()
        try changed.apply(new, mask: mask)
        #expect(changed == new)
        #expect(FieldMask.difference(from: new, to: new).isEmpty)
    }

    @Test func findingsNameWhatTheServerWouldRefuseOrIgnore() {
        let codes = { (paths: [String]) in FieldMask(paths: paths).findings(for: Vehicle.self).map(\.code) }
        #expect(codes([]) == [.emptyMask] && FieldMask().isEmpty)
        #expect(codes(["vehicle_state", "last_location.location"]) == [])
        #expect(codes(["state"]) == [.unknownField])
        #expect(codes(["waypoints.location"]) == [.throughRepeated])
        #expect(codes(["vehicle_state.x"]) == [.intoScalar])
        #expect(codes(["current_trips"]) == [.outputOnly])
        #expect(FieldMask(paths: ["number_of_passengers"]).findings(for: Trip.self).map(\.code) == [.notUpdatable])
    }

    @Test func setsOfPaths() {
        let a = FieldMask(text: "lastLocation.speed, vehicleState ,last_location.heading", for: Vehicle.self)
        let b = FieldMask(paths: ["last_location", "attributes"])
        #expect(a.paths == ["last_location.speed", "vehicle_state", "last_location.heading"])
        #expect(a.union(b).paths == ["attributes", "last_location", "vehicle_state"])
        #expect(a.intersection(b).paths == ["last_location.heading", "last_location.speed"])
        #expect(a.subtracting(b, for: Vehicle.self).paths == ["vehicle_state"])
        let battery = FieldMask(paths: ["device_settings"]).subtracting(
            FieldMask(paths: ["device_settings.battery_info.power_source"]), for: Vehicle.self)
        #expect(
            battery.paths == [
                "device_settings.battery_info.battery_percentage", "device_settings.battery_info.battery_status",
                "device_settings.is_interactive", "device_settings.is_power_save_mode",
                "device_settings.location_power_save_mode",
            ])
    }
}
