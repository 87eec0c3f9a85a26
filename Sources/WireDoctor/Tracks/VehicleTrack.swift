import ConsoleText
import FleetErrors
import FleetMessages

/// A vehicle through a capture: how often it reports, what changes, and what should have.
struct VehicleTrack {
    /// Updates in a row that say the same before it counts as frozen.
    static let frozenRun = 3
    /// Metres per second at which a vehicle that does not move is not standing.
    static let movingSpeed = 3.0
    /// A place this far away, in metres, reached faster than ``jumpSpeed`` (m/s), was not driven to.
    static let jumpDistance = 5_000.0
    static let jumpSpeed = 150.0
    /// Seconds after which a location is old: the longest interval between updates.
    static let staleAge = LocationInterval.most
    /// Seconds by which a clock may run ahead.
    static let futureTolerance = 10.0
    /// Ages that differ by less than this, in seconds, are one clock's error.
    static let skewSpread = 30.0
    /// Seconds for which a device may hold locations back: a day without a network.
    static let heldBack = 86_400.0

    let name: String
    let isDelivery: Bool
    private(set) var updates = 0
    /// Updates that hold a location.
    private(set) var locations = 0
    private(set) var state: VehicleState?
    private(set) var byPackets: IntervalStatistics
    private(set) var byMessages: IntervalStatistics
    /// Whether and when it sent an arrival time, and a route.
    private(set) var eta = Sending()
    private(set) var route = Sending()
    private(set) var lastUpdate: (time: Int64?, call: Int?)?

    private var messageSpan: (first: Double, last: Double)?
    private var packetSpan: (first: Double, last: Double)?
    private var lastLocation: VehicleLocation?
    private var reports = LocationReports.Flow()
    /// Intervals that are much longer by the messages than by the packets.
    private var ahead = 0
    private var sameTime = 0
    private var samePlace = 0
    private var ages = (least: Double.infinity, most: -Double.infinity, count: 0)
    /// An update to OFFLINE that failed, and that no other update followed.
    private var failedEnd: Finding.Evidence?
    private var onlineSince: (call: Int?, updatesAfter: Int)?
    private let wanted: Int?
    private var book: FindingBook
    /// What holds only if the capture's clock is that of the messages.
    private var timed: FindingBook

    /// - Parameter call: The call whose evidence is kept, however much of others there is.
    init(_ report: VehicleReport, keeping call: Int? = nil) {
        name = report.name
        isDelivery = report.isDelivery
        wanted = call
        (byPackets, byMessages) = (IntervalStatistics(keeping: call), IntervalStatistics(keeping: call))
        (book, timed) = (FindingBook(keeping: call), FindingBook(keeping: call))
    }

    // MARK: Updates

    mutating func add(_ report: VehicleReport, _ call: ExaminedCall) {
        updates += 1
        lastUpdate = (call.time, call.number)
        noteEnd(report, call)
        if report.setsETA { eta.add(call) }
        if report.setsRoute { route.add(call) }
        if onlineSince != nil, report.state == nil { onlineSince?.updatesAfter += 1 }
        if let location = report.location { add(location, report, call) }
        // A refused update changes nothing.
        if let state = report.state, !call.hasFailed { change(to: state, report, call) }
        if report.endsTracking(call) {
            byPackets.pause()
            byMessages.pause()
        }
    }

    private mutating func noteEnd(_ report: VehicleReport, _ call: ExaminedCall) {
        if report.state == .offline, let status = call.status, call.hasFailed {
            failedEnd = Finding.Evidence(call: call.number, "OFFLINE, but the call failed: \(status.line)")
        } else if !call.hasFailed {
            failedEnd = nil
        }
    }

    /// Takes over what the server says.
    mutating func add(answer vehicle: Vehicle) {
        guard vehicle.vehicleState != .unknown else { return }
        state = vehicle.vehicleState
    }

    private mutating func change(to new: VehicleState, _ report: VehicleReport, _ call: ExaminedCall) {
        if new == .online, state != .online, report.location == nil, locations == 0 {
            onlineSince = (call.number, 0)
        }
        if new == .offline { onlineSince = nil }
        state = new
    }

    private mutating func add(_ location: VehicleLocation, _ report: VehicleReport, _ call: ExaminedCall) {
        locations += 1
        onlineSince = nil
        guard reports.counts(location, call) else { return }
        func evidence(_ field: String, _ text: String) -> Finding.Evidence {
            report.evidence(field, call: call.number, text)
        }
        if state == .offline, report.state != .online, !call.hasFailed {
            book.add(
                finding(
                    "update_while_offline", .warning, "The vehicle reports locations while it is OFFLINE.",
                    remedy: "Set vehicle_state to ONLINE when tracking begins, or stop tracking.",
                    evidence("location", "a location, but the state is OFFLINE")))
        }
        let packet = call.time.map { Double($0) / 1e9 }
        let time = location.updateTime?.secondsSince1970
        if let time, let packet, let messageSpan, let packetSpan,
            time - messageSpan.last > 2 * (packet - packetSpan.last) + IntervalStatistics.burst
        {
            ahead += 1
        }
        if let packet {
            byPackets.add(packet, call: call.number)
            packetSpan = (packetSpan?.first ?? packet, packet)
        }
        if let time { add(time, packet, call, evidence) }
        compare(location, evidence)
        lastLocation = location
    }

    private mutating func add(
        _ time: Double, _ packet: Double?, _ call: ExaminedCall, _ evidence: (String, String) -> Finding.Evidence
    ) {
        byMessages.add(time, call: call.number)
        messageSpan = (messageSpan?.first ?? time, time)
        if let packet {
            let age = packet - time
            ages = (min(ages.least, age), max(ages.most, age), ages.count + 1)
            if age > Self.staleAge {
                timed.add(
                    finding(
                        "stale_location", .warning, "Locations are old when they are sent.",
                        remedy: "Send a location when it is measured; an old one stands still on the map.",
                        evidence("update_time", "\(CaptureClock.span(age)) old when it was sent")))
            } else if age < -Self.futureTolerance {
                timed.add(
                    finding(
                        "time_in_future", .warning, "Locations are from the future.",
                        remedy: "Set the device's clock, or take update_time from the sensor.",
                        evidence("update_time", "\(CaptureClock.span(-age)) after it was sent")))
            }
        }
    }

    /// Compares a location with the one before it.
    private mutating func compare(
        _ location: VehicleLocation, _ evidence: (String, String) -> Finding.Evidence
    ) {
        guard let last = lastLocation else { return }
        if let time = location.updateTime, let before = last.updateTime {
            sameTime = time == before ? sameTime + 1 : 0
            if sameTime >= Self.frozenRun - 1 {
                book.add(
                    finding(
                        "frozen_update_time", .warning, "Update after update has the same update_time.",
                        remedy: "Send new locations only, each with the time at which it was measured.",
                        evidence("update_time", "the same as in the \(sameTime) updates before")))
            }
            let step = before.secondsSince1970 - time.secondsSince1970
            if step > 1 {
                book.add(
                    finding(
                        "update_time_backwards", .warning, "update_time runs backwards.",
                        remedy:
                            "Send locations in the order in which they were measured; older ones as past_locations.",
                        evidence("update_time", "\(CaptureClock.span(step)) before the one sent before it")))
            }
        }
        guard let here = location.location, let there = last.location else { return }
        let isMoving = (location.speed ?? 0) > Self.movingSpeed
        samePlace = here == there && isMoving && location.updateTime != last.updateTime ? samePlace + 1 : 0
        if samePlace >= Self.frozenRun {
            book.add(
                finding(
                    "frozen_location", .warning, "The vehicle has speed, but stays where it is.",
                    remedy: "See whether the app still gets new fixes, and sends those.",
                    evidence(
                        "location", "the place of the \(samePlace) updates before, at \(location.speed ?? 0) m/s")))
        }
        guard !here.isSuspect, !there.isSuspect else { return }
        if !here.isNear(there), here.isNear(there.swapped) {
            book.add(CoordinateRule.swapped(evidence("location", "\(here.text), after \(there.text)")).about(name))
            return
        }
        guard let time = location.updateTime?.secondsSince1970, let before = last.updateTime?.secondsSince1970,
            time > before
        else { return }
        let distance = here.metres(to: there)
        if distance > Self.jumpDistance, distance > (time - before) * Self.jumpSpeed {
            book.add(
                finding(
                    "location_jump", .warning, "The vehicle jumps.",
                    remedy: "Check the source of the locations, and that no two devices report as one vehicle.",
                    evidence("location", "\(Int64(nearest: distance / 1000)) km in \(CaptureClock.span(time - before))")
                ))
        }
    }

    // MARK: The end

    /// Tells the clock how this vehicle's times relate.
    func inform(_ clock: inout CaptureClock) {
        // A device whose clock was set has one long interval; in a replay most are.
        guard let messageSpan, let packetSpan, ahead * 2 > byMessages.count else { return }
        clock.note(
            vehicle: name, messages: messageSpan.last - messageSpan.first, packets: packetSpan.last - packetSpan.first)
    }

    /// How far its updates lie apart, by the clock that counts.
    func intervals(_ clock: CaptureClock) -> IntervalStatistics {
        clock.isReplay || byPackets.count == 0 ? byMessages : byPackets
    }

    /// What is found when nothing more comes.
    ///
    /// - Parameter end: Time of the last packet in nanoseconds.
    func findings(_ clock: CaptureClock, end: Int64?) -> [Finding] {
        book.findings + cadence(clock) + ages(clock) + unfinished(clock, end)
    }

    /// The findings that rest on updates which did not come.
    static let silenceCodes: Set = [gapCode, finalOfflineCode]
    private static let (gapCode, finalOfflineCode) = ("update_gap", "no_final_offline")

    private func cadence(_ clock: CaptureClock) -> [Finding] {
        let intervals = intervals(clock)
        var found: [Finding] = []
        // Half of a few is nothing.
        if intervals.count >= 5, intervals.short * 2 > intervals.count {
            let average = (intervals.mean ?? 0).tenths
            found.append(
                finding(
                    "updates_too_frequent", .warning,
                    "Location updates come more often than every \(LocationInterval.least.plain) s, the least interval there is.",
                    remedy:
                        "Report every \(LocationInterval.usual.plain) s, Fleet Engine's default: more often slows requests "
                        + "and causes errors.",
                    [Finding.Evidence("\(intervals.short) of \(intervals.count) intervals, \(average) s on average")]
                        + intervals.firstShort.map(\.evidence), more: intervals.short - intervals.firstShort.count))
        } else if !clock.isReplay, intervals.bursts >= 3 {
            found.append(
                finding(
                    "update_burst", .warning, "Location updates are sent in bursts.",
                    remedy: "Send the newest location alone, and those before it as past_locations.",
                    intervals.firstBursts.map(\.evidence), more: intervals.bursts - intervals.firstBursts.count))
        }
        if !intervals.gaps.isEmpty {
            found.append(
                finding(
                    Self.gapCode, .warning,
                    "The vehicle is silent for longer than \(LocationInterval.most.plain) s, the longest interval there is.",
                    remedy: "See whether the app was in the background or without a network, or tracking was off.",
                    intervals.gaps.map(\.evidence), more: intervals.gapCount - intervals.gaps.count))
        }
        return found
    }

    private func ages(_ clock: CaptureClock) -> [Finding] {
        guard !clock.isReplay, !timed.findings.isEmpty else { return [] }
        // All of them are off, and by the same; or by so much that no device held them back for so long.
        let isOff = ages.least > Self.staleAge || ages.most < -Self.futureTolerance
        let isOneError = ages.count >= 3 && ages.most - ages.least < Self.skewSpread
        let isDays = min(ages.least.magnitude, ages.most.magnitude) > Self.heldBack
        guard isOff, isOneError || isDays else { return timed.findings }
        let direction = ages.least > 0 ? "behind" : "ahead of"
        let difference = "\(CaptureClock.span(ages.least.magnitude)) \(direction) the packets"
        return [
            finding(
                "device_clock", .warning, "The vehicle's clock is not that of the capture.",
                remedy: "Set the device's clock, or take update_time from the sensor.",
                [Finding.Evidence(difference)] + timed.findings.flatMap(\.evidence))
        ]
    }

    private func unfinished(_ clock: CaptureClock, _ end: Int64?) -> [Finding] {
        var found: [Finding] = []
        if let onlineSince, onlineSince.updatesAfter > 0 {
            found.append(
                finding(
                    "online_without_location", .warning, "The vehicle is ONLINE, but sends no location.",
                    remedy:
                        "Name last_location in update_mask and set it; without a place no search finds the vehicle.",
                    Finding.Evidence(call: onlineSince.call, "ONLINE, and no location after it")))
        }
        if !clock.isReplay, state == .online, locations > 0, let end, let last = lastUpdate?.time {
            let silence = Double(end.subtractingReportingOverflow(last).partialValue) / 1e9
            // One update may be lost.
            if silence > 2 * LocationInterval.most, let failedEnd {
                found.append(
                    finding(
                        Self.finalOfflineCode, .warning,
                        "The vehicle's final update to OFFLINE failed, and no other follows it.",
                        remedy: "Send it again: until the server takes it the vehicle stays ONLINE.", failedEnd))
            } else if silence > 2 * LocationInterval.most {
                found.append(
                    finding(
                        Self.finalOfflineCode, .warning, "The vehicle falls silent without a final update to OFFLINE.",
                        remedy: "Turn tracking off, or set vehicle_state to OFFLINE, when the shift ends.",
                        Finding.Evidence(
                            call: lastUpdate?.call,
                            "its last update, \(CaptureClock.span(silence)) before the end of the capture")))
            }
        }
        return found
    }

    private func finding(
        _ code: String, _ severity: Finding.Severity, _ summary: String, remedy: String, _ evidence: Finding.Evidence
    ) -> Finding {
        finding(code, severity, summary, remedy: remedy, [evidence])
    }

    private func finding(
        _ code: String, _ severity: Finding.Severity, _ summary: String, remedy: String,
        _ evidence: [Finding.Evidence], more: Int = 0
    ) -> Finding {
        var finding = Finding(
            code, severity, summary, remedy: remedy, resource: name, evidence: evidence, keeping: wanted)
        finding.addUnseen(max(0, more))
        return finding
    }
}

extension Finding {
    /// The finding, said of a resource.
    func about(_ resource: String?) -> Finding {
        var finding = self
        finding.resource = resource
        return finding
    }
}
