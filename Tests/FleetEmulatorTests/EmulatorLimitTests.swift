import FleetEmulator
import FleetErrors
import FleetMessages
import GRPCWire
import ProtobufWire
import TestSupport
import Testing

@Suite struct EmulatorLimitTests {
    @Test func everyMethodOfTheSchemaIsAnswered() throws {
        var fleet = EmulatorFixture()
        for method in FleetMethod.all {
            let run = try #require(JSONMethod.all[method.path], "\(method.name)")
            let answer = try run(&fleet.emulator, [:], fleet.token)
            guard case .failure(let status) = answer else { continue }
            #expect(status.code == .invalidArgument, "\(method.name): \(status)")
        }
    }

    /// Numbers at the ends of their ranges, places that are none, and long texts end in an answer, strict or not.
    @Test(arguments: [false, true])
    func hostileRequestsAreAnswered(_ isStrict: Bool) throws {
        var fleet = try EmulatorFixture.populated()
        fleet.emulator.isStrict = isStrict
        let count = Exhaustive.size(100_000, inDebug: 10_000)
        let long = String(repeating: "é", count: count)
        var search = EmulatorFixture.search
        (search.count, search.pickupRadiusMeters, search.minimumCapacity) = (.max, .max, .min)
        search.pickupPoint = EmulatorFixture.place(.nan, .infinity)
        search.dropoffPoint = EmulatorFixture.place(1e308, -1e308)
        search.maximumStaleness = ProtobufDuration(seconds: .min, nanos: .min)
        _ = fleet.emulator.answer(.searchVehicles, search, token: fleet.token)
        _ = try? fleet.updateVehicle("v1", "*") {
            $0.lastLocation = EmulatorFixture.location(.infinity, .nan)
            $0.remainingTimeSeconds = .max
            $0.maximumCapacity = .min
            $0.currentRouteSegment = long
            $0.waypoints = [TripWaypoint(), TripWaypoint()]
        }
        _ = try? fleet.updateTrip("t1", "*") {
            $0.vehicleID = long
            $0.intermediateDestinationIndex = .max
            $0.numberOfPassengers = .min
            $0.tripStatus = TripStatus(rawValue: .min)
        }
        // By default, clients of gRPC take 8 KiB of trailers.
        for filter in [long, "e\(String(repeating: "\u{301}", count: count)) = 1", "attributes.\(long) ("] {
            let failure = fleet.failure(.listTasks, .with { ($0.parent, $0.filter) = (EmulatorFixture.parent, filter) })
            #expect(try #require(failure?.fieldViolations.first).description.utf8.count < 1000)
        }
        fleet.clock.set(Timestamp(seconds: .max, nanos: 999_999_999))
        fleet.token = EmulatorFixture.token(at: fleet.clock.now)
        _ = fleet.emulator.answer(.searchVehicles, search, token: fleet.token)
        _ = try? fleet.getTrip()
        _ = try? fleet.setStops(of: "d1", [[long], ["k1"]])
        var list = ListVehiclesRequest()
        (list.parent, list.pageSize, list.pageToken) = (EmulatorFixture.parent, .max, "p" + String(Int.max, radix: 36))
        _ = fleet.emulator.answer(.listVehicles, list, token: fleet.token)
        list.parent = "providers/" + long
        let failure = fleet.failure(.listVehicles, list)
        let status = try #require(failure)
        #expect(status.message.utf8.count < 1000)
        _ = fleet.emulator.answer(.listVehicles, list, token: long + "." + long + "." + long)
    }

    /// A search looks at each vehicle once, so that large fleets take no minutes.
    @Test(.timeLimit(.minutes(2))) func searchesAmongManyVehicles() throws {
        var fleet = EmulatorFixture()
        let count = Exhaustive.size(10_000, inDebug: 500)
        for index in 0..<count {
            try fleet.createVehicle("v\(index)") { $0.lastLocation = EmulatorFixture.location(48, 11) }
        }
        for _ in 0..<10 { #expect(try fleet.call(.searchVehicles, EmulatorFixture.search).matches.count == 10) }
    }
}
