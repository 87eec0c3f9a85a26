import CallViews
import ConsoleText
import FleetErrors
import FleetMessages
import FleetProtos
import Foundation
import GRPCWire
import ProtobufSchema
import ProtobufWire
import TestSupport
import Testing
import WireCapture

@testable import WireDoctor

/// Random and damaged input: no crash, no hang, and output that stays bounded and readable.
@Suite struct HostileTests {
    private static let requests = FleetSchema.shared.services.flatMap(\.methods).map(\.request)

    @Test func survivesRandomBytesAsEveryRequest() {
        var random = SplitMix64(seed: 1)
        for type in Self.requests {
            for _ in Exhaustive.rounds(50, inDebug: 10) {
                let bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                expectSense(MessageDoctor.examine([bytes], as: type).findings, in: bytes)
            }
        }
    }

    @Test func survivesDamagedRequests() throws {
        var random = SplitMix64(seed: 2)
        for name in try Folders.names(in: Folders.captures, extension: "bin")
        where name.contains("request") || name.contains("update") {
            let bytes = try Folders.captures.appendingPathComponent(name).bytes()
            guard bytes.count < 4000 else { continue }
            for type in Exhaustive.elements(of: Self.requests, inDebugEvery: 5) {
                var damaged = bytes
                for _ in 0..<4 where !damaged.isEmpty {
                    damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(
                        in: 0...255, using: &random)
                }
                let messages = [damaged, Array(bytes.prefix(bytes.count / 2))]
                expectSense(MessageDoctor.examine(messages, as: type).findings, in: bytes)
            }
        }
    }

    /// Findings say what is wrong and what to do, and point into the message.
    private func expectSense(_ findings: [Finding], in bytes: [UInt8]) {
        for finding in findings {
            #expect(!finding.summary.isEmpty && !finding.remedy.isEmpty)
            #expect(finding.evidence.allSatisfy { (0...bytes.count).contains($0.offset ?? 0) })
        }
    }

    @Test func survivesRandomCalls() {
        var random = SplitMix64(seed: 3)
        var doctor = CaptureDoctor()
        let paths = FleetSchema.shared.services.flatMap(\.methods).map(\.path) + ["", "/", "x", "/a/b"]
        let count = Exhaustive.size(3000, inDebug: 300)
        for number in 1...count {
            var call = ExaminedCall(
                number, path: Bool.random(using: &random) ? paths.randomElement(using: &random) : nil)
            call.time =
                [nil, .min, .max, 0, Int64.random(in: .min ... .max, using: &random)].randomElement(using: &random)
                ?? nil
            call.duration = [nil, .nan, .infinity, -1, 1e300, 0.1].randomElement(using: &random) ?? nil
            call.requests = (0..<Int.random(in: 0...2, using: &random)).map { _ in
                (0..<Int.random(in: 0...60, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
            }
            call.responses = call.requests
            call.headers = [
                "authorization": "Bearer a.b.c", "grpc-timeout": "99999999H", "x-goog-request-params": "provider_id=%",
            ]
            call.captured.client = endpoint(port: UInt16(number))
            call.status = ResponseStatus(
                headers: nil,
                trailers: ["grpc-status": "\(Int.random(in: -2...20, using: &random))", "grpc-message": "%E0\u{1B}[2J"])
            doctor.examine(call)
        }
        let checkup = doctor.finish()
        #expect(checkup.examined == count)
        let text = CheckupText(showsAll: true).text(checkup, name: "x\u{1B}[2J").description
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }

    /// Overlong names are found, but their resources are not followed.
    @Test func doesNotFollowResourcesWithOverlongNames() {
        let length = Exhaustive.size(1 << 20, inDebug: 1 << 14)
        let name = "providers/p/vehicles/" + String(repeating: "v", count: length)
        let calls = (1...20).map { number in
            var vehicle = Vehicle()
            vehicle.vehicleState = .online
            var request = update(vehicle)
            request.name = "\(name)\(number)"
            var call = call(number, "v1.Vehicle", request)
            call.path? += number == 20 ? String(repeating: "/", count: length) : ""
            return call
        }
        let checkup = checkup(calls)
        #expect(checkup.vehicles.isEmpty && checkup.findings.first("resource_name") != nil)
        let texts = checkup.findings.flatMap { [$0.summary, $0.resource ?? ""] + $0.evidence.map(\.text) }
        #expect(texts.allSatisfy { $0.unicodeScalars.count <= Finding.textLimit + 1 })
    }

    /// A server may name any number of fields, and with any text, for any number of messages.
    @Test func shortensWhatServersSayAtLength() throws {
        var bad = BadRequest()
        bad.fieldViolations = Exhaustive.rounds(20_000, inDebug: 2_000).map { number in
            .with {
                $0.field = "field_\(number)"
                $0.description = String(repeating: "x", count: 50)
            }
        }
        let status = CallStatus(.invalidArgument, "no", details: [StatusDetail(bad)])
        var call = call(1, "v1.Vehicle", update(Vehicle()))
        call.requests = Array(repeating: call.requests[0], count: Exhaustive.size(2_000, inDebug: 200))
        call.status = ResponseStatus(headers: nil, trailers: status.trailers)
        let findings = found(call)
        #expect(!findings.isEmpty)
        #expect(findings.allSatisfy { $0.remedy.unicodeScalars.count <= Finding.textLimit + 1 })
    }

    /// The times of a capture can be any that its format holds.
    @Test(arguments: [
        (Int64.min, "1677-09-21T00:12:43.145224192Z", "00:12:43.145"),
        (-1, "1969-12-31T23:59:59.999999999Z", "23:59:59.999"), (0, "1970-01-01T00:00:00Z", "00:00:00.000"),
        (1_500_000_000, "1970-01-01T00:00:01.500Z", "00:00:01.500"),
        (.max, "2262-04-11T23:47:16.854775807Z", "23:47:16.854"),
    ])
    func writesExtremeTimes(nanoseconds: Int64, text: String, clock: String) {
        #expect(ClockTime(nanoseconds).text == text)
        #expect(ClockTime(nanoseconds).clock == clock)
    }

    /// Vehicles with times and places at the ends of every range.
    @Test func survivesExtremeLocations() {
        let numbers = [Double.nan, .infinity, -.infinity, 1e308, -1e308, 0, 90, 180]
        var calls: [ExaminedCall] = []
        for (index, number) in (numbers + numbers.reversed()).enumerated() {
            var vehicle = Vehicle()
            var location = VehicleLocation()
            location.location = LatLng(latitude: number, longitude: numbers[index % numbers.count])
            location.speed = number
            location.speedKmph = index.isMultiple(of: 2) ? .max : .min
            location.heading = .min
            location.headingAccuracy = number
            location.updateTime = Timestamp(seconds: index.isMultiple(of: 2) ? .max : .min, nanos: .min)
            vehicle.lastLocation = location
            var call = call(index + 1, "v1.Vehicle", update(vehicle), at: Double(index))
            call.time = index.isMultiple(of: 3) ? .max : .min
            calls.append(call)
        }
        #expect(!found(calls).isEmpty)
    }

    /// More resources, findings and mask paths than are kept.
    @Test func boundsWhatItKeeps() throws {
        var doctor = CaptureDoctor(schema: FleetSchema.shared, trackLimit: 100, findingLimit: 50)
        let count = Exhaustive.size(500, inDebug: 250)
        for number in 1...count {
            var request = GetTripRequest()
            request.name = "\(provider)/trips/t\(number)"
            doctor.examine(call(number, "v1.Trip", request, at: 1, status: CallStatusText(code: 5, message: "")))
        }
        let checkup = doctor.finish()
        #expect(checkup.findings.count == 50 && checkup.droppedFindings == count - 50)
        #expect(checkup.trips.count == 200 && checkup.untrackedCalls == count - 200)
        var request = UpdateVehicleRequest()
        request.name = vehicleName
        request.vehicle = Vehicle()
        request.updateMask = FieldMask()
        request.updateMask?.paths = (0..<5000).map { "p\($0)" }
        let found = try findings(in: request)
        #expect(codes(found) == ["mask_unknown_field"])
        #expect(found[0].evidence.count == Finding.evidenceLimit && found[0].evidenceCount == 4096)
    }

    @Test func writesWholeJSON() throws {
        var request = UpdateVehicleRequest()
        request.name = "\"\u{1}\\"
        let checkup = MessageDoctor.examine([request.encoded()], as: try type(UpdateVehicleRequest.self))
        let object = try #require(try parseJSON(CheckupJSON.text(checkup).utf8) as? [String: Any])
        #expect((object["summary"] as? [String: Any])?["messages"] as? Int == 1)
        let findings = try #require(object["findings"] as? [[String: Any]])
        #expect(findings.count == checkup.findings.count && !findings.isEmpty)
        #expect(
            Set(findings[0].keys) == ["severity", "code", "summary", "remedy", "resource", "evidence", "more_evidence"])
    }
}
