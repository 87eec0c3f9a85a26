import CallViews
import ConsoleText
import FleetProtos
import GRPCWire
import ProtobufSchema
import TestSupport
import Testing
import WireCapture
import WireDoctor
import WireInspect

/// Commands that are asked about some calls, against what the captures' makers know of each call.
@Suite struct SelectionTests {
    private static let filters: [@Sendable (inout CallFilter) -> Void] = [
        { _ in }, { $0.methods = ["UpdateVehicle"] }, { $0.endings = [.failed] }, { $0.endings = [.benign] },
        { $0.endings = [.unknown] }, { $0.numbers = [2, 3, 5] }, { $0.connections = ["127.0.0.1"] },
        { $0.subjects = [.trip: ["none"]] },
    ]

    /// The list and the doctor count the same calls as OK, failed, benign and unknown.
    @Test(
        arguments: Exhaustive.elements(
            of: try RecordedCapture.all().flatMap { capture in filters.indices.map { (capture, $0) } }, inDebugEvery: 17
        ))
    func countsAreTheSameEverywhere(_ capture: RecordedCapture, filter index: Int) throws {
        let calls = try identifiedCalls.value(capture.file)
        var filter = CallFilter(FleetSchema.shared)
        Self.filters[index](&filter)
        var (list, doctor) = (CallList(), CaptureDoctor())
        var selected: Set<Int> = []
        for call in calls {
            let isSelected = filter.accepts(call)
            if isSelected {
                list.add(call)
                selected.insert(call.number)
            }
            doctor.examine(call, isSelected: isSelected)
        }
        let checkup = doctor.finish()
        #expect(checkup.tally == list.tally)
        #expect(checkup.examined == selected.count && checkup.total == calls.count)
        let known = try capture.expectedCalls().enumerated().filter { selected.contains($0.offset + 1) }.map(\.element)
        if !capture.isMidstream {
            // The status that the client's library reported.
            let ended = known.filter {
                ($0["client_status"] as? [String: Any])?["status"] as? String ?? $0["status"] as? String == "OK"
            }
            #expect(checkup.tally.ok == ended.count)
        }
        guard selected.count < calls.count else { return }
        for piece in checkup.findings.flatMap(\.evidence) {
            #expect(piece.call.map(selected.contains) == true, "\(piece)")
        }
        for finding in checkup.findings { #expect(!finding.evidence.isEmpty, "\(finding.code)") }
    }

    /// A finding about all calls has the same pieces of evidence of the selected ones.
    @Test func findingsOfSelectedCallsAreThoseOfTheWhole() throws {
        let calls = try identifiedCalls.value(RecordedCapture.named("errors.pcapng").file)
        var whole = CaptureDoctor()
        for call in calls { whole.examine(call) }
        var byCall: [Int: Set<String>] = [:]
        for finding in whole.finish().findings where finding.moreEvidence == 0 {
            for number in finding.evidence.compactMap(\.call) { byCall[number, default: []].insert(finding.code) }
        }
        for number in [3, 9, 20, 44] {
            var doctor = CaptureDoctor()
            for call in calls { doctor.examine(call, isSelected: call.number == number) }
            #expect(byCall[number, default: []].isSubset(of: doctor.finish().findings.map(\.code)), "call \(number)")
        }
    }

    @Test func selectsByTimeAndConnection() throws {
        let calls = try identifiedCalls.value(RecordedCapture.named("consumer-poll.pcapng").file)
        func numbers(_ change: (inout CallFilter) -> Void) -> [Int] {
            var filter = CallFilter(FleetSchema.shared)
            change(&filter)
            return calls.filter(filter.accepts).map(\.number)
        }
        let middle = try #require(calls[50].first.time)
        let before = calls.filter { ($0.first.time ?? 0) < middle }.map(\.number)
        let clock = ClockTime(middle)
        let text = try #require(clock.text)
        #expect(numbers { $0.until = .init(text) } == before)
        #expect(numbers { $0.since = .init(text) }.count == calls.count - before.count)
        #expect(numbers { $0.since = .init("00:00") }.count == calls.count)
        let time = String(text.dropFirst(11).dropLast())
        #expect(numbers { $0.until = .init(time) } == before)
        // The nanoseconds of later times are no Int64: the `Timestamp.max` of pandas.
        #expect(CallFilter.Moment("2262-04-11T23:47:16.854775807Z") == .time(.max))
        for text in [
            "", "noon", "25:00", "2025-08-31", "1", "2025-08-31T", "T10:00", "2025-08-31 10:00",
            "2262-04-11T23:47:16.854775808Z", "2262-04-11T23:47:17Z",
        ] {
            #expect(CallFilter.Moment(text) == nil, "\(text)")
        }
        for text in [text, "19:50:42.5"] {
            var filter = CallFilter(FleetSchema.shared)
            (filter.since, filter.until) = (.init(text), .init(text))
            #expect(filter.conditions.map { CallFilter.Moment($0.values[0]) } == [.init(text), .init(text)])
        }
        for client in Set(calls.map { "\($0.client)" }) {
            #expect(numbers { $0.connections = [client] } == calls.filter { "\($0.client)" == client }.map(\.number))
        }
        var call = calls[0]
        call.server = Endpoint(address: Array(repeating: 0, count: 15) + [1], port: 443)
        for (text, isServer) in [
            ("::1", true), ("[::1]", true), ("[::1]:443", true), ("[::1]:44", false), ("::1:443", false), ("::", false),
            ("", false),
        ] {
            var filter = CallFilter(FleetSchema.shared)
            filter.connections = [text]
            #expect(filter.accepts(call) == isServer, "\(text)")
        }
    }

    /// The history of one field is the part of the whole history that changes the field.
    @Test func followsOneField() throws {
        let calls = try identifiedCalls.value(RecordedCapture.named("driver-shift.pcap").file)
        var (whole, part) = (
            ResourceHistory(schema: FleetSchema.shared),
            ResourceHistory(schema: FleetSchema.shared, field: "vehicle_state")
        )
        let changing = calls.flatMap { whole.take($0) }.filter { step in
            step.difference?.changes.contains { $0.path == "vehicle_state" } ?? false
        }
        let steps = calls.flatMap { part.take($0) }.filter { $0.difference != nil }
        #expect(!changing.isEmpty)
        #expect(steps.filter { !$0.isFirst }.map(\.call) == changing.map(\.call))
        #expect(steps.allSatisfy { $0.difference?.changes.allSatisfy { $0.path == "vehicle_state" } ?? false })
    }
}
