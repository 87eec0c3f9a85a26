import FleetMessages
import GRPCWire
import ProtobufWire
import TestSupport
import Testing

@testable import WireCapture
@testable import WireReport

/// What a page has of single calls: rows, details, places.
@Suite struct PageContentTests {
    /// A call that has ended with OK.
    private func call(
        _ number: Int, _ method: String, _ request: (any Message)? = nil, answer: (any Message)? = nil,
        at nanoseconds: Int64? = 0, status: String = "0"
    ) -> CapturedCall {
        let moment = CapturedCall.Moment(packet: number, time: nanoseconds)
        var call = CapturedCall(
            client: .unknown, server: .unknown, stream: 1, medium: .http2, first: moment, last: moment)
        call.number = number
        call.requestHeaders = [HeaderField(name: ":path", value: Array("/maps.fleetengine.\(method)".utf8))]
        call.trailers = [HeaderField(name: "grpc-status", value: Array(status.utf8))]
        call.request.messages = request.map { [Self.message($0.encoded())] } ?? []
        call.response.messages = answer.map { [Self.message($0.encoded())] } ?? []
        return call
    }

    private static func message(_ payload: [UInt8]) -> LengthPrefixedMessage {
        LengthPrefixedMessage(frame: MessageFrame(uncompressedAt: 0, length: payload.count), payload: payload)
    }

    private func page(_ calls: [CapturedCall]) throws -> ReportPage {
        var report = CaptureReport(RecordedCapture.schema)
        for call in calls { report.add(call) }
        return try ReportPage(report)
    }

    private static let getTrip = "v1.TripService/GetTrip"
    private static let getVehicle = "v1.VehicleService/GetVehicle"

    // MARK: Rows

    /// Rows count microseconds from the first call that has a time, of which the page knows whole milliseconds.
    @Test func timesCountFromTheFirstCall() throws {
        let times: [Int64?] = [nil, 1_000_500_000, 3_000_000_000, .min]
        let page = try page(times.enumerated().map { call($0 + 1, Self.getTrip, at: $1) })
        #expect(page.data["start"] as? Int == 1_000)
        #expect(page.calls.map { $0[0] as? Int } == [nil, 500, 2_000_000, nil])
    }

    @Test func rowsTellWhatIsMissingAndCompressed() throws {
        var (partial, packed, bare) = (call(1, Self.getTrip), call(2, Self.getTrip), call(3, Self.getTrip))
        partial.omissions = [.response]
        let sent = try MessageFramer.encode([Array(repeating: 0, count: 90)], encoding: .gzip)
        packed.request.messages = try Deframer.decodeAll(sent, .header(.gzip))
        // Bytes that are no whole message, of a method that is not known.
        bare.request.length = 7
        bare.requestHeaders = nil
        let page = try page([partial, packed, bare])
        // Flags: 1 for parts that are missing, 2 for compression, 4 for calls that can be opened.
        #expect(page.calls.map { $0[10] as? Int } == [1 | 4, 2 | 4, 4])
        #expect(page.calls.map { [$0[6], $0[7]] as? [Int] } == [[0, 0], [sent.count - 5, 1], [7, 0]])
        #expect(page.value(page.calls[2][4], of: "methods") == ["", "(not in the capture)"])
        let request = try #require(page.details[2]?["request"] as? [String: Any])
        let message = try #require((request["messages"] as? [[String: Any]])?.first)
        #expect(message["compressed"] as? Int == sent.count - 5 && message["encoding"] as? String == "gzip")
    }

    /// A list of vehicles is about none of them, unless it is short; what is named twice counts once.
    @Test func callsAreAboutAFewThings() throws {
        func list(_ count: Int) -> CapturedCall {
            let answer = ListVehiclesResponse.with {
                $0.vehicles = (1...count).map { number in
                    .with {
                        ($0.name, $0.currentTrips) = ("providers/p/vehicles/v\(number)", count == 1 ? ["t", "t"] : [])
                    }
                }
            }
            return call(count, "v1.VehicleService/ListVehicles", answer: answer)
        }
        let page = try page([list(1), list(ReportLimits.subjectsOfCall), list(ReportLimits.subjectsOfCall + 1)])
        #expect(page.calls.map { ($0[11] as? [Int])?.count } == [2, ReportLimits.subjectsOfCall, 0])
        #expect(Subject(name: "providers/p/billableTrips/t") == Subject(name: "providers/p/trips/t"))
    }

    // MARK: Details

    @Test func detailsHavePacketsAndResets() throws {
        var (packets, entry) = (call(1, Self.getTrip), call(2, Self.getTrip))
        packets.responseEnd = .init(packet: 9, time: 0)
        packets.reset = .init(isByClient: true, code: .cancel)
        entry.medium = .httpArchive
        let page = try page([packets, entry])
        #expect(page.details[1]?["packets"] as? [Int] == [1, 9] && page.details[2]?["packets"] == nil)
        #expect((page.details[1]?["reset"] as? String)?.contains("CANCEL") == true && page.details[2]?["reset"] == nil)
    }

    /// A damaged message is a tree up to the damage. Of a long one the beginning is, and no damage where that ends.
    @Test func messagesWithoutJSONAreTrees() throws {
        let long = Trip.with { $0.name = String(repeating: "a", count: 2 * ReportLimits.message) }
        var call = call(1, Self.getTrip, answer: long)
        call.response.messages.append(Self.message([0x0A, 5, 0x61]))
        let response = try #require(try page([call]).details[1]?["response"] as? [String: Any])
        let messages = try #require(response["messages"] as? [[String: Any]])
        #expect(messages.allSatisfy { $0["json"] == nil && $0["tree"] is String })
        #expect(messages[0]["treeOf"] as? Int == ReportLimits.message / 8 && messages[0]["damage"] == nil)
        #expect((messages[0]["tree"] as? String)?.contains("✗") == false)
        #expect(messages[1]["treeOf"] == nil && (messages[1]["damage"] as? String)?.contains("truncated") == true)
        #expect((messages[1]["tree"] as? String)?.contains("✗") == true)
    }

    /// Failures are explained. Of a call that ended well, the page says whose token it had.
    @Test func explainsFailures() throws {
        var calls = [call(1, Self.getTrip), call(2, Self.getTrip, status: "5")]
        for index in calls.indices {
            let token = HeaderField(name: "authorization", value: Array("Bearer a.b.c".utf8))
            calls[index].requestHeaders = HeaderBlock(Array(calls[index].requestHeaders ?? []) + [token])
        }
        let page = try page(calls)
        func labels(_ number: Int) -> Set<String> {
            Set((page.details[number]?["explanation"] as? [[String]] ?? []).map { $0[0] })
        }
        #expect(labels(1) == ["token", ""])
        #expect(labels(2).isSuperset(of: ["meaning", "next step", "token"]) && !labels(2).contains("status"))
    }

    // MARK: Places

    private func vehicle(_ longitudes: [Double], measured seconds: Int64?) -> Vehicle {
        .with {
            $0.name = "providers/p/vehicles/v"
            let places = longitudes.map { longitude in
                VehicleLocation.with {
                    $0.location = LatLng(latitude: 1, longitude: longitude)
                    $0.updateTime = seconds.map { Timestamp(seconds: $0) }
                }
            }
            ($0.pastLocations, $0.lastLocation) = (Array(places.dropLast()), places.last)
        }
    }

    private func points(_ track: [String: Any]) -> [[Any]] {
        (track["points"] as? [Any] ?? []).parts(of: 4).map(Array.init)
    }

    /// A track goes by the times of its locations, or those of their calls, and has no point where the vehicle stood.
    @Test func tracksGoByTheTimesOfLocations() throws {
        let locations: [(Double, Int64?)] = [(2, 10), (2, 10), (3, 5), (2, 20), (4, nil), (5, .max)]
        let calls = locations.enumerated().map { index, place in
            call(index + 1, Self.getVehicle, answer: vehicle([place.0], measured: place.1), at: 30_000_000_000)
        }
        let page = try page(calls)
        #expect(page.tracks.count == 1)
        let points = points(page.tracks[0])
        #expect(points.map { $0[2] as? Int } == [3, 1, 5, 6])
        // No date of JavaScript is so late as the last.
        #expect(points.map { $0[3] as? Int } == [5_000, 10_000, 30_000, nil])
    }

    @Test func longTracksAndRoutesAreThinnedOut() throws {
        let count = ReportLimits.trackPoints + 1
        let far = vehicle((1...count).map { Double($0) * 0.01 }, measured: 1)
        let route = (1...count + 1).map { LatLng(latitude: 1, longitude: Double($0) * 0.01) }
        let trip = Trip.with { ($0.name, $0.route) = ("providers/p/trips/t", route) }
        let page = try page([call(1, Self.getVehicle, answer: far), call(2, Self.getTrip, answer: trip)])
        #expect(points(page.tracks[0]).count == count / 2 + 1)
        let line = try #require((page.map["routes"] as? [[String: Any]])?.first?["points"] as? [Int])
        // With both ends.
        #expect(line.count / 2 == (count + 1) / 2 + 1)
        let metres = try #require(page.map["metresPerLongitude"] as? Double)
        #expect(abs(Double(line[line.count - 2] - line[0]) / 10 - Double(count) * 0.01 * metres) < 1)
    }

    /// Under way, messages repeat routes, or have what is left of them.
    @Test func routesAreDrawnOnce() throws {
        func trip(_ current: [Double], ahead: [[Double]]) -> Trip {
            func line(_ longitudes: [Double]) -> [LatLng] { longitudes.map { LatLng(latitude: 1, longitude: $0) } }
            return .with {
                ($0.name, $0.route) = ("providers/p/trips/t", line(current))
                $0.remainingWaypoints = ahead.map { path in .with { $0.pathToWaypoint = line(path) } }
            }
        }
        let ahead: [[Double]] = [[5, 6], [7, 8]]
        let answers = [trip([1, 2, 3], ahead: ahead), trip([1.5, 2, 3], ahead: ahead), trip([9, 2], ahead: ahead)]
        let page = try page(answers.enumerated().map { call($0 + 1, Self.getTrip, answer: $1) })
        let routes = try #require(page.map["routes"] as? [[String: Any]])
        #expect(routes.map { $0["call"] as? Int } == [1, 1, 1, 3])
        #expect(routes.map { $0["kind"] as? String } == ["current", "ahead", "ahead", "current"])
    }

    /// A stop is of the call that has it first.
    @Test func stopsAreOfTheirFirstCall() throws {
        let calls = (1...3).map { number in
            let vehicle = Vehicle.with {
                $0.name = "providers/p/vehicles/v"
                $0.waypoints = (1...number).map { stop in
                    .with {
                        $0.location = .with { $0.point = LatLng(latitude: 1, longitude: Double(stop)) }
                        $0.waypointType = [.pickup, .dropOff, .intermediateDestination][stop - 1]
                    }
                }
            }
            return call(number, Self.getVehicle, answer: vehicle)
        }
        let stops = try page(calls).stops
        #expect(stops.map { $0["call"] as? Int } == [1, 2, 3])
        #expect(stops.map { $0["kind"] as? String } == ["pickup", "dropoff", "stop"])
    }

    /// What recipients see of their shipment is drawn as the vehicle that brings it.
    @Test func trackingIDsAreThoseOfVehicles() throws {
        let place = DeliveryVehicleLocation.with { $0.location = LatLng(latitude: 1, longitude: 2) }
        let task = DeliveryTask.with {
            ($0.name, $0.deliveryVehicleID, $0.trackingID) = ("providers/p/tasks/k", "d", "x")
            $0.journeySharingInfo = .with { $0.lastLocation = place }
        }
        let info = TaskTrackingInfo.with { ($0.name, $0.vehicleLocation) = ("providers/p/taskTrackingInfo/x", place) }
        let service = "delivery.v1.DeliveryService"
        let page = try page([
            call(1, "\(service)/GetTask", answer: task), call(2, "\(service)/GetTaskTrackingInfo", answer: info),
        ])
        #expect(page.tracks.count == 1)
        let subjects = try #require(page.data["subjects"] as? [[String]])
        #expect(
            (page.tracks.first?["mover"] as? Int).map { Array(subjects[$0].prefix(2)) } == ["deliveryVehicles", "d"])
    }

    @Test func saysWhatTheMapLeavesOut() throws {
        let vehicles = (0...ReportLimits.tracks + 1).map { number in
            Vehicle.with {
                $0.name = "providers/p/vehicles/v\(number)"
                $0.lastLocation = .with { $0.location = LatLng(latitude: 1, longitude: 1) }
                $0.waypoints = (1...6).map { stop in
                    .with { $0.location = .with { $0.point = LatLng(latitude: 1, longitude: Double(stop)) } }
                }
            }
        }
        let list = ListVehiclesResponse.with { $0.vehicles = vehicles }
        let page = try page([call(1, "v1.VehicleService/ListVehicles", answer: list)])
        #expect(page.tracks.count == ReportLimits.tracks && page.stops.count == ReportLimits.stops)
        #expect(
            page.data["remarks"] as? [String] == [
                "2 vehicles are not on the map: it shows \(ReportLimits.tracks).",
                "The page has the first \(ReportLimits.stops) stops: there are more.",
            ])
    }
}
