#if canImport(Foundation)
public import FleetMessages
public import Foundation

extension Timestamp {
    /// A time as near as nanoseconds come. `nil` for dates outside of the years 1 to 9999.
    public init?(_ date: Date) { self.init(secondsSince1970: date.timeIntervalSince1970) }

    /// The time as near as a `Date` comes: for today, half a microsecond.
    public var date: Date { Date(timeIntervalSince1970: secondsSince1970) }
}

extension ProtobufDuration {
    /// A span from seconds, rounded to nanoseconds. `nil` for what is no number, and for more than 315 576 000 000.
    public init?(timeInterval: TimeInterval) { self.init(inSeconds: timeInterval) }

    /// The span in seconds, as near as a `TimeInterval` comes.
    public var timeInterval: TimeInterval { inSeconds }
}
#endif
