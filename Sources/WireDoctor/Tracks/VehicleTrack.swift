import FleetErrors
import FleetMessages
import WireCapture

/// The reports and the state of a vehicle through a capture.
struct VehicleTrack {
    let name: String
    /// Requests that write the vehicle.
    private(set) var updates = 0
    private(set) var state: VehicleState?
    private(set) var cadence = ReportCadence()
    /// Whether and when the vehicle sent an arrival time, and a route.
    private(set) var eta = SentField()
    private(set) var route = SentField()

    private(set) var locations = LocationSequence()
    private var ages = LocationAges()
    private var repeats = LocationReports.RepeatFilter()
    private var hasLocation = false
    private var lastUpdate: (time: Int64?, call: CallReference)?
    /// An update to OFFLINE that failed, and that no other update followed.
    private var failedEnd: Finding.Evidence?
    /// The update to ONLINE of a vehicle without a location, and the number of updates after it.
    private var onlineSince: (call: CallReference, updatesAfter: Int)?
    private var collector = FindingCollector()

    init(_ name: String) { self.name = name }

    // MARK: Updates

    mutating func add(_ report: VehicleReport, _ call: ExaminedCall) {
        if call.isSelected { updates += 1 }
        lastUpdate = (call.time, call.reference)
        if !call.hasFailed {
            failedEnd = nil
        } else if report.state == .offline {
            let failure = call.status.map { "failed: \($0.line)" } ?? "got no answer"
            failedEnd = Finding.Evidence(of: call.reference, "OFFLINE, but the call \(failure)")
        }
        if report.setsETA { eta.add(call) }
        if report.setsRoute { route.add(call) }
        if onlineSince != nil, report.state == nil { onlineSince?.updatesAfter += 1 }
        if let location = report.location { add(location, of: report, call) }
        // A refused update changes nothing.
        if let new = report.state, !call.hasFailed {
            if new == .offline { onlineSince = nil }
            if new == .online, state != .online, !hasLocation { onlineSince = (call.reference, 0) }
            state = new
        }
        if report.endsTracking(call) { cadence.pause() }
    }

    /// Takes over what the server says.
    mutating func add(answer vehicle: Vehicle) {
        guard vehicle.vehicleState != .unknown else { return }
        state = vehicle.vehicleState
    }

    /// Takes into account that the vehicle was deleted: what comes then is about a new one of the same name.
    mutating func noteDeletion() {
        (state, hasLocation, onlineSince) = (nil, false, nil)
        locations = LocationSequence()
        cadence.pause()
    }

    private mutating func add(_ location: VehicleLocation, of report: VehicleReport, _ call: ExaminedCall) {
        hasLocation = true
        onlineSince = nil
        guard repeats.isNew(location, call) else { return }
        let evidence = report.evidence(of: call.reference)
        if state == .offline, report.state != .online, !call.hasFailed {
            let evidence = evidence("location", "a location, but the state is OFFLINE")
            collector.add(Finding(.updateWhileOffline, evidence: [evidence]))
        }
        let sent = call.time.map { Double($0) / 1e9 }
        let measured = location.updateTime?.secondsSince1970
        cadence.add(sent: sent, measured: measured, by: call.client.host, call: call.reference)
        if let sent, let measured { ages.add(sent - measured) { evidence("update_time", $0) } }
        collector.add(locations.add(location, evidence: evidence))
    }

    // MARK: The end

    /// - Parameter shared: See ``ReportCadence/findings(_:shared:)``.
    func findings(_ capture: CaptureFacts, shared: Set<String>) -> [Finding] {
        let found = cadence.findings(capture, shared: shared) + ages.findings(capture.clock) + unfinished(capture)
        return (collector.findings + found).map { $0.about(name) }
    }

    private func unfinished(_ capture: CaptureFacts) -> [Finding] {
        var found: [Finding] = []
        if let onlineSince, onlineSince.updatesAfter > 0 {
            let evidence = Finding.Evidence(of: onlineSince.call, "ONLINE, and no location after it")
            found.append(Finding(.onlineWithoutLocation, evidence: [evidence]))
        }
        guard !capture.clock.isReplay, state == .online, hasLocation, let end = capture.end, let lastUpdate,
            let last = lastUpdate.time
        else { return found }
        let silence = Double(end &- last) / 1e9
        // A shorter silence may be one update that was lost.
        guard silence > 2 * LocationInterval.most else { return found }
        let evidence =
            failedEnd
            ?? Finding.Evidence(
                of: lastUpdate.call, "its last update, \(CaptureClock.span(silence)) before the end of the capture")
        return found + [Finding(.noFinalOffline, evidence: [evidence]).doubted(capture)]
    }
}
