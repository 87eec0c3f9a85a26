import FleetErrors
import FleetMessages
import FleetProtos
package import ProtobufSchema
package import WireCapture

/// Finds the requests of a capture that report the location of a vehicle, and those that end tracking: the one definition of
/// intervals between reports for findings and charts.
///
/// A report is a request that creates or updates a vehicle of either service and writes its location: the mask of an update
/// names it. One that comes again with the same time is the same report if the first was refused or lost, or is still under
/// way: as on the other side of a proxy. Tracking ends with a state of OFFLINE that the server accepted.
package struct LocationReports {
    /// An interval may miss ``LocationInterval`` by so many seconds and still be right: timers are not exact.
    package static let tolerance = 0.25
    /// The most vehicles that are followed; of further ones every report counts.
    static let limit = 10_000

    /// The reports in the requests of one call.
    package struct ReportedLocations {
        /// The times at which the locations were measured, in seconds since 1970; `nil` for a location without a time.
        package fileprivate(set) var times: [Double?] = []
        package fileprivate(set) var endsTracking = false
    }

    /// Tells the reports of one vehicle from their repeats.
    struct RepeatFilter {
        private var last: Timestamp?
        /// The report before was refused or lost, so that it may come again.
        private var lastHasFailed = false
        /// When the call of the report before ended.
        private var lastEnd: Int64?

        /// Whether a location that is reported is not a repeat of the one before.
        mutating func isNew(_ location: VehicleLocation, _ call: ExaminedCall) -> Bool {
            let isUnderWay = if let lastEnd, let time = call.time { time <= lastEnd } else { false }
            let isRepeat =
                (lastHasFailed || isUnderWay) && location.updateTime != nil && location.updateTime == last
            (lastHasFailed, last, lastEnd) = (!call.isOK, location.updateTime, call.end)
            return !isRepeat
        }
    }

    private var filters: [String: RepeatFilter] = [:]

    package init() {}

    /// Takes the next call. Linear in the size of its requests.
    ///
    /// - Parameter type: That of the requests; `nil` when it is not known.
    package mutating func take(_ call: CapturedCall, as type: MessageDescriptor?) -> ReportedLocations {
        var reported = ReportedLocations()
        guard let type, Self.types.contains(type.fullName) else { return reported }
        let call = ExaminedCall(call)
        for bytes in call.requests {
            guard let report = ExaminedMessage(bytes, as: type, in: call).flatMap(VehicleReport.init) else { continue }
            let isFollowed = filters[report.name] != nil || filters.count < Self.limit
            if let location = report.location,
                !isFollowed || filters[report.name, default: RepeatFilter()].isNew(location, call)
            {
                reported.times.append(location.updateTime?.secondsSince1970)
            }
            reported.endsTracking = report.endsTracking(call)
        }
        return reported
    }

    /// The requests that write a vehicle, by the full names of their types.
    private static let types = Set(
        FleetMethod.all.filter(VehicleReport.isWritten(by:)).compactMap {
            FleetSchema.shared.method(path: $0.path)?.request.fullName
        })
}
