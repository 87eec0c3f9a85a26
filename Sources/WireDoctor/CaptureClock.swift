import ConsoleText
import FleetErrors

/// Whether the clock of the capture is that of the vehicles and of the server.
///
/// A shift that was recorded from a simulation, or played again later, has packets of one time and messages of another.
/// Ages and expiry cannot be judged then, and what would be wrong about them is not said.
struct CaptureClock {
    /// A token may be this much out of date by the capture's clock and yet be accepted: the tolerance for `iat`.
    ///
    /// Source: ``ErrorSource/tokens``
    static let tolerance: Int64 = 600
    /// Messages whose times run this much longer than their packets were not sent as they were measured, in seconds.
    static let runAhead = 30.0

    /// Why the capture's clock is not that of the messages; `nil` while nothing speaks against it.
    private(set) var objection: Finding.Evidence?
    /// The server's time is at least this, in seconds since 1970: an accepted token was made then.
    private(set) var serverTime: Int64?

    var isReplay: Bool { objection != nil }

    /// Takes into account that the server accepted a call with a token.
    mutating func note(accepted token: FleetToken, by call: ExaminedCall) {
        guard let issued = token.issuedAt, let expires = token.expires else { return }
        serverTime = max(serverTime ?? issued, issued)
        guard objection == nil, let time = call.seconds else { return }
        let late = time.subtractingReportingOverflow(expires).partialValue
        if expires < time, late > Self.tolerance {
            objection = Finding.Evidence(
                call: call.number,
                "the server accepts a token that by the packets' time ended \(Self.span(Double(late))) before")
        }
    }

    /// Takes into account how long a vehicle's updates took by both clocks.
    mutating func note(vehicle name: String, messages: Double, packets: Double) {
        guard objection == nil, messages > 2 * packets + Self.runAhead else { return }
        objection = Finding.Evidence(
            "the updates of \(name) took \(Self.span(messages)) by their own times, "
                + "\(Self.span(packets)) by the packets'")
    }

    /// The time at which the server judged a token, in seconds since 1970.
    func judging(_ call: ExaminedCall) -> Int64? { isReplay ? serverTime : call.seconds }

    /// A length of time in seconds in words, with days where there are many hours.
    static func span(_ seconds: Double) -> String {
        let whole = Int64(nearest: seconds)
        // Two days are still well said in hours.
        return whole.magnitude < 2 * 86_400 ? UTCTime.span(whole) : "\(whole.magnitude / 86_400) days"
    }

    var finding: Finding? {
        objection.map {
            Finding(
                "replayed_capture", .note,
                "The packets have other times than the messages: a simulated or repeated shift.",
                remedy: "Nothing to do: ages are not judged, and cadence is judged by the times in the messages.",
                evidence: [$0])
        }
    }
}
