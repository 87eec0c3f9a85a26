import FleetEmulator
import FleetErrors
import FleetMessages
import Foundation
import GRPCWire
import ProtobufSchema
import TestSupport
import Testing

/// A call of recorded traffic between Google's clients and a sample server.
struct RecordedCall: CustomTestStringConvertible {
    let name: String
    let truth: [String: Any]

    var testDescription: String { name }
    var path: String { truth["path"] as? String ?? "" }
    var method: String { String(path.drop { $0 == "/" }.drop { $0 != "/" }.dropFirst()) }
    var code: Int? { (truth["status_code"] as? NSNumber)?.intValue }
    var message: String { truth["message"] as? String ?? "" }
    var details: [Any] { truth["details"] as? [Any] ?? [] }

    /// The token of the header `authorization`.
    var token: String? {
        (truth["request_headers"] as? [String: Any])?["authorization"].flatMap { $0 as? String }.map {
            String($0.dropFirst("Bearer ".count))
        }
    }

    private func message(_ key: String) -> [String: Any]? {
        ((truth[key] as? [[String: Any]])?.first)?["json"] as? [String: Any]
    }

    var request: [String: Any]? { message("request_messages") }
    var response: [String: Any]? { message("response_messages") }

    /// The time of the server, as far as the call tells it: the newest of its times.
    var time: Timestamp? {
        let location = response?["lastLocation"] as? [String: Any]
        let serverTime = ["CreateTrip", "UpdateTrip", "GetTrip"].contains(method) ? nil : location?["serverTime"]
        let time = (serverTime as? String).flatMap { try? Timestamp(json: "\"\($0)\"") }
        return time.map { $0 - ProtobufDuration(nanoseconds: path.contains("delivery") ? 40_000_000 : 50_000_000) }
    }

    static func all(in capture: String) throws -> [RecordedCall] {
        try RecordedCapture.named(capture).expectedCalls().enumerated().map {
            RecordedCall(name: "\(capture) \($0.offset)", truth: $0.element)
        }
    }

    /// The status as a fault, for the calls whose failure the server was told to make.
    var orderedFault: EmulatorFault? {
        guard let code, code != 0 else { return nil }
        var fault = EmulatorFault(method: FleetMethod(path: path))
        fault.count = 1
        fault.status = CallStatus(
            StatusCode(rawValue: Int32(code)), message,
            details: details.compactMap { detail in
                guard let data = try? JSONSerialization.data(withJSONObject: detail) else { return nil }
                return (try? AnyMessage(json: [UInt8](data))).map { StatusDetail($0) }
            })
        return fault
    }
}

/// The methods by their paths, for requests in JSON.
enum JSONMethod {
    typealias Answer = Result<[String: Any], CallStatus>
    typealias Run = @Sendable (inout FleetEmulator, [String: Any], String?) throws -> Answer

    static func answer(_ call: RecordedCall, in emulator: inout FleetEmulator) throws -> Answer? {
        guard let run = all[call.path] else { return nil }
        return try run(&emulator, call.request ?? [:], call.token)
    }

    private static func run<Method: AnyEmulatedMethod>(_ method: Method) -> Run {
        { [rpc = method.rpc] emulator, request, token in
            let message = try Method.Request(json: [UInt8](JSONSerialization.data(withJSONObject: request)))
            return emulator.answer(rpc, message, token: token).result.map { response in
                let json = (try? response.json()) ?? []
                return (try? JSONSerialization.jsonObject(with: Data(json))) as? [String: Any] ?? [:]
            }
        }
    }

    static let all: [String: Run] = Dictionary(
        uniqueKeysWithValues: FleetEmulator.methods.map { ($0.path, run($0)) })
}

/// Recorded calls, sent to an emulator in their order, at their times and with their tokens.
@Suite struct ReplayTests {
    /// The calls of `errors.pcapng` that fail by a rule. The server was told to let the others fail.
    private static let ruledFailures: Set<String> = [
        "update_mask cannot be empty", "update_mask contains an unknown path", "Vehicle is incomplete",
        "Vehicle has active trips assigned to it", "count must be 1..50 and pickup_radius_meters 400..10000",
        "Request is missing required authentication credential.",
        "The provided JWT has expired. Please provide a valid JWT.",
        "The JWT audience must be https://fleetengine.googleapis.com/.",
        "The JWT authorization claims do not contain tripid.",
    ]

    private static func isRuled(_ message: String) -> Bool {
        let beginnings = ["Invalid ", "Vehicle not found", "TaskTrackingInfo not found", "Vehicle already exists"]
        return ruledFailures.contains(message) || message.hasSuffix("claim does not match the requested resource.")
            || beginnings.contains { message.hasPrefix($0) }
    }

    /// The emulator's answers to the calls of a capture, and the truth.
    static func replay(_ capture: String) throws -> [(call: RecordedCall, answer: JSONMethod.Answer)] {
        let clock = TestClock()
        var emulator = FleetEmulator { clock.now }
        let calls = try RecordedCall.all(in: capture)
        // The fleet of this capture was there before its first call.
        if capture == "big-list.pcapng" { emulator.state.vehicles = try vehicles(in: calls) }
        return try calls.compactMap { call in
            // A call that was given up by its client has no status.
            guard call.code != nil else { return nil }
            let issued = Timestamp(seconds: call.token.flatMap { FleetToken($0).issuedAt } ?? 0)
            clock.set(max(clock.now, call.time ?? issued, issued))
            if !isRuled(call.message), let fault = call.orderedFault { emulator.faults = [fault] }
            return try JSONMethod.answer(call, in: &emulator).map { (call, $0) }
        }
    }

    /// The vehicles that the responses of calls show.
    private static func vehicles(in calls: [RecordedCall]) throws -> ResourceStore<Vehicle> {
        var store = ResourceStore<Vehicle>()
        for call in calls {
            let response = call.response ?? [:]
            let listed = response["vehicles"] as? [[String: Any]] ?? []
            let matched = (response["matches"] as? [[String: Any]] ?? []).compactMap { $0["vehicle"] as? [String: Any] }
            let single = call.method.hasSuffix("Vehicle") ? [response] : []
            for json in listed + matched + single {
                let vehicle = try Vehicle(json: [UInt8](JSONSerialization.data(withJSONObject: json)))
                store[vehicle.name] = vehicle
            }
        }
        return store
    }

    @Test(arguments: Exhaustive.elements(of: RecordedCapture.apps + ["big-list.pcapng"], inDebugEvery: 3))
    func everyCallEndsAsRecorded(_ capture: String) throws {
        let calls = try Self.replay(capture)
        #expect(calls.count >= 12)
        for (call, answer) in calls {
            switch answer {
            case .success: #expect(call.code == 0, "\(call.name) \(call.method)")
            case .failure(let status):
                #expect(Int(status.code.rawValue) == call.code, "\(call.name) \(call.method): \(status)")
                #expect(status.message == call.message, "\(call.name) \(call.method)")
                let details = try status.details.map { detail in
                    try JSONSerialization.jsonObject(with: Data(try #require(detail.json).utf8))
                }
                let difference = jsonDifference(details, call.details)
                #expect(difference == nil, "\(call.name) \(call.method): \(difference ?? "")")
            }
        }
    }

    /// Where responses differ from the recorded ones: the rule that the recording server does not have, and the fields.
    ///
    /// That server takes over what clients send in OUTPUT_ONLY and INPUT_ONLY fields, sets `actual_…` itself, answers unset
    /// times as the year 1970, and has no waypoints but those that vehicles report.
    private static let explained: [(rule: String, fields: Set<String>)] = [
        (
            "inputOnly",
            [
                "lastLocation", "deviceSettings", "remainingTimeSeconds", "pastLocations", "actualPickupPoint",
                "actualPickupArrivalPoint", "actualDropoffPoint", "actualIntermediateDestinations",
                "actualIntermediateDestinationArrivalPoints", "journeySharingInfo", "deliveryVehicles", "trips",
            ]
        ),
        (
            "outputOnly",
            [
                "deliveryVehicleId", "remainingVehicleJourneySegments", "remainingDrivingDistanceMeters",
                "routePolylinePoints",
            ]
        ),
        (
            "serverTimes",
            [
                "currentRouteSegmentVersion", "currentRouteSegmentTrafficVersion", "remainingWaypointsVersion",
                "remainingWaypointsRouteVersion", "waypointsVersion", "intermediateDestinationsVersion",
            ]
        ),
        ("tripWaypoints", ["remainingWaypoints", "vehicleWaypoints", "waypoints"]),
        ("estimates", ["pickupTime", "dropoffTime"]),
        ("remainingTime", ["etaToFirstWaypoint", "remainingTimeToFirstWaypoint"]),
        ("snappable", ["lastLocationSnappable"]),
        ("traffic", ["currentRouteSegmentTraffic"]),
        ("unknownPath", ["vehicleState"]),
        ("attributes", ["attributes"]),
        ("currentSegment", ["remainingDistanceMeters", "remainingDuration"]),
        ("visibility", ["remainingStopCount", "vehicleLocation"]),
        ("arrivals", ["estimatedArrivalTime", "estimatedTaskCompletionTime"]),
        ("outcomeLocation", ["taskOutcomeLocation"]),
        ("filters", ["tasks", "totalSize", "nextPageToken"]),
    ]

    @Test func responsesDifferOnlyByRules() throws {
        var differing: Set<String> = []
        for capture in RecordedCapture.apps {
            for case (let call, .success(let response)) in try Self.replay(capture) {
                let truth = call.response ?? [:]
                differing.formUnion(
                    Set(response.keys).union(truth.keys).filter { key in
                        guard let left = response[key], let right = truth[key] else { return true }
                        return jsonDifference(left, right) != nil
                    })
            }
        }
        #expect(Self.explained.allSatisfy { Rule(rawValue: $0.rule) != nil })
        #expect(differing == Self.explained.reduce(into: []) { $0.formUnion($1.fields) })
    }
}
