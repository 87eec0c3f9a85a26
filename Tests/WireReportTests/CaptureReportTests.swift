import FleetMessages
import Foundation
import GRPCWire
import ProtobufSchema
import ProtobufWire
import TestSupport
import Testing
import WireDoctor

@testable import WireCapture
@testable import WireReport

@Suite struct CaptureReportTests {
    /// The page has every call with method, status and every message, as the makers of the capture know them, and no part of
    /// a token.
    @Test(arguments: Exhaustive.elements(of: try RecordedCapture.all().filter { !$0.isMidstream }, inDebugEvery: 13))
    func holdsEveryCall(_ capture: RecordedCapture) throws {
        let page = try ReportPage(capture)
        let expected = try capture.expectedCalls()
        #expect(page.calls.count == expected.count)
        var tokens: Set<Substring> = []
        for (index, (row, call)) in zip(page.calls, expected).enumerated() {
            #expect(page.value(row[4], of: "methods").first == call["path"] as? String)
            let outcome = call["client_status"] as? [String: Any]
            if let status = outcome?["status"] as? String ?? call["status"] as? String {
                #expect(page.value(row[5], of: "outcomes").first == status)
            }
            let headers = try #require(call["request_headers"] as? [String: Any])
            let token = (headers["authorization"] as? String)?.dropFirst("Bearer ".count) ?? ""
            tokens.formUnion(token.split(separator: ".").filter { $0.count > 8 })
            let details = try #require(page.details[index + 1])
            #expect((details["reset"] as? String != nil) == (call["reset"] is [String: Any]))
            for side in ["request", "response"] {
                let body = try #require(details[side] as? [String: Any])
                let messages = try #require(body["messages"] as? [[String: Any]])
                let known = try #require(call["\(side)_messages"] as? [[String: Any]])
                #expect(messages.count + (body["omitted"] as? Int ?? 0) == known.count)
                for (message, truth) in zip(messages, known) {
                    #expect(message["bytes"] as? Int == truth["uncompressed_length"] as? Int)
                    let isCompressed = truth["compressed"] as? Bool ?? false
                    #expect(message["compressed"] as? Int == (isCompressed ? truth["length"] as? Int : nil))
                    if message["treeOf"] != nil, message["damage"] == nil {
                        // Where the tree ends, the message goes on.
                        #expect((message["tree"] as? String)?.contains("✗") == false)
                    }
                    // Of a method that is in no schema nobody knows the type, and the JSON of large messages is left out.
                    guard let json = message["json"], body["presumed"] == nil else { continue }
                    #expect(jsonDifference(json, truth["json"] as Any) == nil)
                }
            }
        }
        for part in tokens { #expect(!page.text.contains(part)) }
    }

    /// What HTTP has compressed as a whole, and where a body ends too early or has an encoding that nobody can read. The requests
    /// have 131 bytes and the answers 132, the trailers 15, and 5 stand before each.
    @Test func saysHowBodiesAreEncodedAndDamaged() throws {
        let page = try ReportPage(Folders.network.appendingPathComponent("content-encoding.pcap").bytes())
        func texts(_ side: String, _ key: String) -> [String?] {
            (1...9).map { (page.details[$0]?[side] as? [String: Any])?[key] as? String }
        }
        let coded = texts("response", "coding").map { $0?.components(separatedBy: " from ")[0] }
        #expect(coded[0] == "157 bytes, gzip" && coded[2] == "157 bytes, deflate" && coded[5] == nil)
        #expect(texts("request", "coding")[0]?.hasPrefix("136 bytes, gzip from ") == true)
        #expect(texts("response", "damage").map { $0 != nil } == (1...9).map { [7, 8].contains($0) })
        #expect(texts("request", "damage").allSatisfy { $0 == nil })
    }

    /// Of a stream the page has the first messages, and says how many more there are.
    @Test func countsTheMessagesThatItLeavesOut() throws {
        let moment = CapturedCall.Moment(packet: 1, time: 0)
        var call = CapturedCall(
            client: .unknown, server: .unknown, stream: 1, medium: .http2, first: moment, last: moment)
        call.requestHeaders = [
            HeaderField(name: ":path", value: Array("/maps.fleetengine.v1.TripService/GetTrip".utf8))
        ]
        let payload = Trip.with { $0.name = String(repeating: "a", count: 8_000) }.encoded()
        call.response.messages = Array(
            repeating: LengthPrefixedMessage(
                frame: MessageFrame(uncompressedAt: 0, length: payload.count), payload: payload), count: 40)
        var report = CaptureReport(RecordedCapture.schema)
        report.add(call)
        let body = try #require(try ReportPage(report).details[0]?["response"] as? [String: Any])
        let shown = try #require(body["messages"] as? [Any]).count
        // Messages of some 8 KB, of which 128 KiB are shown.
        #expect(shown == 17 && body["omitted"] as? Int == 23)
    }

    // MARK: From the middle of a connection

    /// The messages of calls whose path was sent before the capture show places all the same.
    @Test func findsPlacesInCallsWithoutAPath() throws {
        let file = Folders.network.appendingPathComponent("http2-headers.pcap")
        let bytes = try file.bytes()
        // Without the opening and the first call: eight packets, each behind 16 bytes that say its length.
        var start = 24
        for _ in 0..<8 { start += 16 + Int(bytes[start + 8]) + Int(bytes[start + 9]) << 8 }
        let page = try ReportPage(Array(bytes[..<24] + bytes[start...]))
        #expect(
            page.value(try #require(page.calls.first)[4], of: "methods").first
                == "/maps.fleetengine.v1.TripService/GetTrip?")
        // The trip's, in `captures/get-trip-response-new.json`; the call that shows them first is that one.
        #expect(page.stops.map { $0["kind"] as? String } == ["pickup", "stop", "dropoff"])
        #expect(page.stops.allSatisfy { $0["call"] as? Int == 1 })
        #expect((page.data["subjects"] as? [[String]])?.map { $0[1] } == ["T3551212370"])
    }

    /// The places on the map are those that the makers of the capture know of.
    @Test(arguments: Exhaustive.elements(of: ["midstream.pcap", "midstream-torn.pcap"], inDebugEvery: 2))
    func drawsTracksOfCallsWithoutAPath(_ name: String) throws {
        let capture = try RecordedCapture.named(name)
        let page = try ReportPage(capture)
        var places: Set<[Int]> = []
        for call in try capture.expectedCalls() {
            for message in ["request_messages", "response_messages"].flatMap({ call[$0] as? [[String: Any]] ?? [] }) {
                find(in: message["json"] as Any, page) { places.insert($0) }
            }
        }
        // East, north, call and time of each.
        let points = page.tracks.flatMap { $0["points"] as? [Int] ?? [] }
        let shown = Set(stride(from: 0, to: points.count, by: 4).map { [points[$0], points[$0 + 1]] })
        #expect(shown.isSubset(of: places))
        // Of the call that is torn the location may be lost.
        #expect(places.count > 10 && shown.count >= places.count - 1)
    }

    /// The locations of vehicles as the page's decimetres.
    private func find(in value: Any, _ page: ReportPage, _ body: ([Int]) -> Void) {
        if let list = value as? [Any] { for element in list { find(in: element, page, body) } }
        guard let object = value as? [String: Any] else { return }
        for key in object.keys {
            if key == "location", let point = object[key] as? [String: Any] {
                func number(_ name: String, _ object: [String: Any]) -> Double { object[name] as? Double ?? .nan }
                let north =
                    (number("latitude", point) - number("latitude", page.map))
                    * number("metresPerLatitude", page.map)
                let east =
                    (number("longitude", point) - number("longitude", page.map))
                    * number("metresPerLongitude", page.map)
                if east.isFinite, north.isFinite { body([Int((east * 10).rounded()), Int((north * 10).rounded())]) }
            }
            find(in: object[key] as Any, page, body)
        }
    }

    /// Messages, the thing that moves in them, the longitude at which it is, and those of its stops.
    private static let placed: [(type: String, json: String, mover: String?, at: [Double], stops: [Double])] = [
        (
            "maps.fleetengine.v1.UpdateVehicleLocationRequest",
            #"{"name": "providers/p/vehicles/v", "currentLocation": {"rawLocation": {"latitude": 1, "longitude": 2}}}"#,
            "v", [2], []
        ),
        (
            "maps.fleetengine.v1.VehicleLocation", #"{"supplementalLocation": {"latitude": 1, "longitude": 3}}"#, nil,
            [3], []
        ),
        (
            "maps.fleetengine.v1.Vehicle",
            """
            {"name": "providers/p/vehicles/v", "pastLocations": [{"location": {"latitude": 1, "longitude": 4}}],
            "waypoints": [{"tripId": "t", "location": {"point": {"latitude": 1, "longitude": 5}}}]}
            """, "v", [4], [5]
        ),
        (
            "maps.fleetengine.delivery.v1.DeliveryVehicle",
            """
            {"name": "providers/p/deliveryVehicles/d", "pastLocations": [{"location": {"latitude": 1, "longitude": 6}}],
            "lastLocation": {"supplementalLocation": {"latitude": 1, "longitude": 7}}, "remainingVehicleJourneySegments":
            [{"stop": {"plannedLocation": {"point": {"latitude": 1, "longitude": 8}}, "tasks": [{"taskId": "k"}]}}]}
            """, "d", [6, 7], [8]
        ),
        (
            "maps.fleetengine.delivery.v1.TaskTrackingInfo",
            """
            {"name": "providers/p/taskTrackingInfo/i", "vehicleLocation": {"rawLocation": {"latitude": 1, "longitude": 9}},
            "plannedLocation": {"point": {"latitude": 1, "longitude": 10}}}
            """, "i", [9], [10]
        ),
    ]

    @Test(arguments: placed.indices) func findsThePlacesInMessages(_ index: Int) throws {
        let truth = Self.placed[index]
        let type = try #require(RecordedCapture.schema.message(named: truth.type))
        let bytes = try JSONReader().bytes(of: Array(truth.json.utf8), as: type)
        let found = PlaceFinder.places(in: bytes, as: type, name: nil)
        #expect(found.map { $0.mover?.id } == [truth.mover])
        #expect(found.flatMap(\.positions).map(\.point.longitude) == truth.at)
        #expect(found.flatMap(\.stops).map(\.point.longitude) == truth.stops)
    }

    // MARK: Cadence

    /// A call that writes a vehicle, answered with a status.
    private func update(
        _ mask: String, at seconds: Int, measured: Int? = nil, state: String = "ONLINE", status: String = "0",
        in report: inout CaptureReport
    ) throws {
        let moment = CapturedCall.Moment(packet: 1, time: Int64(seconds) * 1_000_000_000)
        var call = CapturedCall(
            client: .unknown, server: .unknown, stream: 1, medium: .http2, first: moment, last: moment)
        call.requestHeaders = [
            HeaderField(name: ":path", value: Array("/maps.fleetengine.v1.VehicleService/UpdateVehicle".utf8))
        ]
        call.trailers = [HeaderField(name: "grpc-status", value: Array(status.utf8))]
        let time = Date(timeIntervalSince1970: Double(measured ?? seconds)).ISO8601Format()
        let json = """
            {"name": "providers/p/vehicles/v", "updateMask": "\(mask)", "vehicle": {"vehicleState": "\(state)",
            "lastLocation": {"location": {"latitude": 37, "longitude": -122}, "updateTime": "\(time)"}}}
            """
        let type = try #require(RecordedCapture.schema.message(named: "maps.fleetengine.v1.UpdateVehicleRequest"))
        let payload = try JSONReader().bytes(of: Array(json.utf8), as: type)
        call.request.messages = [
            LengthPrefixedMessage(
                frame: MessageFrame(uncompressedAt: 0, length: payload.count), payload: payload)
        ]
        report.add(call)
    }

    /// A report is a location that the mask names; a lost report that is sent again is the same report, and after OFFLINE
    /// no further report is expected.
    @Test func cadenceCountsReportsOfLocations() throws {
        var report = CaptureReport(RecordedCapture.schema)
        try update("lastLocation", at: 0, in: &report)
        try update("vehicleState", at: 3, in: &report)
        try update("lastLocation", at: 10, status: "14", in: &report)
        try update("lastLocation", at: 11, measured: 10, in: &report)
        try update("lastLocation,vehicleState", at: 20, state: "OFFLINE", in: &report)
        try update("*", at: 4_000, in: &report)
        try update("vehicleState", at: 4_010, state: "OFFLINE", status: "7", in: &report)
        try update("lastLocation.location", at: 4_012, in: &report)
        let page = try ReportPage(report)
        let reports = try page.calls.map { try #require($0[12] as? [Any]).count }
        #expect(reports == [1, 0, 1, 0, 1, 1, 0, 1])
        // The flag 8 says that tracking ends here.
        #expect(page.calls.map { ($0[10] as? Int ?? 0) & 8 } == [0, 0, 0, 0, 8, 0, 0, 0])
    }

    /// The page judges intervals by the documented limits.
    @Test func cadenceHasTheDocumentedLimits() throws {
        let page = try ReportPage(CaptureReport(RecordedCapture.schema))
        #expect(page.data["intervals"] as? [String: Double] == ["least": 5, "most": 60, "tolerance": 0.25])
        #expect(!page.text.contains("5–60") && !page.text.contains("5 to 60"))
    }

    // MARK: The page

    /// Headers that were sent before the capture may have had a token.
    @Test func reportsNoMissingTokenWhereHeadersAreUnknown() throws {
        func page(_ headers: HeaderBlock?) throws -> ReportPage {
            let moment = CapturedCall.Moment(packet: 1, time: 0)
            var call = CapturedCall(
                client: .unknown, server: .unknown, stream: 1, medium: .http2, first: moment, last: moment)
            call.requestHeaders = headers
            call.trailers = [HeaderField(name: "grpc-status", value: Array("16".utf8))]
            var report = CaptureReport(RecordedCapture.schema)
            report.add(call)
            return try ReportPage(report)
        }
        let path = HeaderField(
            name: ":path", value: Array("/maps.fleetengine.v1.VehicleService/UpdateVehicle".utf8))
        let remark = "The call has no authorization header."
        #expect(try page([path]).text.contains(remark))
        #expect(try !page([path, HeaderField(name: nil, value: nil)]).text.contains(remark))
        #expect(try !page([path, HeaderField(name: "authorization", value: nil)]).text.contains(remark))
        #expect(try !page(nil).text.contains(remark))
    }

    /// The end of a connection and the frame in which a side announced it.
    @Test func saysWhatEndedACall() throws {
        let moment = CapturedCall.Moment(packet: 1, time: 0)
        var call = CapturedCall(
            client: .unknown, server: .unknown, stream: 3, medium: .http2, first: moment, last: moment)
        let frame: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 11] + "too_many_pings".utf8
        call.goAway = .init(frame.span, isByClient: false)
        call.cut = .init(isByClient: true, isReset: true, moment: moment)
        var report = CaptureReport(RecordedCapture.schema)
        report.add(call)
        let details = try #require(try ReportPage(report).details[call.number])
        #expect(details["goAway"] as? String == "ENHANCE_YOUR_CALM (11) by the server: too_many_pings")
        #expect(details["cut"] as? String == call.cut.map { "\($0)" })
    }

    @Test func nothingFromTheCaptureEndsABlock() throws {
        let attack = "</script><!--<script>\u{2028}\u{0}"
        var finding = Finding(
            .slowCall, remedy: attack, evidence: [.init(call: 1, path: attack, offset: 3, attack)])
        finding.summary = attack
        let page = try ReportPage(
            CaptureReport(RecordedCapture.schema), name: attack, findings: [finding], remarks: [attack])
        #expect(page.data["file"] as? String == attack)
        #expect((page.data["remarks"] as? [String]) == [attack])
        let findings = try #require(page.data["findings"] as? [[String: Any]])
        #expect(findings.first?["summary"] as? String == attack)
        #expect(page.text.components(separatedBy: "</script").count == 4)
        #expect(page.text.components(separatedBy: "<!--").count == 1)
        #expect(!page.text.unicodeScalars.contains("\u{2028}"))
    }

    @Test func pageLoadsNothing() throws {
        let text = try ReportPage(CaptureReport(RecordedCapture.schema)).text
        #expect(text.contains("default-src 'none'; style-src 'sha256-"))
        for marker in ["{{", "src=\"", "@import", "innerHTML", "eval(", "document.write"] {
            #expect(!text.contains(marker), "\(marker)")
        }
    }

    @Test func pageIsDeterministic() throws {
        let capture = try #require(try RecordedCapture.all().first)
        #expect(try ReportPage(capture).text == ReportPage(capture).text)
    }

    @Test func tablesOfNamesSayWhenTheyAreFull() {
        var table = NameTable<String>(limit: 1)
        #expect(table.index("a") == 0 && table.index("a") == 0 && !table.isCut)
        #expect(table.index("b") == nil && table.isCut)
    }

    @Test func pageCountsWhatItLeavesOut() throws {
        let findings = (0...ReportLimits.findings).map { Finding(.slowCall, ["method": "\($0)"]) }
        let page = try ReportPage(CaptureReport(RecordedCapture.schema), findings: findings)
        #expect((page.data["findings"] as? [Any])?.count == ReportLimits.findings)
        #expect((page.data["remarks"] as? [String])?.count == 1)
    }
}
