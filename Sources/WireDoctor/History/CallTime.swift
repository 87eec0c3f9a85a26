internal import FleetMessages
internal import FleetProtos
internal import ProtobufSchema
internal import ProtobufWire

/// Nanoseconds since 1970 as people and scripts read them, in UTC.
struct CallTime {
    /// `2025-08-31T19:50:42.123456Z`; `nil` for times that are not known.
    let text: String?

    init(_ nanoseconds: Int64?) {
        guard let nanoseconds, let type = FleetSchema.shared.message(named: Timestamp.fullName) else {
            text = nil
            return
        }
        var time = Timestamp()
        let fraction = ((nanoseconds % 1_000_000_000) + 1_000_000_000) % 1_000_000_000
        time.seconds = (nanoseconds - fraction) / 1_000_000_000
        time.nanos = Int32(fraction)
        text = (try? JSONWriter().string(time.encoded(), as: type)).map { String($0.dropFirst().dropLast()) }
    }

    /// The time of day with milliseconds.
    var clock: String {
        guard let text, let start = text.firstIndex(of: "T") else { return "--:--:--.---" }
        let time = text[text.index(after: start)...].dropLast()
        return time.count > 8 ? String(time.prefix(12)) : time + ".000"
    }
}
