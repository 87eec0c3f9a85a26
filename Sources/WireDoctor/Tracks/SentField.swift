import WireCapture

/// Whether a vehicle sent a field, and when the server first accepted it.
struct SentField {
    /// The first update with the field that was not refused.
    private(set) var accepted: (call: Int, end: Int64?)?
    /// An update with the field was refused.
    private(set) var isRefused = false

    mutating func add(_ call: ExaminedCall) {
        if call.hasFailed {
            isRefused = true
        } else if accepted == nil {
            accepted = (call.number, call.end)
        }
    }

    /// The server had the field before this time, in nanoseconds since 1970.
    func isBefore(_ time: Int64?) -> Bool {
        guard let time, let end = accepted?.end else { return false }
        return end <= time
    }
}
