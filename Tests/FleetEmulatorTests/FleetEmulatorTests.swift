import FleetEmulator
import FleetErrors
import FleetMessages
import GRPCWire
import Testing

@Suite struct FleetEmulatorTests {
    @Test func aRideGoesThroughItsStates() throws {
        var fleet = EmulatorFixture()
        try fleet.createVehicle()
        try fleet.createTrip { $0.vehicleID = "v1" }
        var location = VehicleLocation()
        location.location = LatLng(latitude: 48.0, longitude: 11.4)
        try fleet.updateVehicle("v1", "last_location") { $0.lastLocation = location }
        let trip = try fleet.getTrip()
        #expect(trip.tripStatus == .new)
        #expect(trip.lastLocation?.serverTime == fleet.clock.now)
        #expect(trip.remainingWaypoints.map(\.waypointType) == [.pickup, .dropOff])
        for status: TripStatus in [.enrouteToPickup, .arrivedAtPickup, .enrouteToDropoff] {
            let answer = try fleet.updateTrip("t1", "trip_status") { $0.tripStatus = status }
            #expect(answer.tripStatus == status)
        }
        #expect(try fleet.getTrip().remainingWaypoints.map(\.waypointType) == [.dropOff])
        try fleet.updateTrip("t1", "trip_status") { $0.tripStatus = .complete }
        #expect(fleet.emulator.state.vehicles[EmulatorFixture.name("vehicles", "v1")]?.currentTrips == [])
    }
}
