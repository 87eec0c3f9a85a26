import CallViews
import FleetMessages
import FleetProtos
import Foundation
import GRPCWire
import ProtobufSchema
import ProtobufWire
import TestSupport
import Testing
import WireDoctor
import WireInspect

@testable import WireCapture

/// What changed in captures, against the differences between the official JSON of the same answers.
@Suite struct HistoryTests {
    /// In the middle of a connection, where paths are not known, resources are followed where requests say enough.
    @Test func followsResourcesInCallsWithoutAPath() throws {
        let calls = try identifiedCalls.value(RecordedCapture.named("midstream.pcap").file)
        var history = ResourceHistory(schema: FleetSchema.shared)
        let steps = calls.flatMap { history.take($0) }
        let hidden = Set(calls.indices.filter { calls[$0].path == nil }.map { $0 + 1 })
        #expect(hidden.count == 23)
        #expect(steps.count { hidden.contains($0.call) } >= 21)
    }

    private func calls(_ capture: RecordedCapture) throws -> [CapturedCall] {
        let extractor = CallExtractor(identify: CallIdentifier(RecordedCapture.schema).identify)
        return extractor.calls(in: try capture.file.bytes())
    }

    @Test(arguments: Exhaustive.elements(of: try RecordedCapture.all().filter { !$0.isMidstream }, inDebugEvery: 5))
    func stepsAreTheDifferencesOfTheOfficialJSON(_ capture: RecordedCapture) throws {
        var history = ResourceHistory(schema: RecordedCapture.schema)
        let steps = try calls(capture).flatMap { history.take($0) }
        var found: [String] = []
        for step in steps where step.difference != nil || step.isFirst {
            let names = step.difference?.updatedFields.map { step.type.field(named: $0)?.jsonName ?? $0 }
            found.append("\(step.call) \(step.name) \(names.map { $0.sorted().joined(separator: ",") } ?? "first")")
        }
        #expect(found == (try expectedSteps(capture)))
        #expect(!history.isCut)
    }

    private func expectedSteps(_ capture: RecordedCapture) throws -> [String] {
        var states: [String: [String: Any]] = [:]
        var steps: [String] = []
        for (index, call) in try capture.expectedCalls().enumerated() {
            let request = (call["request_messages"] as? [[String: Any]])?.first?["json"] as? [String: Any]
            for message in call["response_messages"] as? [[String: Any]] ?? [] {
                for answer in resources(message["json"] as? [String: Any] ?? [:], call["response_type"] as? String) {
                    var resource = answer
                    guard let name = resource["name"] as? String else { continue }
                    if let old = states[name] {
                        // Data whose version the request has is left out of answers, until the trip is over.
                        let isOver = ["COMPLETE", "CANCELED"].contains(answer["tripStatus"] as? String)
                        for field in ["currentRouteSegment", "currentRouteSegmentTraffic", "remainingWaypoints"]
                        where !isOver && request?[field + "Version"] != nil && answer[field] == nil {
                            for key in [field, field + "Version"] { resource[key] = answer[key] ?? old[key] }
                        }
                        let keys = Set(old.keys).union(resource.keys).filter { key in
                            guard let before = old[key], let after = resource[key] else { return true }
                            return jsonDifference(before, after) != nil
                        }
                        steps.append("\(index + 1) \(name) \(keys.sorted().joined(separator: ","))")
                    } else {
                        steps.append("\(index + 1) \(name) first")
                    }
                    states[name] = resource
                }
            }
        }
        return steps
    }

    private func resources(_ json: [String: Any], _ type: String?) -> [[String: Any]] {
        let lists = ["vehicles", "trips", "tasks", "deliveryVehicles"].compactMap { json[$0] as? [[String: Any]] }
        if let list = lists.first, type?.hasSuffix("Response") ?? false { return list }
        if let matches = json["matches"] as? [[String: Any]] {
            return matches.compactMap { $0["vehicle"] as? [String: Any] }
        }
        return type?.hasSuffix("Response") ?? true ? [] : [json]
    }

    @Test func followsOneResourceOnly() throws {
        let capture = try RecordedCapture.named("streaming.pcapng")
        let calls = try calls(capture)
        var all = ResourceHistory(schema: RecordedCapture.schema)
        let names = Set(calls.flatMap { all.take($0) }.map(\.name))
        let name = try #require(names.sorted().first { $0.contains("/vehicles/") })
        let id = String(name.split(separator: "/").last ?? "")
        for wanted in [id, name] {
            var history = ResourceHistory(of: [.vehicle: [wanted]], schema: RecordedCapture.schema)
            let found = calls.flatMap { history.take($0) }
            #expect(!found.isEmpty && found.allSatisfy { $0.name == name })
        }
        var trips = ResourceHistory(of: [.trip: [id]], schema: RecordedCapture.schema)
        #expect(calls.flatMap { trips.take($0) }.isEmpty)
    }

    /// An update that the server refuses changes nothing, and is a step.
    @Test func stepsIncludeRefusedUpdates() throws {
        var vehicle = Vehicle()
        vehicle.name = vehicleName
        vehicle.vehicleState = .online
        var request = UpdateVehicleRequest()
        request.name = vehicleName
        request.vehicle = vehicle
        let path = "/maps.fleetengine.v1.VehicleService/UpdateVehicle"
        var calls = [
            captured(path, request.encoded(), answer: vehicle.encoded(), ["grpc-status": "0"]),
            captured(path, request.encoded(), answer: nil, ["grpc-status": "3", "grpc-message": "no mask"]),
        ]
        calls[1].number = 2
        #expect(CallDifference(from: calls[0], to: calls[0], schema: RecordedCapture.schema).isEmpty)
        var history = ResourceHistory(schema: RecordedCapture.schema)
        let steps = calls.flatMap { history.take($0) }
        #expect(steps.map(\.call) == [1, 2] && steps.map(\.isFirst) == [true, false])
        let refused = try #require(steps.last)
        #expect(refused.failure?.code == .invalidArgument && refused.sent?.isEmpty == true)
        #expect(refused.difference == nil && steps.first?.failure == nil)
    }

    /// A resource that is created with the name of a deleted one is another.
    @Test(arguments: [("0", true), ("9", false)]) func deletedResourcesHaveNoState(status: String, isNew: Bool) {
        let deletion = DeleteTripRequest.with { $0.name = tripName }
        let service = "/maps.fleetengine.v1.TripService/"
        let calls = [
            captured(service + "GetTrip", [], answer: trip(3), ["grpc-status": "0"]),
            captured(service + "DeleteTrip", deletion.encoded(), answer: nil, ["grpc-status": status]),
            captured(service + "CreateTrip", [], answer: trip(2), ["grpc-status": "0"]),
        ]
        var history = ResourceHistory(schema: RecordedCapture.schema)
        let steps = calls.flatMap { history.take($0) }
        #expect(steps.map(\.isFirst) == [true, isNew] && (steps.last?.difference == nil) == isNew)
    }

    private func trip(_ passengers: Int32) -> [UInt8] {
        Trip.with { ($0.name, $0.numberOfPassengers) = (tripName, passengers) }.encoded()
    }

    /// Data that the client has already is left out of an answer, and is still the state; of a newer version there is none.
    @Test(
        arguments: [(nil, []), (1, []), (2, ["current_route_segment", "current_route_segment_version"])]
            as [(Double?, Set<String>)])
    func dataThatIsLeftOutStays(version: Double?, changed: Set<String>) throws {
        var request = GetTripRequest()
        (request.name, request.currentRouteSegmentVersion) = (tripName, time(1))
        var trip = Trip()
        (trip.name, trip.currentRouteSegment, trip.currentRouteSegmentVersion) = (tripName, "abc", time(1))
        let path = "/maps.fleetengine.v1.TripService/GetTrip"
        let first = captured(path, request.encoded(), answer: trip.encoded(), ["grpc-status": "0"])
        (trip.currentRouteSegment, trip.currentRouteSegmentVersion) = ("", version.map { time($0) })
        let second = captured(path, request.encoded(), answer: trip.encoded(), ["grpc-status": "0"])
        for field in [nil, "current_route_segment"] {
            var history = ResourceHistory(schema: RecordedCapture.schema, field: field)
            let steps = [first, second, second].map { history.take($0) }
            let updated = Set(steps[1].first?.difference?.updatedFields ?? [])
            #expect(updated == (field.map { changed.intersection([$0]) } ?? changed))
        }
    }

    /// Of a field that is followed, an answer that leaves it as it was is no step; an update without an answer is one.
    @Test func answersThatLeaveTheFieldAreNoSteps() {
        let request = UpdateVehicleRequest.with {
            ($0.name, $0.updateMask) = (vehicleName, FieldMask(paths: ["vehicle_state"]))
        }.encoded()
        let answer = Vehicle.with { ($0.name, $0.vehicleState) = (vehicleName, .online) }.encoded()
        let path = "/maps.fleetengine.v1.VehicleService/UpdateVehicle"
        var history = ResourceHistory(schema: RecordedCapture.schema, field: "vehicle_state")
        let counts = [answer, answer, nil].map { history.take(captured(path, request, answer: $0, [:])).count }
        #expect(counts == [1, 0, 1])
        var other = ResourceHistory(schema: RecordedCapture.schema, field: "last_location")
        #expect(other.take(captured(path, request, answer: nil, [:])).isEmpty)
    }

    /// What came of each update stands behind the fields that it has sent.
    @Test func saysWhatCameOfUpdates() {
        func update(_ paths: String...) -> [UInt8] {
            UpdateVehicleRequest.with { ($0.name, $0.updateMask) = (vehicleName, FieldMask(paths: paths)) }.encoded()
        }
        let vehicle = Vehicle.with { ($0.name, $0.vehicleState) = (vehicleName, .online) }.encoded()
        let refusal: Metadata = ["grpc-status": "3", "grpc-message": "no mask"]
        let output = TextCollector()
        var report = HistoryReport(schema: RecordedCapture.schema, printer: DifferencePrinter(), to: output)
        let accepted: Metadata = ["grpc-status": "0"]
        let updates: [([UInt8], [UInt8]?, Metadata)] = [
            (update("vehicle_state"), vehicle, accepted), (update("vehicle_state"), vehicle, accepted),
            (update("vehicle_state"), nil, [:]), (update(), nil, refusal),
        ]
        for (request, answer, trailers) in updates {
            var call = captured(
                "/maps.fleetengine.v1.VehicleService/UpdateVehicle", request, answer: answer, trailers)
            if trailers.isEmpty { call.trailers = nil }
            report.take(call)
        }
        let ends = output.text.split(separator: "\n").dropFirst().map {
            $0.components(separatedBy: "UpdateVehicle  ").last
        }
        #expect(
            ends == [
                "sent vehicle_state; first seen", "sent vehicle_state; unchanged", "sent vehicle_state; no answer",
                "! INVALID_ARGUMENT no mask; sent with an empty mask",
            ], "\(output.text)")
        #expect(report.finish().verdict == .same)
    }

    /// The texts say that credentials differ, and nothing else about them.
    @Test func showsNoCredentials() {
        let names = ["authorization", "cookie", "x-goog-api-key", "x-api-key", "x-auth-token"]
        func call(_ secret: String) -> CapturedCall {
            var call = captured("/a/b", [], answer: nil, ["grpc-status": "0"])
            call.requestHeaders = HeaderBlock(names.map { HeaderField(name: $0, value: Array(secret.utf8)) })
            return call
        }
        let difference = CallDifference(from: call("hunter2"), to: call("hunter3"), schema: RecordedCapture.schema)
        #expect(difference.values.map(\.place) == names.map { "request_headers.\($0)" })
        let printer = DifferencePrinter()
        for text in [difference.text(printer).description, difference.jsonLine(printer)] {
            #expect(!text.contains("hunter") && names.allSatisfy { text.contains($0) })
        }
    }

    /// The same error in every spelling that servers send; only other contents differ. Bytes of protobuf-python, with the entries
    /// of ErrorInfo.metadata in both orders.
    @Test func comparesBinaryHeadersByWhatTheySay() throws {
        func details(_ keys: [String], _ code: UInt8 = 5) -> [UInt8] {
            let entries = keys.flatMap { [0x1A, 6, 0x0A, 1, $0.utf8.first ?? 0, 0x12, 1, 0x31] as [UInt8] }
            let info = [0x0A, 1, 0x52] + entries
            let url = Array("type.googleapis.com/google.rpc.ErrorInfo".utf8)
            let any = [0x0A, UInt8(url.count)] + url + [0x12, UInt8(info.count)] + info
            return [0x08, code, 0x1A, UInt8(any.count)] + any
        }
        func call(_ value: [UInt8], _ name: String = "grpc-status-details-bin") -> CapturedCall {
            var call = captured("/a/b", [], answer: nil, ["grpc-status": "5"])
            call.trailers = HeaderBlock([HeaderField(name: name, value: value)])
            return call
        }
        let status = details(["a", "b"])
        let base64 = Data(status).base64EncodedString()
        let unpadded = base64.prefix { $0 != "=" }
        #expect(unpadded != base64)
        let spellings = [Array(base64.utf8), Array(unpadded.utf8), [0] + status, [0] + details(["b", "a"])]
        let others = [
            [0] + details(["a", "c"]), [0] + details(["a", "b"], 6), [0] + status + [0x28, 1], Array("?".utf8),
        ]
        for (value, isSame) in spellings.map({ ($0, true) }) + others.map({ ($0, false) }) {
            #expect(
                CallDifference(from: call(spellings[0]), to: call(value), schema: RecordedCapture.schema).isEmpty
                    == isSame)
        }
        let raw = CallDifference(
            from: call(Array("AQ==".utf8), "a-bin"), to: call([0, 1], "a-bin"), schema: RecordedCapture.schema)
        #expect(raw.isEmpty)
        let text = CallDifference(
            from: call(Array("CAUS,AQ".utf8), "a-bin"), to: call(Array("CAUS!".utf8), "a-bin"),
            schema: RecordedCapture.schema
        ).text(DifferencePrinter()).description
        #expect(text.contains(#""CAUS,AQ" → "CAUS!""#), "\(text)")
    }

    private func captured(
        _ path: String, _ request: [UInt8], answer: [UInt8]?, _ trailers: Metadata
    ) -> CapturedCall {
        let moment = CapturedCall.Moment(packet: 1, time: .min)
        var call = CapturedCall(
            client: .unknown, server: .unknown, stream: 1, medium: .http2, first: moment, last: moment)
        call.number = 1
        call.requestHeaders = [HeaderField(name: ":path", value: Array(path.utf8))]
        call.trailers = HeaderBlock(trailers.map { HeaderField(name: $0.name, value: $0.value) })
        for (body, message) in [(\CapturedCall.request, request), (\.response, answer)] {
            guard let message else { continue }
            let frame = MessageFrame(uncompressedAt: 0, length: message.count)
            call[keyPath: body].messages = [LengthPrefixedMessage(frame: frame, payload: message)]
        }
        return call
    }
}
