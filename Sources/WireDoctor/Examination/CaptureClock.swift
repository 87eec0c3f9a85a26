import ConsoleText
import FleetErrors

/// Decides whether the clock of the capture is that of the vehicles and of the server.
///
/// A shift that was recorded from a simulation, or sent again later, has packets of one time and messages of another. Ages
/// and expiry cannot be judged then, so findings about them are left out.
struct CaptureClock {
    /// A token may be this much out of date by the capture's clock and yet be accepted: the tolerance for `iat`.
    ///
    /// Source: ``ErrorSource/tokens``
    static let tolerance: Int64 = 600
    /// Messages whose times run this much longer than their packets were not sent as they were measured, in seconds.
    static let runAhead = 30.0

    /// The evidence that the capture's clock is not that of the messages; `nil` while there is none.
    private(set) var replayEvidence: Finding.Evidence?
    /// A time that the server's clock has passed, in seconds since 1970: that of the last token that it accepted.
    private(set) var serverTime: Int64?

    var isReplay: Bool { replayEvidence != nil }

    /// Takes into account that the server accepted a call with a token.
    mutating func note(accepted token: FleetToken, by call: ExaminedCall) {
        guard let issued = token.issuedAt, let expires = token.expires else { return }
        serverTime = max(serverTime ?? issued, issued)
        guard replayEvidence == nil, let time = call.seconds else { return }
        let late = time &- expires
        if expires < time, late > Self.tolerance {
            replayEvidence = Finding.Evidence(
                of: call.reference,
                "the server accepts a token that by the packets' time ended \(Self.span(Double(late))) before")
        }
    }

    /// Takes into account how long a vehicle's updates took, in seconds by both clocks.
    mutating func note(vehicle name: String, messages: Double, packets: Double) {
        guard replayEvidence == nil, messages > 2 * packets + Self.runAhead else { return }
        replayEvidence = Finding.Evidence(
            "the updates of \(name) took \(Self.span(messages)) by their own times, "
                + "\(Self.span(packets)) by the packets'")
    }

    /// The time at which the server judged the token of a call, in seconds since 1970.
    func time(ofJudging call: ExaminedCall) -> Int64? { isReplay ? serverTime : call.seconds }

    /// A length of time in seconds in words, with days where there are many hours.
    static func span(_ seconds: Double) -> String {
        let whole = Int64(nearest: seconds)
        // Two days are still well said in hours.
        return whole.magnitude < 2 * 86_400 ? UTCTime.span(whole) : "\(whole.magnitude / 86_400) days"
    }

    var finding: Finding? { replayEvidence.map { Finding(.replayedCapture, evidence: [$0]) } }
}
