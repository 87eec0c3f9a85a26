import CallViews
import FleetProtos
import Foundation
import GRPCWire
import Redaction
import TLSWire
import TestSupport
import Testing
import WireDoctor

@testable import WireCapture

/// Filters against what the captures' makers know of each call.
@Suite struct CallFilterTests {
    /// The calls of a capture, and what is known of each. The lines never change.
    private struct Sample: @unchecked Sendable {
        let calls: [CapturedCall]
        let lines: [[String: Any]]

        init(_ capture: RecordedCapture) throws {
            calls = WireCaptureTests.calls(try capture.file.bytes(), keys: try capture.keyLog()).calls
            lines = try capture.expectedCalls()
        }

        func numbers(_ change: (inout CallFilter) -> Void) -> [Int] {
            var filter = CallFilter(RecordedCapture.schema)
            change(&filter)
            return calls.filter(filter.accepts).map(\.number)
        }

        /// Which lines, from 1, are true of a condition.
        func truth(_ condition: ([String: Any]) -> Bool) -> [Int] {
            lines.enumerated().filter { condition($1) }.map { $0.offset + 1 }
        }
    }

    private static let whole = try? RecordedCapture.allShapes().filter { !$0.isMidstream }
    private static let samples = try? Dictionary(
        uniqueKeysWithValues: whole.map { try $0.map { ($0.file, try Sample($0)) } } ?? [])

    private static func sample(_ capture: RecordedCapture) throws -> Sample { try #require(samples?[capture.file]) }

    @Test(arguments: try #require(whole))
    func numbersFollowTheRequests(_ capture: RecordedCapture) throws {
        let sample = try Self.sample(capture)
        let count = sample.lines.count
        #expect(sample.numbers { _ in } == Array(1...count))
        #expect(sample.numbers { $0.numbers = [2, 3, count + 1] } == [2, 3])
    }

    /// In the order in which they end, calls have the same numbers, unless there are requests that never end.
    @Test(arguments: try #require(whole?.filter { $0.description != "http2-ends.pcap" }))
    func numbersDoNotDependOnTheOrder(_ capture: RecordedCapture) throws {
        let bytes = try capture.file.bytes()
        let decryption = TLSDecryption()
        decryption.add(keyLog: try capture.keyLog())
        let extractor = CallExtractor(order: .ends, decryption: decryption)
        let ended = extractor.append(bytes) + extractor.finish()
        let streams = Dictionary(uniqueKeysWithValues: ended.map { ($0.number, "\($0.client) \($0.stream)") })
        for call in try Self.sample(capture).calls { #expect(streams[call.number] == "\(call.client) \(call.stream)") }
    }

    @Test(arguments: try #require(whole))
    func findsTheCallsOfAMethod(_ capture: RecordedCapture) throws {
        let sample = try Self.sample(capture)
        for path in Set(sample.lines.compactMap { $0["path"] as? String }) {
            let those = sample.truth { $0["path"] as? String == path }
            #expect(sample.numbers { $0.methods = [path] } == those)
            #expect(sample.numbers { $0.methods = [path.dropFirst().lowercased()] } == those)
            let name = path.split(separator: "/").last.map(String.init) ?? ""
            #expect(sample.numbers { $0.methods = [name] } == those)
        }
        let part = sample.truth { ($0["path"] as? String ?? "").contains("Service/Get") }
        #expect(sample.numbers { $0.methods = ["service/get"] } == part)
        #expect(sample.numbers { $0.methods = ["NoSuchMethod"] } == [])
    }

    @Test(arguments: try #require(whole))
    func findsTheCallsOfAStatus(_ capture: RecordedCapture) throws {
        // What the client's library made of it.
        func status(_ call: [String: Any]) -> String? {
            (call["client_status"] as? [String: Any])?["status"] as? String ?? call["status"] as? String
        }
        let sample = try Self.sample(capture)
        for name in Set(sample.lines.compactMap(status)) {
            let ending = try #require(CallFilter.Ending(name.lowercased()))
            #expect(sample.numbers { $0.endings = [ending] } == sample.truth { status($0) == name }, "\(name)")
        }
        #expect(sample.numbers { $0.endings = [.failed] } == sample.truth { status($0) ?? "OK" != "OK" })
        #expect(sample.numbers { $0.endings = [.ok, .failed] } == sample.truth { status($0) != nil })
        #expect(sample.numbers { $0.endings = [.unknown] } == sample.truth { status($0) == nil })
    }

    @Test func readsEndings() {
        #expect(CallFilter.Ending("Not_Found") == .code(.notFound))
        #expect(CallFilter.Ending("5") == .code(.notFound))
        #expect(CallFilter.Ending("0") == .ok)
        #expect(CallFilter.Ending("FAILED") == .failed)
        #expect(CallFilter.Ending("Benign") == .benign && CallFilter.Ending("open") == .unknown)
        for text in ["", "-1", "nothing", "5x", "99999999999"] { #expect(CallFilter.Ending(text) == nil) }
    }

    // MARK: Subjects

    /// In the official JSON: names of resources, and members that hold ids.
    private static let forms: [CallSubject: (collections: [String], members: Set<String>)] = [
        .vehicle: (["vehicles", "deliveryVehicles"], ["vehicleId", "deliveryVehicleId"]),
        .trip: (["trips", "billableTrips"], ["tripId", "currentTrips"]),
        .task: (["tasks", "taskTrackingInfo"], ["taskId", "trackingId"]),
    ]

    /// Every id that the messages of a call name.
    private func ids(_ subject: CallSubject, in value: Any, member: String = "") -> Set<String> {
        guard let (collections, members) = Self.forms[subject] else { return [] }
        switch value {
        case let text as String:
            let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            if parts.count == 4, parts[0] == "providers" { return collections.contains(parts[2]) ? [parts[3]] : [] }
            return members.contains(member) ? [text] : []
        case let list as [Any]: return list.reduce(into: []) { $0.formUnion(ids(subject, in: $1, member: member)) }
        case let object as [String: Any]:
            return object.reduce(into: []) { $0.formUnion(ids(subject, in: $1.value, member: $1.key)) }
        default: return []
        }
    }

    private func named(_ subject: CallSubject, _ call: [String: Any]) -> Set<String> {
        let header = (call["request_headers"] as? [String: Any])?["x-goog-request-params"] as? String ?? ""
        let parameters = header.split(separator: "&").compactMap {
            $0.split(separator: "=").last?.removingPercentEncoding
        }
        let messages = ["request_messages", "response_messages"].flatMap { call[$0] as? [[String: Any]] ?? [] }
        return ids(subject, in: messages.compactMap { $0["json"] } + parameters)
    }

    @Test(
        arguments: Exhaustive.elements(
            of: try #require(whole).flatMap { capture in CallSubject.allCases.map { (capture, $0) } }, inDebugEvery: 5))
    func findsTheCallsAboutASubject(_ capture: RecordedCapture, _ subject: CallSubject) throws {
        let sample = try Self.sample(capture)
        let all = sample.calls
        let expected = sample.lines.map { (names: named(subject, $0), isTyped: $0["request_type"] is String) }
        // The lists of hundreds are tried with a few.
        for id in expected.reduce(into: Set<String>(), { $0.formUnion($1.names) }).sorted().prefix(
            Exhaustive.size(4, inDebug: 1))
        {
            var filter = CallFilter(RecordedCapture.schema)
            filter.subjects = [subject: [id]]
            // Of a method that does not exist, the makers have no JSON to look into.
            let found = all.filter { filter.accepts($0) && expected[$0.number - 1].isTyped }.map(\.number)
            let truth = expected.indices.filter { expected[$0].names.contains(id) }.map { $0 + 1 }
            #expect(found == truth, "\(subject) \(id)")
        }
        var filter = CallFilter(RecordedCapture.schema)
        filter.subjects = [subject: ["no-such-id", "providers/x/\(subject)s/y"]]
        #expect(!all.contains(where: filter.accepts))
    }

    /// A call whose messages are not in the capture is about what its routing header names.
    @Test func findsCallsByTheirRoutingHeader() throws {
        var call = try #require(Self.sample(.named("driver-shift.pcap")).calls.first)
        (call.request.messages, call.response.messages) = ([], [])
        func found(_ header: String) -> Bool {
            call.requestHeaders = [HeaderField(name: "x-goog-request-params", value: Array(header.utf8))]
            var filter = CallFilter(RecordedCapture.schema)
            filter.subjects = [.trip: ["t-7"]]
            return filter.accepts(call)
        }
        #expect(found("provider_id=p&name=providers%2Fp%2Ftrips%2Ft-7") && found("name=providers/p/trips/t-7"))
        #expect(!found("name=providers%2Fp%2Ftrips%2Ft-8") && !found("name=providers%2Fp%2Fvehicles%2Ft-7"))
    }

    /// Names of methods of the schema tell of nobody; parts of others may.
    @Test func standInsLeaveKnownMethods() {
        var filter = CallFilter(RecordedCapture.schema)
        filter.methods = ["GetTrip", "maps.fleetengine.v1.TripService/GetTrip", "GetDriverOfAcme"]
        filter.connections = ["10.1.2.3"]
        let shown = filter.redacted(Redactor(key: [1]))
        #expect(shown.methods.prefix(2) == filter.methods.prefix(2) && shown.methods[2] != filter.methods[2])
        #expect(shown.connections.isDisjoint(with: filter.connections) && shown.connections.count == 1)
    }

    /// All conditions hold together.
    @Test func conditionsAreCombined() throws {
        let sample = try Self.sample(.named("driver-shift.pcap"))
        let trips = sample.lines.reduce(into: Set<String>()) { $0.formUnion(named(.trip, $1)) }
        let trip = try #require(trips.sorted().first)
        let those = sample.truth {
            ($0["path"] as? String ?? "").hasSuffix("/UpdateVehicle") && named(.trip, $0).contains(trip)
        }
        #expect(!those.isEmpty)
        let found = sample.numbers {
            $0.methods = ["UpdateVehicle"]
            $0.endings = [.ok]
            $0.subjects = [.trip: [trip], .vehicle: []]
        }
        #expect(found == those)
    }
}
