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

/// Rules about calls: tokens, failures, deadlines, repeats.
extension RuleTests.CallRuleTests {
    private static func trip(_ status: TripStatus = .new) -> Trip {
        var trip = Trip()
        trip.name = tripName
        trip.tripStatus = status
        return trip
    }

    private static func headers(_ token: String) -> Metadata { ["grpc-timeout": "15S", "authorization": token] }

    // MARK: Tokens

    @Test func findsNothingInAGoodCall() throws {
        let headers = Self.headers(try token(["tripid": "t1"]))
        #expect(found(call(1, "v1.Trip", getTrip, at: 60, answer: Self.trip(), headers: headers)).isEmpty)
    }

    @Test func explainsRefusedTokens() throws {
        let refused = CallStatusText(code: 16, message: "no")
        let denied = CallStatusText(code: 7, message: "no")
        let cases: [(String, CallStatusText, String)] = [
            (try token(["tripid": "t1"], expires: start + 30), refused, "token_expired"),
            (try token(["tripid": "t1"], expires: start + 7200), refused, "token_too_long"),
            (try token(["tripid": "t1"], issued: start + 3000), refused, "token_not_yet_valid"),
            (try token(["tripid": "t1"], audience: "https://example.com/"), refused, "token_audience"),
            (try token(["tripid": "t1"], issued: start + 300, expires: start + 200), refused, "token_times"),
            (try token(["tripid": "t1"], without: "exp"), refused, "token_expiry_missing"),
            (try token(["tripid": "t1"], without: "iat"), refused, "token_iat_missing"),
            (try token(["tripid": "t1"], without: "sub"), refused, "token_issuer"),
            (try token(["vehicleid": "v1"]), refused, "token_claim_missing"),
            (try token(["tripid": "t2"]), denied, "token_other_id"), ("Bearer abc", refused, "token_unreadable"),
        ]
        for (token, status, code) in cases {
            let findings = found(
                call(1, "v1.Trip", getTrip, at: 60, headers: Self.headers(token), status: status))
            #expect(codes(findings) == [code])
            #expect(findings.first?.severity == .error)
        }
        let none = found(call(1, "v1.Trip", getTrip, headers: ["grpc-timeout": "15S"], status: refused))
        #expect(codes(none) == ["token_missing"])
    }

    /// How a token is signed or sent explains a refusal only where its claims do not.
    @Test func explainsRefusalsByHowTokensAreSent() throws {
        let good = try token(["tripid": "t1"])
        let cases: [(String, Int, String)] = [
            (String(good.dropFirst("Bearer ".count)), 16, "token_scheme"),
            (try token(["tripid": "t1"], header: ["alg": "HS256", "kid": "k"]), 16, "token_algorithm"),
            (try token(["tripid": "t1"], header: ["alg": "RS256"]), 16, "token_key_missing"),
            (try token(["tripid": "t2"], header: ["alg": "RS256"]), 7, "token_other_id"), (good, 16, "unauthenticated"),
        ]
        for (token, status, code) in cases {
            let findings = found(
                call(1, "v1.Trip", getTrip, at: 60, headers: Self.headers(token), status: .init(code: status)))
            #expect(codes(findings) == [code])
        }
    }

    /// A server may accept tokens that the documents say it refuses, which is worth a note.
    @Test func notesAcceptedTokensWithFaults() throws {
        for token in [try token([:]), try token(["vehicleid": "v1"]), "Bearer abc"] {
            #expect(found(call(1, "v1.Trip", getTrip, at: 60, headers: Self.headers(token))).isEmpty)
        }
        let cases: [(String, [String])] = [
            (try token(["tripid": "t2"]), ["token_other_id"]),
            (try token(["tripid": "t1"], expires: start + 90_000), ["token_too_long"]),
            (try token(["tripid": "t2"], audience: "x"), ["token_audience", "token_other_id"]),
        ]
        for (token, expected) in cases {
            let findings = found(call(1, "v1.Trip", getTrip, at: 60, headers: Self.headers(token)))
            #expect(codes(findings) == expected)
            #expect(findings.allSatisfy { $0.severity == .note && $0.resource == tripName })
        }
    }

    /// A driver may read trips, so that a missing claim `tripid` does not explain the refusal.
    @Test func acceptsATokenWhoseRoleMayMakeTheCall() throws {
        let denied = CallStatusText(code: 7, message: "no")
        let driver = Self.headers(try token(["vehicleid": "v1"]))
        #expect(codes(found(call(1, "v1.Trip", getTrip, headers: driver, status: denied))) == ["permission_denied"])
        var update = UpdateTripRequest()
        update.name = tripName
        update.trip = Trip()
        update.trip?.tripStatus = .complete
        update.updateMask = mask("trip_status")
        #expect(
            codes(found(call(1, "v1.Trip", update, headers: driver, status: denied))) == ["token_claim_missing"])
        let rider = Self.headers(try token(["tripid": "t1"]))
        #expect(codes(found(call(1, "v1.Trip", update, headers: rider, status: denied))) == ["token_role"])
    }

    @Test func warnsBeforeATokenEnds() throws {
        let headers = Self.headers(try token(["tripid": "t1"], expires: start + 100))
        #expect(codes(found(call(1, "v1.Trip", getTrip, at: 60, headers: headers))) == ["token_ends_soon"])
        #expect(found(call(1, "v1.Trip", getTrip, at: 30, headers: headers)).isEmpty)
    }

    /// A server that accepts a token from last year shows that the packets have another clock.
    @Test func recognizesAReplayByItsTokens() throws {
        let old = Self.headers(try token(["tripid": "t1"], issued: start - 400_000, expires: start - 396_400))
        let older = Self.headers(try token(["tripid": "t1"], issued: start - 480_000, expires: start - 476_400))
        let findings = found(
            call(1, "v1.Trip", getTrip, headers: old),
            call(2, "v1.Trip", getTrip, headers: old, status: CallStatusText(code: 7, message: "no")),
            call(3, "v1.Trip", getTrip, headers: older, status: CallStatusText(code: 16, message: "no")))
        #expect(codes(findings) == ["permission_denied", "replayed_capture", "token_expired"])
        #expect(findings.first("token_expired")?.evidence.map(\.call) == [3])
    }

    /// Clocks differ: a server that accepts a token a minute after its end is none that the packets are replayed for.
    @Test func aTokenThatHasJustEndedShowsNoReplay() throws {
        let ended = Self.headers(try token(["tripid": "t1"], issued: start - 3000, expires: start - 60))
        #expect(found(call(1, "v1.Trip", getTrip, headers: ended)).first("replayed_capture") == nil)
    }

    // MARK: Failures

    @Test(arguments: [
        (5, "not_found", Finding.Severity.error), (14, "unavailable", .warning), (8, "resource_exhausted", .error),
        (1, "cancelled", .note), (13, "internal", .warning), (15, "data_loss", .error), (10, "aborted", .warning),
        (11, "out_of_range", .error), (57, "unknown", .error),
    ])
    func namesFailures(code: Int, name: String, severity: Finding.Severity) {
        let findings = found(call(4, "v1.Trip", getTrip, status: CallStatusText(code: code, message: "why")))
        #expect(findings.map(\.code) == [name])
        #expect(findings.map(\.severity) == [severity])
        #expect(findings.first?.resource == tripName)
        #expect(findings.first?.evidence.first?.call == 4)
        #expect(findings.first?.evidence.first?.text.contains("why") == true)
        #expect(findings.first?.remedy.isEmpty == false)
    }

    @Test func explainsAFailureByTheRequest() {
        var request = UpdateVehicleRequest()
        request.name = vehicleName
        request.vehicle = Vehicle()
        request.updateMask = mask("no_such_field")
        let refused = CallStatusText(code: 3, message: "bad mask")
        let findings = found(call(1, "v1.Vehicle", request, status: refused))
        #expect(codes(findings) == ["mask_unknown_field"])
        #expect(findings[0].evidence[0].text.contains("bad mask"))
        // A request without fault leaves the status to explain.
        #expect(codes(found(call(1, "v1.Trip", getTrip, status: refused))) == ["invalid_argument"])
        // And an outage is not the request's fault.
        #expect(
            codes(found(call(1, "v1.Vehicle", request, status: CallStatusText(code: 14)))) == [
                "mask_unknown_field", "unavailable",
            ])
    }

    /// Servers name fields from the request, or from the resource in it, and a field that has the wrong one in it.
    @Test(
        arguments: [
            ("vehicle.last_location.location", true), ("last_location.location", true), ("last_location", true),
            ("vehicle.lastLocation", true), ("maximum_capacity", false),
        ])
    func aFieldThatTheServerNamesExplainsTheRefusal(field: String, isExplained: Bool) {
        let request = update(.with { $0.lastLocation = .with { $0.location = LatLng(latitude: 91, longitude: 181) } })
        let detail = BadRequest.with { $0.fieldViolations = [.with { $0.field = field }] }
        var call = call(1, "v1.Vehicle", request)
        let status = CallStatus(.invalidArgument, "bad", details: [StatusDetail(detail)])
        call.status = ResponseStatus(headers: nil, trailers: status.trailers)
        #expect((found(call).first("invalid_argument") == nil) == isExplained)
    }

    /// The failed creation comes before the many calls that fail because of it.
    @Test func namesTheFailedCreationOfWhatIsNotFound() {
        let missing = CallStatusText(code: 5, message: "Trip not found: \(tripName)")
        let creation = CreateTripRequest.with {
            ($0.parent, $0.tripID) = (provider, "t1")
            $0.trip = .with {
                ($0.tripType, $0.pickupPoint) = (.exclusive, .with { $0.point = LatLng(latitude: 1, longitude: 2) })
            }
        }
        let polls = (2...5).map { call($0, "v1.Trip", getTrip, at: Double($0) * 10, status: missing) }
        let denied = call(1, "v1.Trip", creation, status: CallStatusText(code: 3, message: "bad"))
        let findings = found([denied] + polls)
        #expect(findings.map(\.code) == ["invalid_argument", "not_found", "repeated_unchanged"])
        #expect(findings[1].remedy == "See first to call 1, in which its creation failed.")
        let outage = call(1, "v1.Trip", creation, status: CallStatusText(code: 14))
        #expect(found([outage] + polls).first("not_found")?.severity == .error)
        let created = call(6, "v1.Trip", creation)
        let late = call(7, "v1.Trip", getTrip, status: missing)
        #expect(found(denied, created, late).first("not_found")?.severity == .error)
    }

    @Test func raisesTheSeverityOfRepeatedEmptyMasks() {
        var request = UpdateVehicleRequest()
        request.name = vehicleName
        request.vehicle = Vehicle()
        let refused = CallStatusText(code: 3, message: "update_mask cannot be empty")
        let calls = (1...3).map { number in
            request.header = RequestHeader()
            request.header?.regionCode = "US"
            request.header?.traceID = "\(number)"
            return call(number, "v1.Vehicle", request, status: refused)
        }
        #expect(found(Array(calls.prefix(2))).map(\.severity) == [.note])
        #expect(found(calls).map(\.severity) == [.warning])
    }

    // MARK: Deadlines

    /// Google's runtime cannot read these bytes as a Trip: the app gets an error, though the call ended with OK.
    @Test func findsAnswersThatNoClientCanRead() {
        var broken = call(1, "v1.Trip", getTrip)
        broken.responses = [[0xff, 0xff, 0xff]]
        #expect(codes(found(broken)) == ["damaged_message"])
        // A recorder cut the message; what the method is was only concluded from its messages.
        var cut = broken
        cut.captured.omissions.insert(.recorder)
        #expect(found(cut).isEmpty)
        broken.path = nil
        #expect(found(broken).isEmpty)
    }

    /// Google's clients give retries what is left of the deadline; a shorter interval of polls is no such rest.
    @Test func passesOverWhatIsLeftOfADeadline() {
        let outage = CallStatusText(code: 14)
        let retries = [(1, 0, "15S"), (2, 5, "10S"), (3, 9, "6S"), (4, 12, "3S")].map {
            call($0.0, "v1.Trip", getTrip, at: Double($0.1), headers: ["grpc-timeout": $0.2], status: outage)
        }
        #expect(codes(found(retries)) == ["retried", "unavailable"])
        let polls = [(1, 0, "5S"), (2, 1, "5S")].map {
            call($0.0, "v1.Trip", getTrip, at: Double($0.1), headers: ["grpc-timeout": $0.2])
        }
        #expect(found(polls).first("short_deadline")?.evidence.count == 2)
        // The last retry misses the deadline, which was not short; nor was that of a client that counts its attempts.
        let missed = call(
            5, "v1.Trip", getTrip, at: 13, headers: ["grpc-timeout": "2S"], status: CallStatusText(code: 4))
        let counted = call(
            1, "v1.Trip", getTrip, headers: ["grpc-timeout": "2S", "grpc-previous-rpc-attempts": "3"],
            status: CallStatusText(code: 4))
        for calls in [retries + [missed], [counted]] {
            let remedy = found(calls).first("deadline_exceeded")?.remedy
            #expect(remedy?.contains("Give the server time") == false)
        }
        // Polls in short intervals set their deadlines anew, of which no two are quite the same.
        let fast = [(1, 0, "1999900u"), (2, 0.1, "1999500u"), (3, 0.1, "1999400u")].map {
            call($0.0, "v1.Trip", getTrip, at: $0.1, headers: ["grpc-timeout": $0.2])
        }
        #expect(found(fast).first("short_deadline")?.evidence.count == 3)
    }

    @Test func judgesDeadlines() {
        #expect(codes(found(call(1, "v1.Trip", getTrip, headers: ["grpc-timeout": "7S"]))) == ["short_deadline"])
        #expect(found(call(1, "v1.Trip", getTrip, headers: ["grpc-timeout": "7500m"])).isEmpty)
        var open = call(1, "v1.Trip", getTrip, headers: ["x": "y"])
        open.captured.requestHeaders = []
        #expect(codes(found(open)) == ["no_deadline"])
        // The failure names the same remedy.
        let missed = found(
            call(1, "v1.Trip", getTrip, headers: ["grpc-timeout": "1S"], status: CallStatusText(code: 4)))
        #expect(codes(missed) == ["deadline_exceeded", "short_deadline"])
        #expect(missed.allSatisfy { $0.remedy.contains("Give the server time: Google's clients use 15 s") })
        // Google's clients set none for this one.
        var delete = DeleteTripRequest()
        delete.name = tripName
        var call = call(1, "v1.Trip", delete, headers: ["x": "y"])
        call.captured.requestHeaders = []
        #expect(found(call).isEmpty)
    }

    @Test func findsSlowAndEndlessCalls() {
        var slow = call(1, "v1.Trip", getTrip)
        slow.duration = 6
        #expect(codes(found(slow)) == ["slow_call"])
        // Of a call that fails, its failure is told.
        var failed = call(1, "v1.Trip", getTrip, status: CallStatusText(code: 14))
        failed.duration = 6
        #expect(found(failed).first("slow_call") == nil)
        slow.duration = 4
        #expect(found(slow).isEmpty)
        var endless = call(1, "v1.Trip", getTrip)
        endless.status = nil
        #expect(codes(found(endless)) == ["no_end"])
        // One that the server says it has not come to may be repeated.
        var rejected = slow
        rejected.captured.reset = .init(isByClient: true, code: .enhanceYourCalm)
        #expect(codes(found(rejected)) == ["answer_rejected"])
        // Servers end streams in this way once the answer is whole.
        rejected.captured.reset = .init(isByClient: false, code: .enhanceYourCalm)
        #expect(found(rejected).isEmpty)
        var frame = Array(repeating: 0 as UInt8, count: 8)[...]
        endless.captured.goAway = .init(frame.span, isByClient: false)
        #expect(codes(found(endless)) == ["not_processed"])
        // The cause counts more than the order of frames.
        frame += Array("too_many_pings".utf8)
        endless.captured.goAway = .init(frame.span, isByClient: false)
        #expect(codes(found(endless)) == ["too_many_pings"])
    }

    // MARK: Repeats

    @Test func findsRepeats() {
        let outage = CallStatusText(code: 14)
        let refused = CallStatusText(code: 3, message: "bad")
        #expect(
            codes(found(call(1, "v1.Trip", getTrip, status: outage), call(2, "v1.Trip", getTrip, at: 1)))
                == ["retried", "unavailable"])
        let stubborn = found(
            call(1, "v1.Trip", getTrip, status: refused), call(2, "v1.Trip", getTrip, at: 1, status: refused))
        #expect(codes(stubborn) == ["invalid_argument", "repeated_unchanged"])
        #expect(stubborn.first("repeated_unchanged")?.evidence.map(\.call) == [2])
        let counted: Metadata = ["grpc-timeout": "15S", "grpc-previous-rpc-attempts": "1"]
        #expect(codes(found(call(1, "v1.Trip", getTrip, headers: counted))) == ["retried"])
        // Polls are alike.
        #expect(found(call(1, "v1.Trip", getTrip), call(2, "v1.Trip", getTrip, at: 1)).isEmpty)
    }

    /// Repeats of requests that cannot succeed unchanged, and of calls that may have taken effect.
    @Test(arguments: [
        (3, "repeated_unchanged"), (5, "repeated_unchanged"), (6, "repeated_unchanged"), (7, "repeated_unchanged"),
        (9, "repeated_unchanged"), (11, "repeated_unchanged"), (12, "repeated_unchanged"), (15, "repeated_unchanged"),
        (16, "repeated_unchanged"), (2, "repeated_unsafe"), (4, "repeated_unsafe"), (13, "repeated_unsafe"),
        (14, "retried"),
    ])
    func judgesRepeats(code: Int, expected: String) throws {
        var request = CreateTripRequest()
        (request.parent, request.tripID, request.trip) = (provider, "t1", Trip())
        let failed = CallStatusText(code: code, message: "why")
        let repeats = found(
            call(1, "v1.Trip", request, status: failed), call(2, "v1.Trip", request, at: 1, status: failed))
        let codes = ["repeated_unchanged", "repeated_unsafe", "retried"].filter { repeats.first($0) != nil }
        #expect(codes == [expected])
        #expect(repeats.first(expected)?.evidence.map(\.call) == [2])
        // What succeeds the second time was cured in between.
        let cured = found(call(1, "v1.Trip", getTrip, status: failed), call(2, "v1.Trip", getTrip, at: 1))
        #expect(cured.first("retried")?.evidence.map(\.call) == [2])
    }

    /// A server has done nothing of the streams behind the last one that its GOAWAY names: RFC 9113, section 6.8.
    @Test(arguments: [(false, "repeated_unsafe"), (true, "retried")])
    func repeatsOfRefusedStreamsAreSafe(isRefused: Bool, expected: String) {
        let request = CreateTripRequest.with { ($0.parent, $0.tripID, $0.trip) = (provider, "t1", Trip()) }
        var first = call(1, "v1.Trip", request, status: .init(code: 2))
        // The last stream that it says to have begun is 0.
        let frame = Array(repeating: 0 as UInt8, count: 8)[...]
        if isRefused { first.captured.goAway = .init(frame.span, isByClient: false) }
        let findings = found(first, call(2, "v1.Trip", request, at: 1))
        #expect(["repeated_unsafe", "retried"].filter { findings.first($0) != nil } == [expected])
    }

    /// Only a call of the same client that began behind the failure repeats the request.
    @Test(
        arguments: [
            (endpoint(port: 1001), 0.0, nil), (endpoint(port: 1001), 1.9, nil), (endpoint(port: 1001), 2.0, 2),
            (endpoint(2), 3.0, nil),
        ] as [(Endpoint, Double, Int?)])
    func callsThatCouldNotKnowOfAFailureAreNoRepeats(client: Endpoint, time: Double, repeating: Int?) {
        let failed = CallStatusText(code: 5, message: "why")
        var calls = [0, time].enumerated().map {
            call($0 + 1, "v1.Trip", getTrip, at: $1, status: failed)
        }
        calls[0].duration = 2
        calls[1].captured.client = client
        let repeats = found(calls).first("repeated_unchanged")
        #expect(repeats?.evidence.map(\.call) == repeating.map { [$0] })
    }

    /// Reading again is harmless; a report of a billable trip may count twice.
    @Test func distinguishesReadsFromBilling() {
        let lost = CallStatusText(code: 4, message: "late")
        let outage = CallStatusText(code: 14)
        let polls = found(
            call(1, "v1.Trip", getTrip, status: lost), call(2, "v1.Trip", getTrip, at: 1, status: lost))
        #expect(codes(polls) == ["deadline_exceeded", "retried"])
        var report = ReportBillableTripRequest()
        report.name = "\(provider)/billableTrips/t1"
        report.countryCode = "US"
        let reports = found(
            call(1, "v1.Trip", report, status: outage), call(2, "v1.Trip", report, at: 1))
        #expect(codes(reports) == ["repeated_unsafe", "unavailable"])
    }

    @Test func findsRepeatsBeyondTheLimitsOfGRPC() {
        func attempt(_ number: Int) -> ExaminedCall {
            call(
                number, "v1.Trip", getTrip, at: Double(number),
                headers: ["grpc-timeout": "15S", "grpc-previous-rpc-attempts": "\(number)"])
        }
        #expect(codes(found(attempt(4))) == ["retried"])
        let findings = found(attempt(4), attempt(5), attempt(6))
        #expect(codes(findings) == ["retried", "too_many_attempts"])
        #expect(findings.first("too_many_attempts")?.evidence.map(\.call) == [5, 6])
        #expect(findings.first("too_many_attempts")?.severity == .warning)
    }

    /// gRPC waits about a second before the first retry: https://github.com/grpc/proposal/blob/master/A6-client-retries.md
    @Test(arguments: [(14, 0.03, [4, 5, 6]), (14, 1, []), (1, 0.03, []), (4, 0.03, [])] as [(Int, Double, [Int])])
    func findsRepeatsWithoutBackoff(code: Int, interval: Double, calls: [Int]) {
        let end = CallStatusText(code: code)
        let polls = (1...6).map { call($0, "v1.Trip", getTrip, at: Double($0) * interval, status: end) }
        let findings = found(polls)
        #expect(findings.first("no_backoff")?.evidence.map(\.call) ?? [] == calls)
    }

    /// The headers and the request itself both show a repeat.
    @Test func reportsEachRepeatOnce() {
        let counted: Metadata = ["grpc-timeout": "15S", "grpc-previous-rpc-attempts": "1"]
        let late: Metadata = ["grpc-timeout": "15S", "grpc-previous-rpc-attempts": "6"]
        let outage = CallStatusText(code: 14)
        let calls = (1...10).flatMap { pair in
            [
                call(2 * pair - 1, "v1.Trip", getTrip, at: Double(pair) * 10, status: outage),
                call(2 * pair, "v1.Trip", getTrip, at: Double(pair) * 10 + 1, headers: counted),
            ]
        }
        let result = checkup(calls)
        #expect(result.findings.first("retried")?.evidence.map(\.call) == (1...10).map { 2 * $0 })
        #expect(CheckupText().text(result, name: "x").description.contains("(calls 2, 4, 6 and 7 more)"))
        let tooMany = found(
            call(1, "v1.Trip", getTrip, status: outage), call(2, "v1.Trip", getTrip, at: 1, headers: late))
        #expect(codes(tooMany) == ["too_many_attempts", "unavailable"])
    }

    /// A call with several pieces of evidence is one call.
    @Test func countsCallsNotPieces() {
        let calls = (1...10).map { number in
            var request = CreateVehicleRequest()
            request.vehicleID = "v\(number)"
            request.vehicle = .with {
                ($0.vehicleState, $0.supportedTripTypes, $0.maximumCapacity) = (.online, [.exclusive], 4)
            }
            return call(number, "v1.Vehicle", request)
        }
        let text = CheckupText().text(checkup(calls), name: "x").description
        #expect(text.contains("(calls 1, 2, 3 and 7 more)"))
    }

    @Test func findsCallsBeforeTheWaitIsOver() throws {
        func findings(after seconds: Double) -> [Finding] {
            found(Self.refused(1, 0, wait: 20), Self.refused(2, seconds, wait: 20))
        }
        #expect(codes(findings(after: 21)) == ["resource_exhausted"])
        #expect(codes(findings(after: 5)) == ["backoff_ignored", "resource_exhausted"])
    }

    private static func refused(
        _ number: Int, _ seconds: Double, code: StatusCode = .resourceExhausted, wait: Int64 = 5
    ) -> ExaminedCall {
        let info = RetryInfo.with { $0.retryDelay = ProtobufDuration(seconds: wait) }
        var call = sent(number, seconds)
        let status = CallStatus(code, details: [StatusDetail(info)])
        call.status = ResponseStatus(headers: nil, trailers: status.trailers)
        return call
    }

    /// A poll that is like no other.
    private static func sent(
        _ number: Int, _ seconds: Double, client: Endpoint = endpoint(), trip: String = tripName
    ) -> ExaminedCall {
        var request = getTrip
        request.name = trip
        request.header = RequestHeader()
        request.header?.regionCode = "US"
        request.header?.traceID = "\(number)"
        var call = call(number, "v1.Trip", request, at: seconds)
        call.captured.client = client
        return call
    }

    private func callsTooEarly(_ calls: ExaminedCall...) -> [Int?] {
        found(calls).first("backoff_ignored")?.evidence.map(\.call) ?? []
    }

    /// Only the client that was told to wait has to wait.
    @Test func aWaitHoldsForOneClient() {
        let other = endpoint(2)
        #expect(callsTooEarly(Self.refused(1, 0), Self.sent(2, 1, client: other), Self.sent(3, 2)) == [3])
        // Each call within the wait is too early, and none behind it.
        #expect(
            callsTooEarly(Self.refused(1, 0), Self.sent(2, 1), Self.sent(3, 4), Self.sent(4, 6), Self.sent(5, 7)) == [
                2, 3,
            ])
    }

    /// A wait holds for a client on all its connections, but not for other clients behind the same proxy.
    @Test func aWaitHoldsOnEachConnectionOfTheClient() throws {
        let other = endpoint(port: 1001)
        #expect(
            callsTooEarly(Self.refused(1, 0), Self.sent(2, 1, client: other), Self.sent(3, 6, client: other)) == [2])
        #expect(callsTooEarly(Self.refused(1, 0), Self.sent(2, 1, trip: "\(provider)/trips/t2")) == [])
    }

    /// A wait begins with the answer that asks for it.
    @Test func aWaitBeginsWithTheAnswer() {
        var slow = Self.refused(1, 0)
        slow.duration = 10
        // A call that was under way before the answer came could not know.
        #expect(callsTooEarly(slow, Self.sent(2, 3), Self.sent(3, 12), Self.sent(4, 15.1)) == [3])
    }

    @Test func retryInfoCountsWithEachCode() {
        for code in [StatusCode.unavailable, .aborted, .internal] {
            #expect(callsTooEarly(Self.refused(1, 0, code: code, wait: 30), Self.sent(2, 1)) == [2])
        }
    }

    @Test func findsARequestThatCannotBeReadToItsEnd() throws {
        let headers = Self.headers(try token(["tripid": "t1"]))
        var damaged = call(1, "v1.Trip", getTrip, at: 60, answer: Self.trip(), headers: headers)
        damaged.captured.request.outline.isDamaged = true
        damaged.captured.request.failure = FramingError(.truncatedMessage, offset: 9)
        #expect(codes(found(damaged)) == ["damaged_request"])
    }

    /// As servers of grpcio answered that sent none, one and two messages: no client took the first and the last for a success.
    @Test(arguments: [(0, "OK, with 0 messages"), (1, nil), (2, "OK, with 2 messages")] as [(Int, String?)])
    func findsAnswersWithoutTheirOneMessage(count: Int, text: String?) {
        var call = call(1, "v1.Trip", getTrip)
        (call.captured.requestHeaders, call.captured.trailers) = ([HeaderField(":path", call.path ?? "")], [])
        for _ in 0..<count { call.captured.response.outline.add(5, isCompressed: false) }
        #expect(found(call).first("answer_rejected")?.evidence.map(\.text) == text.map { ["GetTrip: \($0)"] })
        // Files of headers alone have no messages.
        for medium in [CapturedCall.Medium.binaryLog, .httpArchive, .mitmproxyFlow] {
            call.captured.medium = medium
            #expect(found(call).first("answer_rejected") == nil)
        }
    }

    /// Beside twelve connections with one call each, others carry two.
    @Test(
        arguments: [
            (0, "12 of 12 connections carry one call"), (11, "12 of 23 connections carry one call"), (12, nil),
        ] as [(Int, String?)])
    func findsAConnectionForEachCall(others: Int, text: String?) {
        let ports = Array(1...12) + (13..<13 + others).flatMap { [$0, $0] }
        let calls = ports.enumerated().map { index, port in
            var call = call(index + 1, "v1.Trip", getTrip, at: Double(index))
            call.captured.client = endpoint(port: UInt16(port))
            return call
        }
        #expect(found(calls).first("connection_per_call")?.evidence.map(\.text) == text.map { [$0] })
    }

    /// As behind a proxy that was captured on both sides; as riders of one trip, who ask for the same now and then.
    @Test(arguments: [(0.001, true), (1, false)]) func findsCallsOnTwoHops(delay: Double, isTwice: Bool) {
        let calls = shift((0..<8).map { Double($0) * 10 }).flatMap { first in
            var first = first
            first.duration = 0.5
            var second = first
            second.captured.client = endpoint(9, port: 1)
            second.time = second.time.map { $0 + Int64(delay * 1e9) }
            return [first, second]
        }
        let codes = codes(found(calls))
        #expect(isTwice ? codes == ["calls_twice"] : !codes.contains("calls_twice"))
        // Calls that failed, and their repeats elsewhere while the dead connection was still open, are no second hop.
        var repeats = calls
        for index in stride(from: 0, to: repeats.count, by: 2) {
            repeats[index].status = ResponseStatus(headers: nil, trailers: nil, isConnectionLost: true)
        }
        #expect(found(repeats).first("calls_twice") == nil)
        // A few among many more are none of a second hop.
        let others = (0..<20).map { Self.sent(20 + $0, 100 + Double($0)) }
        #expect(found(calls + others).first("calls_twice") == nil)
    }
}
