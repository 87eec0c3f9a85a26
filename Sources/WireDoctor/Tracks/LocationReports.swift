import ConsoleText
import FleetErrors
import FleetMessages
import FleetProtos
package import ProtobufSchema
package import WireCapture

/// Which requests of a capture report where a vehicle is, and where nobody waits for the next report: the one rule by
/// which intervals between reports are counted, whoever shows them.
///
/// A report is a request that creates or updates a vehicle of either service and writes its location: the mask of an update
/// names it. One that was refused or lost and comes again with the same time is the same report. Tracking ends with a
/// state of OFFLINE that the server took.
package struct LocationReports {
    /// By so many seconds an interval may miss ``LocationInterval`` and still be right.
    package static var tolerance: Double { IntervalStatistics.tolerance }
    /// Vehicles that are followed; of further ones every report counts.
    static let limit = 10_000

    /// What the requests of one call report.
    package struct Told {
        /// When the locations were measured, in seconds since 1970; `nil` for those that do not say it.
        package fileprivate(set) var times: [Double?] = []
        /// Tracking ends with the call.
        package fileprivate(set) var endsTracking = false
    }

    /// What has to be known of a vehicle to tell a report from its repeat.
    struct Flow {
        private var last: Timestamp?
        /// The report before was refused or lost, so that it may come again.
        private var lastHasFailed = false

        /// Whether a location that is reported counts.
        mutating func counts(_ location: VehicleLocation, _ call: ExaminedCall) -> Bool {
            let isRepeat = lastHasFailed && location.updateTime != nil && location.updateTime == last
            lastHasFailed = !call.isOK
            last = location.updateTime
            return !isRepeat
        }
    }

    private var flows: [String: Flow] = [:]

    package init() {}

    /// Takes the next call. Linear in the size of its requests.
    ///
    /// - Parameter type: That of the requests; `nil` when it is not known.
    package mutating func take(_ call: CapturedCall, as type: MessageDescriptor?) -> Told {
        var told = Told()
        guard let type, Self.types.contains(type.fullName) else { return told }
        let call = ExaminedCall(call)
        for bytes in call.requests {
            guard let report = ExaminedMessage(bytes, as: type, in: call).flatMap(VehicleReport.init) else { continue }
            if let location = report.location, counts(location, of: report.name, call) {
                told.times.append(location.updateTime?.secondsSince1970)
            }
            told.endsTracking = report.endsTracking(call)
        }
        return told
    }

    private mutating func counts(_ location: VehicleLocation, of name: String, _ call: ExaminedCall) -> Bool {
        guard flows[name] != nil || flows.count < Self.limit else { return true }
        return flows[name, default: Flow()].counts(location, call)
    }

    /// The requests that write a vehicle, by the full names of their types.
    private static let types = Set(
        FleetMethod.all.filter(VehicleReport.isWritten(by:)).compactMap {
            FleetSchema.shared.method(path: $0.path)?.request.fullName
        })
}

extension VehicleReport {
    /// The method writes a vehicle of either service.
    static func isWritten(by method: FleetMethod) -> Bool {
        [.vehicle, .deliveryVehicle].contains(method.resource) && [.create, .update].contains(method.action)
    }

    /// Nobody waits for the next report: the vehicle is OFFLINE, and the server knows.
    func endsTracking(_ call: ExaminedCall) -> Bool { state == .offline && !call.hasFailed }
}
