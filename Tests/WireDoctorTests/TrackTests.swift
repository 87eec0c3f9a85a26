import CallViews
import ConsoleText
import FleetErrors
import FleetMessages
import GRPCWire
import ProtobufWire
import TestSupport
import Testing
@testable import WireCapture
@testable import WireDoctor

/// Vehicles and trips over time.
extension RuleTests.TrackTests {
    private static func every(_ seconds: Double, _ count: Int) -> [Double] { (0..<count).map { Double($0) * seconds } }

    // MARK: Cadence

    @Test func acceptsTheDocumentedIntervals() {
        #expect(found(shift(Self.every(10, 20))).isEmpty)
        #expect(found(shift(Self.every(5, 20))).isEmpty)
        #expect(found(shift(Self.every(60, 20))).isEmpty)
    }

    @Test func findsUpdatesThatAreTooFrequent() {
        let findings = found(shift(Self.every(2, 10), from: 5))
        #expect(codes(findings) == ["updates_too_frequent"])
        #expect(findings[0].resource == vehicleName)
        // The first piece sums up; then each interval.
        #expect(findings[0].evidence[0].text.contains("9 of 9 intervals, 2.0 s on average"))
        #expect(findings[0].evidence.dropFirst().map(\.call) == Array(6...14))
        #expect(found(shift(Self.every(2, 4))).isEmpty)
    }

    /// An order by name would tell how names that stand-ins hide compare, also where they are no resource names.
    @Test(arguments: [vehicleName, "cars/"]) func vehiclesComeInTheOrderOfTheirCalls(prefix: String) {
        let names = ["z", "a"].map { prefix + $0 }
        let calls = (0..<20).map { index in
            var request = update(.with { $0.lastLocation = location(at: Double(index)) })
            request.name = names[index % 2]
            return call(index + 1, "v1.Vehicle", request, at: Double(index))
        }
        let findings = found(calls).filter { $0.code == "updates_too_frequent" }
        #expect(findings.map(\.resource) == names)
    }

    @Test func findsGapsAndBursts() {
        let gap = found(shift([0, 10, 20, 95, 105]))
        #expect(codes(gap) == ["update_gap"])
        #expect(gap[0].evidence.map(\.call) == [4])
        let burst = found(shift([0, 10, 20, 20.1, 20.2, 20.3, 30, 40, 50, 60, 70]))
        #expect(codes(burst) == ["update_burst"])
        #expect(burst[0].evidence.map(\.call) == [4, 5, 6])
    }

    /// Where packets are missing, the updates may have been in them.
    @Test func lowersFindingsAboutGapsWherePacketsAreMissing() throws {
        let whole = try RecordedCapture.named("driver-shift.pcap").file.bytes()
        // A pcap file in the machine's order: 24 bytes, then the packets, each behind 16 bytes with its length.
        var (records, start) = ([Range<Int>](), 24)
        while start < whole.count {
            let length = (0..<4).reduce(0) { $0 | Int(whole[start + 8 + $1]) << (8 * $1) }
            records.append(start..<(start + 16 + length))
            start += 16 + length
        }
        for isLost in [false, true] {
            let extractor = CallExtractor()
            let lost = isLost ? records[60] : 24..<24
            _ = extractor.calls(in: whole[..<lost.lowerBound] + whole[lost.upperBound...])
            #expect(extractor.counts.lacksPackets == isLost)
            var doctor = CaptureDoctor()
            for call in shift([0, 10, 20, 95, 105]) { doctor.examine(call) }
            let findings = doctor.finish(extractor.counts).findings
            #expect(codes(findings) == ["update_gap"])
            #expect(findings[0].severity == (isLost ? .note : .warning))
            #expect(findings[0].remedy.hasPrefix("Packets are missing") == isLost)
        }
    }

    @Test func acceptsAPauseBetweenShifts() {
        let pause = [Self.state(4, .offline, at: 21), Self.state(5, .online, at: 4000)]
        #expect(found(shift([0, 10, 20]) + pause + shift([4001, 4011], from: 6)).isEmpty)
    }

    /// A shift of four minutes, sent in a fraction of a second.
    @Test func judgesAReplayByTheTimesInItsMessages() {
        let calls = shift(Self.every(10, 25)).map { call in
            var call = call
            call.time = (start + 86_400 * 400) * 1_000_000_000 + Int64(call.number) * 1_000_000
            return call
        }
        let result = checkup(calls)
        #expect(codes(result.findings) == ["replayed_capture"])
        #expect(result.vehicles.map(\.interval) == [10])
    }

    /// A device whose clock is set in the middle of a shift is no replay.
    @Test func doesNotTakeASetClockForAReplay() {
        let calls = (0..<8).map { index in
            let seconds = Double(index) * 10
            return report(index + 1, location(at: seconds + (index < 4 ? 0 : 86_400 * 3)), at: seconds)
        }
        #expect(codes(found(calls)) == ["time_in_future"])
    }

    @Test func countsARepeatedUpdateOnce() {
        var calls = shift([0, 10, 20, 20, 20, 30, 40])
        for (index, seconds) in [(3, 20.5), (4, 21.5)] {
            calls[index].time = calls[2].time.map { $0 + Int64((seconds - 20) * 1e9) }
        }
        let outage = ResponseStatus(headers: nil, trailers: ["grpc-status": "14"])
        (calls[2].status, calls[3].status) = (outage, outage)
        #expect(codes(found(calls)) == ["retried", "unavailable"])
    }

    // MARK: Ages

    private static func aged(_ ages: [Double]) -> [ExaminedCall] {
        ages.enumerated().map { index, age in
            report(index + 1, location(at: Double(index) * 10 - age), at: Double(index) * 10)
        }
    }

    @Test func findsStaleAndFutureLocations() {
        let stale = found(Self.aged([0, 0, 0, 0, 0, 0, 0, 0, 0, 70]))
        #expect(codes(stale) == ["stale_location", "update_time_backwards"])
        #expect(stale.first("stale_location")?.evidence.map(\.call) == [10])
        #expect(stale.first("stale_location")?.evidence.first?.text.contains("1 min 10 s") == true)
        #expect(codes(found(Self.aged([0, 0, -20, 0]))) == ["time_in_future", "update_time_backwards"])
        #expect(found(Self.aged([1, 2, 0, 9, 1])).isEmpty)
    }

    @Test func tellsAWrongClockFromStaleLocations() {
        #expect(codes(found(Self.aged([3600, 3601, 3600, 3602]))) == ["device_clock"])
        #expect(codes(found(Self.aged([-3600, -3601, -3600, -3602]))) == ["device_clock"])
        #expect(codes(found(Self.aged([3600, 3601, 3600]))) == ["device_clock"])
        // Two of the same age may have been held back, but for no more than a day.
        #expect(codes(found(Self.aged([3600, 3600]))) == ["stale_location"])
        #expect(codes(found(Self.aged([90_030, 90_000]))) == ["device_clock"])
    }

    @Test func findsFrozenTimesAndPlaces() {
        let times = (0..<4).map { index in
            var location = location(at: 0)
            location.location?.longitude += Double(index) * 1e-3
            return report(index + 1, location, at: Double(index) * 10)
        }
        let frozen = found(times)
        #expect(codes(frozen) == ["frozen_update_time"])
        #expect(frozen[0].evidence.map(\.call) == [3, 4])
        func standing(_ speed: Double) -> [ExaminedCall] {
            (0..<6).map { index in
                var location = location(at: Double(index) * 10)
                (location.location, location.speed) = (LatLng(latitude: 1, longitude: 2), speed)
                return report(index + 1, location, at: Double(index) * 10)
            }
        }
        #expect(codes(found(standing(12))) == ["frozen_location"])
        #expect(found(standing(0)).isEmpty)
    }

    /// Speeds of a drive at 12 m/s, as a device in a car tells them, and as they belong into a location.
    @Test(arguments: [(43.2, true), (12, false), (26.8, false), (50, false)]) func findsSpeedsInKilometres(
        speed: Double, isFound: Bool
    ) {
        let calls = (0..<14).map { index in
            var location = location(at: Double(index) * 10)
            location.location = LatLng(latitude: 48 + Double(index) * 120 / 111_195, longitude: 11.5)
            location.speed = speed
            return report(index + 1, location, at: Double(index) * 10)
        }
        #expect(codes(found(calls)) == (isFound ? ["speed_in_kilometres"] : []))
    }

    @Test func findsJumpsAndSwaps() {
        func position(_ number: Int, _ latitude: Double, _ longitude: Double) -> ExaminedCall {
            let seconds = Double(number - 1) * 10
            var location = location(at: seconds)
            location.location = LatLng(latitude: latitude, longitude: longitude)
            return report(number, location, at: seconds)
        }
        #expect(codes(found(shift([0, 10]) + [position(3, 38.8, -122.4)])) == ["location_jump"])
        #expect(found(shift([0, 10]) + [position(3, 37.803, -122.4)]).isEmpty)
        #expect(codes(found([position(1, 48.1, 11.5), position(2, 11.5, 48.1)])) == ["coordinates_swapped"])
    }

    @Test(arguments: [([1, 2], true), ([1, 1, 1, 2, 2, 2], false)]) func findsTwoDevicesThatReportInTurn(
        hosts: [UInt8], isFound: Bool
    ) {
        var calls = shift((0..<12).map { Double($0) * 5 })
        for index in calls.indices { calls[index].captured.client = endpoint(hosts[index % hosts.count]) }
        #expect(codes(found(calls)) == (isFound ? ["reports_in_turn"] : []))
        // One machine has a pool of connections for a single vehicle, too.
        for index in calls.indices { calls[index].captured.client = endpoint(port: UInt16(1 + index % 2)) }
        #expect(found(calls).isEmpty)
    }

    /// Machines from which several vehicles report are those of a back end.
    @Test func acceptsReportsOverAPool() {
        let calls = (0..<24).map { index in
            var vehicle = Vehicle()
            vehicle.lastLocation = location(at: Double(index / 2) * 5)
            var request = update(vehicle)
            request.name += "\(index % 2)"
            var result = call(index + 1, "v1.Vehicle", request, at: Double(index / 2) * 5)
            result.captured.client = endpoint(UInt8(1 + index / 2 % 2))
            return result
        }
        #expect(found(calls).isEmpty)
    }

    /// Of coordinates that are possible both ways, the vehicle's place tells that they are swapped.
    @Test(
        arguments: [
            ((48.1, 11.5), (48.2, 11.6), false), ((48.1, 11.5), (11.6, 48.2), true), ((48.1, 11.5), (40, 20), false),
            // From Ufa to Neftekamsk, and so the other way round.
            ((56.1, 54.3), (54.7, 56), false),
        ] as [((Double, Double), (Double, Double), Bool)])
    func findsASwappedPickup(there: (Double, Double), pickup: (Double, Double), isFound: Bool) {
        var vehicle = Vehicle()
        vehicle.lastLocation = location(at: 0)
        vehicle.lastLocation?.location = LatLng(latitude: there.0, longitude: there.1)
        let poll = Self.poll(2, .enrouteToPickup) { _, trip in
            trip.pickupPoint = .with { $0.point = LatLng(latitude: pickup.0, longitude: pickup.1) }
        }
        let findings = found([call(1, "v1.Vehicle", update(vehicle)), poll])
        #expect(codes(findings) == (isFound ? ["coordinates_swapped"] : []))
        if isFound { #expect(findings[0].resource == tripName && findings[0].evidence.map(\.call) == [2]) }
    }

    // MARK: State

    private static func state(_ number: Int, _ state: VehicleState, at seconds: Double) -> ExaminedCall {
        call(number, "v1.Vehicle", update(.with { $0.vehicleState = state }), at: seconds)
    }

    @Test func findsReportsOfAnOfflineVehicle() {
        let findings = found([Self.state(1, .offline, at: 0)] + shift([10, 20], from: 2))
        #expect(codes(findings) == ["update_while_offline"])
        #expect(findings[0].evidence.map(\.call) == [2, 3])
        #expect(found([Self.state(1, .online, at: 0)] + shift([10, 20], from: 2)).isEmpty)
    }

    @Test func findsAnOnlineVehicleWithoutPlace() {
        let other = update(.with { $0.maximumCapacity = 3 })
        let silent = [Self.state(1, .online, at: 0), call(2, "v1.Vehicle", other, at: 30)]
        #expect(codes(found(silent)) == ["online_without_location"])
        let states = [Self.state(1, .online, at: 0), Self.state(2, .online, at: 30)]
        let twice = found(states + [call(3, "v1.Vehicle", other, at: 60)])
        #expect(codes(twice) == ["online_without_location"] && twice[0].evidence.map(\.call) == [1])
        // What comes after the end of the capture nobody knows.
        #expect(found([Self.state(1, .online, at: 0)]).isEmpty)
        #expect(found(silent + shift([40], from: 3)).isEmpty)
    }

    @Test func findsAShiftWithoutEnd() {
        let online = [Self.state(1, .online, at: 0)] + shift([10, 20, 30], from: 2)
        let later = call(9, "v1.Trip", getTrip, at: 200)
        #expect(codes(found(online + [later])) == ["no_final_offline"])
        #expect(found(online + [Self.state(8, .offline, at: 40), later]).isEmpty)
        #expect(found(online + [call(9, "v1.Trip", getTrip, at: 140)]).isEmpty)
    }

    /// An update to OFFLINE that was refused is evidence of its own.
    @Test func distinguishesAFailedUpdateToOfflineFromNone() {
        func end(_ number: Int, _ code: Int, at seconds: Double) -> ExaminedCall {
            let status = CallStatusText(code: code, message: "no")
            return call(
                number, "v1.Vehicle", update(.with { $0.vehicleState = .offline }), at: seconds, status: status)
        }
        let online = [Self.state(1, .online, at: 0)] + shift([10, 20, 30], from: 2)
        let later = call(9, "v1.Trip", getTrip, at: 300)
        let failed = found(online + [end(5, 14, at: 40), later]).first("no_final_offline")
        #expect(failed?.evidence.first?.text.hasPrefix("OFFLINE, but the call failed") == true)
        #expect(failed?.evidence.map(\.call) == [5])
        #expect(found(online + [end(5, 14, at: 40), end(6, 0, at: 42), later]).first("no_final_offline") == nil)
        // Without an answer it is not known to be accepted, unless the capture alone lacks the answer.
        for (server, isLost) in [(true, true), (false, false), (nil, false)] as [(Bool?, Bool)] {
            var last = end(5, 0, at: 40)
            last.status = nil
            last.captured.cut = server.map {
                CapturedCall.Cut(isByClient: !$0, isReset: true, moment: .init(packet: 1, time: .min))
            }
            last.status = last.captured.status
            let finding = found(online + [last, later]).first("no_final_offline")
            let text = "OFFLINE, but the call failed: UNAVAILABLE: connection reset by the server"
            #expect(finding?.evidence.map(\.text) == (isLost ? [text] : nil))
        }
        // Who goes on after it had no end yet.
        let resumed = found(online + [end(5, 14, at: 40)] + shift([50], from: 6) + [later])
        #expect(resumed.first("no_final_offline")?.evidence.first?.text.hasPrefix("its last update") == true)
    }

    /// A deleted vehicle sends nothing more, and one that is created with its name is another.
    @Test func endsTheTrackOfADeletedVehicle() {
        let deletion = DeleteVehicleRequest.with { $0.name = vehicleName }
        let online = [Self.state(1, .online, at: 0)] + shift([10, 20, 30], from: 2)
        let later = call(9, "v1.Trip", getTrip, at: 300)
        for (code, expected) in [(0, []), (9, ["failed_precondition", "no_final_offline"])] {
            let deleted = call(5, "v1.Vehicle", deletion, at: 40, status: CallStatusText(code: code, message: "no"))
            #expect(codes(found(online + [deleted, later])) == expected)
        }
        let deleted = call(5, "v1.Vehicle", deletion, at: 40)
        let again = [Self.state(6, .online, at: 100)] + shift([110, 120], from: 7)
        #expect(codes(found(online + [deleted] + again)) == [])
    }

    // MARK: Trips

    private static func poll(
        _ number: Int, _ status: TripStatus, _ change: (inout GetTripRequest, inout Trip) -> Void = { _, _ in }
    ) -> ExaminedCall {
        var request = getTrip
        var trip = Trip()
        trip.name = tripName
        trip.tripStatus = status
        trip.vehicleID = "v1"
        trip.etaToFirstWaypoint = time(300)
        trip.currentRouteSegment = "abc"
        change(&request, &trip)
        return call(number, "v1.Trip", request, at: Double(number), answer: trip)
    }

    @Test func followsATrip() {
        let statuses: [TripStatus] = [.new, .enrouteToPickup, .enrouteToPickup, .arrivedAtPickup, .complete]
        let result = checkup(statuses.enumerated().map { Self.poll($0.offset + 1, $0.element) })
        #expect(result.findings.isEmpty)
        #expect(result.trips.map(\.statuses) == [["NEW", "ENROUTE_TO_PICKUP", "ARRIVED_AT_PICKUP", "COMPLETE"]])
        #expect(result.trips.map(\.polls) == [5])
    }

    @Test func explainsWhatAVersionLeavesOut() {
        let findings = found([
            Self.poll(1, .enrouteToPickup) { request, trip in
                request.currentRouteSegmentVersion = time(1)
                trip.currentRouteSegment = ""
            },
            Self.poll(2, .enrouteToPickup) { request, _ in request.currentRouteSegmentVersion = time(1) },
        ])
        #expect(codes(findings) == ["unchanged_left_out"])
        #expect(findings[0].evidence.map(\.call) == [1])
        #expect(findings[0].evidence[0].text.contains("current_route_segment"))
    }

    /// Data of a newer version than the client has is not left out on purpose.
    @Test func findsAMissingRouteOfANewerVersion() {
        func poll(_ number: Int, version: Double?) -> ExaminedCall {
            Self.poll(number, .enrouteToPickup) { request, trip in
                request.currentRouteSegmentVersion = time(10)
                request.remainingWaypointsVersion = time(10)
                (trip.currentRouteSegment, trip.etaToFirstWaypoint) = ("", nil)
                trip.currentRouteSegmentVersion = version.map { time($0) }
                trip.remainingWaypointsVersion = version.map { time($0) }
            }
        }
        for version in [nil, 5, 10] as [Double?] {
            #expect(codes(found([poll(1, version: version)])) == ["unchanged_left_out"])
        }
        #expect(codes(found([poll(1, version: 10.5)])) == ["eta_missing", "route_missing"])
        var request = GetVehicleRequest()
        (request.name, request.waypointsVersion) = (vehicleName, time(10))
        var vehicle = Vehicle()
        vehicle.waypointsVersion = time(11)
        #expect(found([call(1, "v1.Vehicle", request, answer: vehicle)]).isEmpty)
        vehicle.waypointsVersion = time(10)
        #expect(codes(found([call(1, "v1.Vehicle", request, answer: vehicle)])) == ["unchanged_left_out"])
    }

    @Test func explainsAMissingArrivalTime() {
        let missing = Self.poll(1, .enrouteToPickup) { _, trip in trip.etaToFirstWaypoint = nil }
        let alone = found([missing])
        #expect(codes(alone) == ["eta_missing"])
        #expect(alone[0].remedy.contains("does not report in this capture"))
        let reporting = found(shift([0, 10], from: 2) + [missing])
        #expect(reporting.first("eta_missing")?.remedy.contains("never sends eta_to_first_waypoint") == true)
        let unassigned = found([
            Self.poll(1, .enrouteToPickup) { _, trip in
                trip.etaToFirstWaypoint = nil
                trip.vehicleID = ""
            }
        ])
        #expect(unassigned[0].remedy.contains("vehicle_id"))
        let waiting = Self.poll(1, .arrivedAtPickup) { _, trip in trip.etaToFirstWaypoint = nil }
        #expect(found([waiting]).isEmpty)
    }

    /// The remedy depends on whether the vehicle sent the missing field, when, and how that call ended.
    @Test(
        arguments: [
            (nil, 0, "never sends"), (0, 14, "only in updates that fail"), (20, 0, "not before these polls"),
            (0, 0, "waypoints"),
            // Clocks that count milliseconds let a poll begin when the update ends, which is 20 ms long.
            (9.98, 0, "waypoints"),
        ] as [(Double?, Int, String)])
    func remedyFitsWhatTheVehicleSent(time sent: Double?, status: Int, remedy: String) {
        var vehicle = Vehicle()
        vehicle.vehicleState = .online
        if sent != nil {
            vehicle.etaToFirstWaypoint = time(300)
            vehicle.currentRouteSegment = "abc"
        }
        let report = call(
            9, "v1.Vehicle", update(vehicle), at: sent ?? 0, status: CallStatusText(code: status, message: "x"))
        let missing = Self.poll(10, .enrouteToPickup) { _, trip in
            (trip.etaToFirstWaypoint, trip.currentRouteSegment) = (nil, "")
        }
        let findings = found([report, missing])
        for code in ["eta_missing", "route_missing"] {
            #expect(findings.first(code)?.remedy.contains(remedy) == true)
        }
    }

    /// A field that the vehicle goes on to send was there before the poll.
    @Test func theFirstReportWithAFieldCounts() {
        let vehicle = Vehicle.with { ($0.vehicleState, $0.etaToFirstWaypoint) = (.online, time(300)) }
        let reports = [0, 20].map { call($0 + 1, "v1.Vehicle", update(vehicle), at: Double($0)) }
        let missing = Self.poll(10, .enrouteToPickup) { _, trip in trip.etaToFirstWaypoint = nil }
        #expect(found(reports + [missing]).first("eta_missing")?.remedy.contains("not before these polls") == false)
    }

    /// The arrival time belongs to the waypoints, which are left out because the client has them.
    @Test func ignoresArrivalTimesThatAVersionLeavesOut() {
        let whole = Self.poll(1, .enrouteToPickup) { _, trip in trip.remainingWaypoints = [TripWaypoint()] }
        let known = Self.poll(2, .enrouteToPickup) { request, trip in
            request.remainingWaypointsVersion = time(1)
            trip.etaToFirstWaypoint = nil
        }
        #expect(codes(found([whole, known])) == ["unchanged_left_out"])
    }

    /// Answers with old locations are found although no vehicle reports in the capture.
    @Test func findsStaleAnswers() throws {
        func old(_ number: Int, _ age: Double, _ status: TripStatus = .enrouteToPickup) -> ExaminedCall {
            Self.poll(number, status) { _, trip in
                trip.lastLocation = location(at: Double(number) - age)
                trip.lastLocation?.numStaleUpdates = age > 300 ? 40 : 0
            }
        }
        let findings = found([old(1, 400), old(2, 400)])
        #expect(codes(findings) == ["stale_answer", "stale_updates"])
        for finding in findings { #expect(finding.evidence.map(\.call) == [1, 2] && finding.resource == tripName) }
        #expect(findings.first("stale_answer")?.evidence[0].path == "last_location.update_time")
        #expect(found([old(1, 30)]).isEmpty)
        #expect(found([old(1, 200, .complete), old(2, 200, .new)]).isEmpty)
        var vehicle = Vehicle()
        vehicle.lastLocation = location(at: 0)
        vehicle.lastLocation?.numStaleUpdates = 30
        let loose = MessageDoctor.examine([vehicle.encoded()], as: try type(Vehicle.self)).findings
        #expect(codes(loose) == ["stale_updates"])
        #expect(loose[0].evidence[0].path == "last_location.num_stale_updates" && loose[0].evidence[0].offset != nil)
    }

    /// In the middle of a connection paths are not known, and requests are recognised by their content.
    @Test func followsVehiclesInCallsWithoutAPath() {
        let hidden = shift([0, 10, 20, 30, 31, 32, 33, 34, 35, 36]).map { call in
            var call = call
            call.captured.presumption = .init(path: call.path)
            (call.path, call.headers, call.captured.requestHeaders) = (nil, nil, nil)
            return call
        }
        let result = checkup(hidden)
        #expect(result.hiddenCalls == 10)
        #expect(result.vehicles.map(\.name) == [vehicleName] && result.vehicles.map(\.updates) == [10])
        #expect(codes(result.findings) == ["updates_too_frequent"])
    }

    @Test func explainsAMissingRoute() {
        let missing = Self.poll(1, .enrouteToDropoff) { _, trip in trip.currentRouteSegment = "" }
        #expect(codes(found([missing])) == ["route_missing"])
        // The form of the route that a request asks for unless it says otherwise.
        let points = Self.poll(1, .enrouteToDropoff) { _, trip in
            (trip.currentRouteSegment, trip.route) = ("", [LatLng(latitude: 52, longitude: 13)])
        }
        #expect(found([points]).isEmpty)
    }

    @Test func findsATripThatGoesOnAfterItsEnd() {
        func update(_ number: Int, _ status: TripStatus) -> ExaminedCall {
            var request = UpdateTripRequest()
            request.name = tripName
            request.trip = Trip()
            request.trip?.tripStatus = status
            request.updateMask = mask("trip_status")
            return call(number, "v1.Trip", request, at: Double(number))
        }
        #expect(codes(found([update(1, .complete), update(2, .new)])) == ["status_after_end"])
        #expect(found([update(1, .new), update(2, .complete)]).isEmpty)
        let deletion = DeleteTripRequest.with { $0.name = tripName }
        let deleted = call(2, "v1.Trip", deletion, at: 2)
        #expect(found([update(1, .complete), deleted, update(3, .new)]).isEmpty)
        let polls = (1...8).map { Self.poll($0, .complete) }
        #expect(codes(found(polls)) == ["polled_after_end"])
        #expect(found(Array(polls.prefix(6))).isEmpty)
    }

    /// Two back ends that give a trip to a vehicle each undo what the other does.
    @Test func tripsAreNotAssignedInTurn() {
        func assign(_ ids: [String]) -> [ExaminedCall] {
            ids.enumerated().map { number, id in
                let request = UpdateTripRequest.with {
                    $0.name = tripName
                    $0.trip = .with { $0.vehicleID = id }
                    $0.updateMask = mask("vehicle_id")
                }
                return call(number + 1, "v1.Trip", request, at: Double(number))
            }
        }
        #expect(codes(found(assign(["a", "b", "a", "b"]))) == ["assigned_in_turn"])
        // Repeats, an offer that comes back once, and a list of offers.
        for ids in [["a", "a", "b", "b", "a", "c"], ["a", "", "b", "", "a", "", "b"]] {
            #expect(!codes(found(assign(ids))).contains("assigned_in_turn"))
        }
    }

    // MARK: Many

    @Test func tablesTellHowManyCallsFailed() {
        let refused = call(3, "v1.Vehicle", update(.with { $0.maximumCapacity = 3 }), at: 20, status: .init(code: 7))
        let text = CheckupText().text(checkup(shift([0, 10]) + [refused]), name: "x").description
        let failures = "1 \(ErrorCategory.clientMustAct.title)"
        #expect(text.split(separator: "\n").contains { $0.contains("v1 ") && $0.contains(failures) }, "\(text)")
    }

    /// A summary lists the first ten vehicles, all of them on request.
    @Test func tablesTellHowManyVehiclesTheyLeaveOut() {
        let calls = (1...12).map { number in
            var request = update(.with { $0.maximumCapacity = 3 })
            request.name = "\(provider)/vehicles/car\(number)"
            return call(number, "v1.Vehicle", request, at: Double(number))
        }
        let result = checkup(calls)
        let text = CheckupText().text(result, name: "x").description
        #expect(text.contains("\nand 2 more vehicles\n") && !text.contains("\ncar11 "), "\(text)")
        let whole = CheckupText(showsAll: true).text(result, name: "x").description
        #expect(!whole.contains("more vehicles") && (1...12).allSatisfy { whole.contains("\ncar\($0) ") })
    }

    @Test func gathersTheSameFindingAboutManyVehicles() {
        let calls = (0..<5).flatMap { vehicle in
            shift(Self.every(2, 10)).map { call in
                var call = call
                guard var request = try? UpdateVehicleRequest(decoding: call.requests[0]) else { return call }
                request.name = "\(provider)/vehicles/car\(vehicle)"
                call.requests = [request.encoded()]
                return call
            }
        }
        let findings = found(calls)
        #expect(codes(findings) == ["updates_too_frequent"])
        #expect(findings[0].resource == nil)
        #expect(findings[0].evidence.count == Finding.evidenceLimit)
        #expect(findings[0].evidenceCount == 5 * 10)
    }

    /// Findings about the call that is asked about are kept, however many calls before it have the same fault.
    @Test func keepsAllFindingsOfTheCallThatIsAskedAbout() {
        let old = Self.aged((0..<20).map { $0 % 2 == 0 ? 600 : 700 })
        for number in [1, 14, 20] {
            let found = checkup(old, call: number).findings
            #expect(found.first("stale_location")?.evidence.map(\.call) == [number])
        }
        let frequent = shift(Self.every(2, 40))
        #expect(checkup(frequent, call: 30).findings.map { $0.evidence.map(\.call) } == [[30]])
        let missing = (1...60).map { number in
            Self.poll(number, .enrouteToPickup) { _, trip in
                (trip.etaToFirstWaypoint, trip.currentRouteSegment) = (nil, "")
            }
        }
        #expect(codes(checkup(missing, call: 50).findings) == ["eta_missing", "route_missing"])
        #expect(checkup(shift([0, 10, 20]), call: 2).findings.isEmpty)
    }

    @Test func keepsSomeEvidenceAndCountsTheRest() {
        let findings = found([Self.state(1, .offline, at: 0)] + shift(Self.every(10, 100), from: 2))
        #expect(findings.map(\.evidence.count) == [Finding.evidenceLimit])
        #expect(findings.map(\.moreEvidence) == [100 - Finding.evidenceLimit])
    }
}
