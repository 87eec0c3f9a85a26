#if canImport(Foundation)
public import FleetMessages
public import Foundation

extension Timestamp {
    /// `nil` for dates outside of the years 1 to 9999.
    public init?(_ date: Date) { self.init(secondsSince1970: date.timeIntervalSince1970) }

    /// As near as a `Date` comes: for today, half a microsecond.
    public var date: Date { Date(timeIntervalSince1970: secondsSince1970) }
}
#endif
