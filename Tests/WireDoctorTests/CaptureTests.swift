import ConsoleText
import FleetErrors
import Foundation
import TestSupport
import Testing
import WireCapture
import WireDoctor

/// Whole captures: the findings agree with the lines of the makers of the captures, counted here in another way.
extension RuleTests.CaptureTests {
    private static func capture(_ name: String) throws -> (checkup: Checkup, lines: [[String: Any]]) {
        let capture = try RecordedCapture.named(name)
        return (try examine(capture.file), try capture.expectedCalls())
    }

    private static let checkups = FileCache { file in
        var doctor = CaptureDoctor()
        for call in try identifiedCalls.value(file) { doctor.examine(call) }
        return doctor.finish()
    }

    static func examine(_ file: URL) throws -> Checkup { ProducedCodes.record(try checkups.value(file)) }

    /// The calls of each code; those of findings with more than ``Finding/evidenceLimit`` pieces begin the list.
    private static func calls(_ checkup: Checkup) -> [String: [Int]] {
        var calls: [String: Set<Int>] = [:]
        for finding in checkup.findings {
            calls[finding.code, default: []].formUnion(finding.evidence.compactMap(\.call))
        }
        return calls.mapValues { $0.sorted() }
    }

    private static func request(_ line: [String: Any]) -> [String: Any] {
        ((line["request_messages"] as? [[String: Any]])?.first?["json"] as? [String: Any]) ?? [:]
    }

    private static func answer(_ line: [String: Any]) -> [String: Any] {
        ((line["response_messages"] as? [[String: Any]])?.first?["json"] as? [String: Any]) ?? [:]
    }

    private static func method(_ line: [String: Any]) -> String {
        (line["path"] as? String)?.split(separator: "/").last.map(String.init) ?? ""
    }

    /// Numbers of the lines for which something holds.
    private static func numbers(_ lines: [[String: Any]], where holds: ([String: Any]) -> Bool) -> [Int] {
        lines.indices.filter { holds(lines[$0]) }.map { $0 + 1 }
    }

    /// The findings name the side that ended the connection.
    @Test func findsTheSideThatEndedAConnection() throws {
        let file = Folders.network.appendingPathComponent("connection-ends.pcap")
        let found = Self.calls(try Self.examine(file))
        #expect(found["connection_lost"] == [2, 4] && found["connection_left"] == [6])
        #expect(found["no_end"] == nil && found["unavailable"] == nil)
        let left = Self.calls(try Self.examine(Folders.network.appendingPathComponent("half-open-server.pcap")))
        #expect(left["connection_left"] == [2] && left["slow_call"] == nil)
        let pings = Self.calls(try Self.examine(Folders.network.appendingPathComponent("http2-ends.pcap")))
        #expect(pings["too_many_pings"]?.count == 1)
    }

    /// A client that took a message for too large is not told that its app went to the background.
    @Test func findsClientsThatRefuseLargeMessages() throws {
        let file = Folders.network.appendingPathComponent("refusals.pcap")
        let found = try Self.examine(file).findings.filter { $0.remedy.contains("raise the client's limit") }
        #expect(found.map(\.severity) == [.error, .error])
        #expect(found.map { $0.evidence.map(\.call) } == [[2, 6], [10]])
    }

    /// mitmproxy did not trust the certificate of the server; of a browser's calls, one met a port without a server, and one a
    /// server that did not admit the page's origin. Firefox says of both no more than that there is no answer.
    @Test(
        arguments: [
            ("flows/untrusted-12.flows", .connectionLost, [1], "let the client trust its root"),
            ("network/chromium.har", .connectionLost, [4], "Check the network, the host and port"),
            ("network/chromium.har", .connectionLost, [5], "admit the page's origin"),
            ("network/playwright.har", .connectionLost, [4], "Check the network, the host and port"),
            ("network/playwright.har", .connectionLost, [5], "admit the page's origin"),
            ("network/playwright.har", .connectionLeft, [6, 7], "See whether the app was closed"),
            ("network/firefox.har", .noEnd, [3, 4, 5, 7], "admit the page's origin"),
        ] as [(String, FindingKind, [Int], String)])
    func findsWhatTheRecorderNames(_ name: String, _ kind: FindingKind, _ calls: [Int], _ remedy: String) throws {
        let checkup = try Self.examine(Folders.fixtures.appendingPathComponent(name))
        let found = checkup.findings.filter { $0.remedy.contains(remedy) }
        #expect(found.map(\.kind) == [kind] && found[0].evidence.map { $0.call } == calls)
    }

    /// Recorders of apps have calls without an answer, too: what a browser would say is not said of those.
    @Test func explainsNoCallOfAnAppByWhatBrowsersSay() throws {
        let text = String(decoding: try Folders.network.appendingPathComponent("firefox.har").bytes(), as: UTF8.self)
        let calls = CallExtractor().calls(in: Array(text.replacing("\"Origin\"", with: "\"X-Origin\"").utf8))
        var doctor = CaptureDoctor()
        for call in calls { doctor.examine(call) }
        let found = doctor.finish().findings.filter { $0.kind == .noEnd }
        #expect(found.map { $0.evidence.map(\.call) } == [[3, 4, 5, 6, 7]])
    }

    /// The calls of the browser had a token, which its export leaves out. The one with UNAUTHENTICATED was not without.
    @Test func missesNoTokenThatTheRecorderLeavesOut() throws {
        let file = Folders.network.appendingPathComponent("chromium.har")
        let found = Self.calls(try Self.examine(file))
        #expect(found["token_missing"] == nil && found["unauthenticated"] == [2])
    }

    /// A body that ends before its compression does is damaged; a body with an unknown compression is not.
    @Test func findsDamagedBodies() throws {
        let file = Folders.network.appendingPathComponent("content-encoding.pcap")
        let found = Self.calls(try Self.examine(file))
        #expect(found["damaged_response"] == [8] && found["damaged_request"] == nil)
    }

    @Test(arguments: Exhaustive.elements(of: RecordedCapture.apps + ["big-list.pcapng"], inDebugEvery: 3))
    func findsEmptyMasksWhereTheyAre(_ name: String) throws {
        let (checkup, lines) = try Self.capture(name)
        let expected = Self.numbers(lines) { line in
            let updates = ["UpdateVehicle", "UpdateTrip", "UpdateDeliveryVehicle", "UpdateTask"]
            return updates.contains(Self.method(line)) && (Self.request(line)["updateMask"] as? String ?? "").isEmpty
        }
        #expect(Self.calls(checkup)["empty_update_mask"] ?? [] == expected)
    }

    @Test(arguments: Exhaustive.elements(of: RecordedCapture.apps, inDebugEvery: 3))
    func findsIgnoredFieldsWhereTheyAre(_ name: String) throws {
        let (checkup, lines) = try Self.capture(name)
        let bodies = [
            "UpdateVehicle": "vehicle", "UpdateTrip": "trip", "UpdateDeliveryVehicle": "deliveryVehicle",
            "UpdateTask": "task",
        ]
        let expected = Self.numbers(lines) { line in
            let request = Self.request(line)
            let mask = (request["updateMask"] as? String ?? "").split(separator: ",").map(String.init)
            guard let body = bodies[Self.method(line)], let resource = request[body] as? [String: Any], !mask.isEmpty
            else { return false }
            return resource.keys.contains { $0 != "name" && !mask.contains($0) }
        }
        // A server that refuses the mask passes over nothing.
        let refused = Self.calls(checkup)["mask_unknown_field"] ?? []
        #expect(Self.calls(checkup)["field_ignored"] ?? [] == expected.filter { !refused.contains($0) })
    }

    @Test func explainsOmittedRoutesWhereTheyAre() throws {
        let (checkup, lines) = try Self.capture("consumer-poll.pcapng")
        let expected = Self.numbers(lines) { line in
            let (request, answer) = (Self.request(line), Self.answer(line))
            guard Self.method(line) == "GetTrip", !["COMPLETE", "CANCELED"].contains(answer["tripStatus"] as? String)
            else { return false }
            return [
                ("currentRouteSegmentVersion", "currentRouteSegment"),
                ("currentRouteSegmentTrafficVersion", "currentRouteSegmentTraffic"),
                ("remainingWaypointsVersion", "remainingWaypoints"),
            ].contains { request[$0.0] != nil && answer[$0.1] == nil }
        }
        let finding = try #require(checkup.findings.first { $0.code == "unchanged_left_out" })
        #expect(finding.evidence.map(\.call) == expected.prefix(Finding.evidenceLimit).map { $0 })
        #expect(finding.evidenceCount == expected.count)
    }

    /// Every call that failed is evidence of some finding.
    @Test(
        arguments: Exhaustive.elements(
            of: RecordedCapture.apps + ["streaming.pcapng", "midstream.pcap", "midstream-torn.pcap"], inDebugEvery: 3))
    func leavesNoFailureUnexplained(_ name: String) throws {
        let (checkup, lines) = try Self.capture(name)
        let failed = Self.numbers(lines) { line in
            let status = line["client_status"] as? [String: Any]
            return (status?["status"] as? String ?? "OK") != "OK"
        }
        let explained = Set(checkup.findings.flatMap { $0.evidence.compactMap(\.call) })
        #expect(Set(failed).subtracting(explained).isEmpty)
        #expect(checkup.tally.failed + checkup.tally.benign == failed.count)
    }

    /// A healthy shift has few findings.
    @Test(
        arguments: [
            (
                "driver-shift.pcap",
                [
                    "updates_too_frequent": [7, 8, 10, 11, 15, 16, 17, 20, 22, 23, 24], "empty_update_mask": [2],
                    "replayed_capture": [1],
                ]
            ),
            (
                "consumer-poll.pcapng",
                ["unchanged_left_out": [10, 16, 18, 20, 24, 30, 31, 36, 40, 44, 46, 48], "replayed_capture": [1]]
            ),
            ("delivery-shift.pcapng", ["mask_output_only": [5, 6, 7, 8, 9, 10, 11], "replayed_capture": [1]]),
            (
                "big-list.pcapng",
                ["required_field_missing": [1, 2, 5, 7, 9], "search_range": [4, 6, 8], "replayed_capture": [1]]
            ),
            (
                "streaming.pcapng",
                [
                    "aborted": [2], "backoff_ignored": [3], "cancelled": [3], "invalid_argument": [6],
                    "replayed_capture": [1],
                ]
            ),
        ] as [(String, [String: [Int]])])
    func findsExactlyTheExpected(name: String, codes: [String: [Int]]) throws {
        let checkup = try Self.examine(RecordedCapture.named(name).file)
        var found = Self.calls(checkup)
        found["updates_too_frequent"] = found["updates_too_frequent"].map { Array($0.prefix(11)) }
        #expect(found == codes)
        #expect(checkup.count(.error) == 0)
    }

    /// Each call of this capture fails in its own way, which the lines of its maker name.
    @Test func explainsEachFailure() throws {
        let checkup = try Self.examine(RecordedCapture.named("errors.pcapng").file)
        let expected: [String: [Int]] = [
            "empty_update_mask": [5, 6, 7, 8, 47], "mask_unknown_field": [9], "field_ignored": [25, 26, 45],
            "resource_name": [10, 11], "parent_name": [12], "required_field_missing": [4, 12, 13, 18],
            "search_range": [18], "not_found": [14, 15], "already_exists": [16], "failed_precondition": [17, 38],
            "token_missing": [19], "token_expired": [20], "token_algorithm": [21], "token_audience": [22],
            "token_claim_missing": [23], "token_other_id": [24, 25], "resource_exhausted": [26, 27, 48],
            "unavailable": [28, 29, 41, 42], "aborted": [30], "internal": [31, 49], "data_loss": [32],
            "unknown": [33, 40], "cancelled": [34, 44], "deadline_exceeded": [35, 45], "invalid_argument": [36, 37],
            "unimplemented": [39], "retried": [42, 43], "short_deadline": [45],
            "backoff_ignored": [33, 34, 35, 36, 37, 38, 45, 47, 49],
            "replayed_capture": [1],
        ]
        #expect(Self.calls(checkup) == expected)
    }

    @Test func worksOnThePackagesOwnCaptures() throws {
        let names = ["streaming.pcapng", "streaming-raw-ip.pcap", "streaming-big-endian.pcap"]
        for name in Exhaustive.elements(of: names, inDebugEvery: 2) {
            let checkup = try Self.examine(Folders.network.appendingPathComponent(name))
            #expect(checkup.examined == 6)
            #expect(Self.calls(checkup)["aborted"] == [2])
        }
    }
}
