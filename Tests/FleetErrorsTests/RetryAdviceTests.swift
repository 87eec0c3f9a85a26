import FleetErrors
import FleetMessages
import GRPCWire
import ProtobufWire
import Testing

/// gRPC proposal A6, with Fleet Engine's published configuration.
@Suite struct RetryAdviceTests {
    private func situation(_ code: StatusCode = .unavailable, attempts: Int = 1) -> RetryAdvice.Situation {
        RetryAdvice.Situation(code, attempts: attempts, isIdempotent: true)
    }

    // min(1 · 1.3^(n-1), 10)
    @Test(arguments: [(1, 1.0), (2, 1.3), (3, 1.69), (4, 2.197)])
    func backsOff(attempts: Int, cap: Double) {
        let most = RetryAdvice(situation(attempts: attempts), jitter: { 1 })
        #expect(abs((most.delay ?? -1) - cap) < 1e-9)
        #expect(RetryAdvice(situation(attempts: attempts), jitter: { 0 }).delay == 0)
        #expect(abs((RetryAdvice(situation(attempts: attempts), jitter: { 0.5 }).delay ?? -1) - cap / 2) < 1e-9)
    }

    @Test func backOffStopsAtItsLimit() {
        #expect(RetryPolicy.fleetEngine.backoffCap(beforeRetry: 10) == 10)
        #expect(RetryPolicy.fleetEngine.backoffCap(beforeRetry: .max) == 10)
        #expect(RetryPolicy.fleetEngine.backoffCap(beforeRetry: .min) == 1)
        var endless = RetryPolicy.fleetEngine
        (endless.initialBackoff, endless.maxBackoff) = (.infinity, .infinity)
        #expect(RetryAdvice(situation(), policy: endless, jitter: { 0 }).delay == 0)
    }

    @Test func makesFiveAttemptsAtMost() {
        #expect(RetryAdvice(situation(attempts: 4)).retries)
        #expect(!RetryAdvice(situation(attempts: 5)).retries)
        var policy = RetryPolicy.fleetEngine
        policy.maxAttempts = 100
        #expect(!RetryAdvice(situation(attempts: 5), policy: policy).retries)
    }

    @Test func repeatsOnlyTheCodesOfThePolicy() {
        for code in StatusCode.all { #expect(RetryAdvice(situation(code)).retries == (code == .unavailable)) }
        let reason = "The retry policy does not list DEADLINE_EXCEEDED (4)"
        var policy = RetryPolicy.fleetEngine
        for (codes, listed) in [([.unavailable], ", only UNAVAILABLE."), ([], ".")] as [([StatusCode], String)] {
            policy.retryableCodes = codes
            #expect(RetryAdvice(situation(.deadlineExceeded), policy: policy).reason == reason + listed)
        }
    }

    @Test func neverRepeatsCallsThatMayHaveTakenEffect() {
        for code in StatusCode.all {
            var situation = RetryAdvice.Situation(code)
            situation.pushback = ["10"]
            situation.retryDelay = 1
            #expect(!RetryAdvice(situation).retries)
        }
        var begun = situation()
        begun.hasResponseHeaders = true
        #expect(!RetryAdvice(begun).retries)
    }

    @Test func repeatsCallsThatTheServerDidNotProcess() {
        var refused = RetryAdvice.Situation(.unavailable)
        refused.wasNotProcessed = true
        #expect(RetryAdvice(refused).delay == 0)
        refused.attempts = 2
        #expect(RetryAdvice(refused, jitter: { 1 }).delay == 1.3)
    }

    @Test(
        arguments: [
            (["250"], 0.25), (["0"], 0), (["-1"], nil), (["x"], nil), ([""], nil), (["1", "2"], nil),
        ] as [([String], Double?)])
    func obeysPushback(values: [String], delay: Double?) {
        var situation = situation()
        situation.pushback = values
        #expect(RetryAdvice(situation).delay == delay)
        // Pushback also invites where the policy would stop.
        situation.code = .internal
        #expect(RetryAdvice(situation).delay == delay)
    }

    @Test func waitsAsRetryInfoSays() {
        var situation = situation(.resourceExhausted)
        situation.retryDelay = 20.038
        #expect(RetryAdvice(situation, jitter: { 0 }).delay == 20.038)
        #expect(RetryAdvice(situation, jitter: { 1 }).delay == 21.038)
        situation.remaining = 20
        #expect(!RetryAdvice(situation, jitter: { 0 }).retries)
    }

    @Test func staysWithinTheDeadline() {
        var situation = situation()
        situation.remaining = 0.5
        #expect(RetryAdvice(situation, jitter: { 0.4 }).retries)
        #expect(!RetryAdvice(situation, jitter: { 0.5 }).retries)
        for remaining in [0, -1, Double.nan] {
            situation.remaining = remaining
            #expect(!RetryAdvice(situation, jitter: { 0 }).retries)
        }
    }

    @Test func readsASituationFromAResponse() {
        let trailers: Metadata = ["grpc-status": "14", "grpc-retry-pushback-ms": "1500"]
        let response = ResponseStatus(headers: nil, trailers: trailers)
        let method = FleetMethod(path: "/maps.fleetengine.v1.TripService/GetTrip")
        let situation = RetryAdvice.Situation(status: CallStatus(response), response: response, method: method)
        #expect(RetryAdvice(situation).delay == 1.5)
        let create = FleetMethod(path: "/maps.fleetengine.v1.TripService/CreateTrip")
        #expect(
            !RetryAdvice(RetryAdvice.Situation(status: CallStatus(response), response: response, method: create))
                .retries)
    }

    /// An app has the error of an SDK, and no response: what the server asks for in the details counts.
    @Test func readsASituationFromAStatusAlone() {
        let retry = RetryInfo.with { $0.retryDelay = ProtobufDuration(seconds: 3) }
        let status = CallStatus(.resourceExhausted, details: [StatusDetail(retry)])
        let situation = RetryAdvice.Situation(status: status, method: FleetMethod(named: "UpdateVehicle"), attempts: 2)
        #expect(RetryAdvice(situation, jitter: { 0 }).delay == 3)
        #expect(!RetryAdvice(RetryAdvice.Situation(status: status, method: nil)).retries)
    }

    /// The only block of a trailers-only response is not response headers, and neither is the answer of a proxy.
    @Test func responseHeadersEndTheRetries() {
        let headers: Metadata = [":status": "200", "content-type": "application/grpc"]
        let status: Metadata = ["grpc-status": "14"]
        let responses: [(ResponseStatus, retries: Bool)] = [
            (ResponseStatus(headers: headers, trailers: status), false),
            (ResponseStatus(headers: headers + status, trailers: ["a": "b"]), false),
            (ResponseStatus(headers: headers, trailers: nil, isConnectionLost: true), false),
            (ResponseStatus(headers: headers, trailers: nil, reset: .refusedStream), false),
            (ResponseStatus(headers: headers + status, trailers: nil), true),
            (ResponseStatus(headers: nil, trailers: headers + status), true),
            (ResponseStatus(headers: nil, trailers: nil, isConnectionLost: true), true),
            (ResponseStatus(headers: nil, trailers: nil, reset: .refusedStream), true),
            (ResponseStatus(headers: [":status": "503"], trailers: nil), true),
        ]
        let method = FleetMethod(named: "GetTrip")
        for (response, retries) in responses {
            let situation = RetryAdvice.Situation(status: CallStatus(response), response: response, method: method)
            #expect(situation.code == .unavailable)
            #expect(RetryAdvice(situation).retries == retries, "\(response.origin)")
        }
    }
}
