/// The result of an examination: findings, and a summary of what was examined.
public struct Checkup: Sendable {
    /// A vehicle in the capture.
    public struct Vehicle: Hashable, Sendable {
        /// The resource name of the vehicle.
        public internal(set) var name: String
        /// Requests that write the vehicle.
        public internal(set) var updates = 0
        /// Seconds between its location updates on average; `nil` with fewer than two.
        public internal(set) var interval: Double?
        /// The last state in the capture: `ONLINE`; `nil` when there is none, and for delivery vehicles.
        public internal(set) var state: String?
        /// The selected calls about the vehicle.
        public internal(set) var tally = CallTally()
    }

    /// A trip in the capture.
    public struct Trip: Hashable, Sendable {
        /// The resource name of the trip.
        public internal(set) var name: String
        /// Answered requests for the trip.
        public internal(set) var polls = 0
        /// Accepted requests that write the trip.
        public internal(set) var updates = 0
        /// The statuses of the trip, in the order in which it had them.
        public internal(set) var statuses: [String] = []
        /// The selected calls about the trip.
        public internal(set) var tally = CallTally()
    }

    /// Calls that the examination was for or, without a capture, messages.
    public internal(set) var examined = 0
    /// Whether ``examined`` are calls of a capture.
    public internal(set) var isCapture = false
    /// Calls whose path is not in the capture.
    public internal(set) var hiddenCalls = 0
    /// The type of loose messages, by its full name.
    public internal(set) var messageType: String?
    /// There are rules for the type of loose messages; in messages of other types only damage is found.
    public internal(set) var hasRules = true
    /// The examined calls by how they ended.
    public internal(set) var tally = CallTally()
    /// All calls of the capture, also those that the examination was not for.
    public internal(set) var total = 0
    /// The time from the first call to the last one, in seconds; `nil` without times.
    public internal(set) var duration: Double?
    /// The vehicles in the capture: those with failures first, then in the order in which they appear.
    public internal(set) var vehicles: [Vehicle] = []
    /// The trips that calls are about, in the order in which they appear.
    public internal(set) var trips: [Trip] = []
    /// Calls about vehicles and trips for which there was no room.
    public internal(set) var untrackedCalls = 0
    /// The findings, the worst first.
    public internal(set) var findings: [Finding] = []
    /// Findings for which there was no room.
    public internal(set) var droppedFindings = 0

    /// The findings, in the words of an examination of the same calls or messages with stand-ins.
    package func told(by other: Checkup) -> Checkup {
        var told = other
        var words = Dictionary(grouping: other.findings.reversed(), by: \.withoutWords)
        told.findings = findings.map { words[$0.withoutWords]?.popLast() ?? $0.told(by: other.findings) }
        return told
    }

    /// How many findings have a severity.
    public func count(_ severity: Finding.Severity) -> Int { findings.count { $0.severity == severity } }
}
