import ConsoleText

/// The intervals at which a vehicle reports its location, by the times of the packets and by those in the messages.
struct ReportCadence {
    private var byPackets = IntervalStatistics()
    private var byMessages = IntervalStatistics()
    /// Intervals that are much longer by the messages than by the packets.
    private var stretched = 0
    /// The hosts of the last report, and of the last one before that came from another: a host may have a pool of connections.
    private var hosts: (last: String?, other: String?)
    /// The reports that came from the host of the one before the last again: as of two devices in turn.
    private var returns = EvidenceList()

    /// Takes the next report.
    ///
    /// - Parameters:
    ///   - sent: The time of the packet, in seconds since 1970.
    ///   - measured: The time in the message.
    mutating func add(sent: Double?, measured: Double?, by host: String, call: CallReference) {
        if let last = hosts.last, host != last {
            if host == hosts.other { returns.add(Finding.Evidence(of: call, "from the address before the last again")) }
            hosts.other = last
        }
        hosts.last = host
        if let measured, let sent, let messages = byMessages.span, let packets = byPackets.span,
            measured - messages.last > 2 * (sent - packets.last) + IntervalStatistics.burst
        {
            stretched += 1
        }
        if let sent { byPackets.add(sent, call: call) }
        if let measured { byMessages.add(measured, call: call) }
    }

    mutating func pause() {
        byPackets.pause()
        byMessages.pause()
    }

    /// Tells the clock how the two times relate, if most intervals differ: a device whose clock was set has one long interval.
    func inform(_ clock: inout CaptureClock, vehicle: String) {
        guard let messages = byMessages.span, let packets = byPackets.span, stretched * 2 > byMessages.count else {
            return
        }
        clock.note(vehicle: vehicle, messages: messages.last - messages.first, packets: packets.last - packets.first)
    }

    /// The intervals by the times that count.
    func intervals(_ clock: CaptureClock) -> IntervalStatistics {
        clock.isReplay || byPackets.count == 0 ? byMessages : byPackets
    }

    /// The last two hosts that reports came from.
    var lastHosts: [String] { [hosts.last, hosts.other].compactMap { $0 } }

    /// - Parameter shared: The hosts from which other vehicles report as well, as those of a back end.
    func findings(_ capture: CaptureFacts, shared: Set<String>) -> [Finding] {
        let intervals = intervals(capture.clock)
        var found: [Finding] = []
        if returns.count >= 3, returns.count * 2 > intervals.count, !shared.isSuperset(of: lastHosts) {
            found.append(Finding(.reportsInTurn).with { $0.list.add(returns) })
        }
        // A few intervals show no habit.
        if intervals.count >= 5, intervals.short.count * 2 > intervals.count {
            let average = (intervals.mean ?? 0).tenths
            let sum = "\(intervals.short.count) of \(intervals.count) intervals, \(average) s on average"
            let finding = Finding(.updatesTooFrequent, evidence: [Finding.Evidence(sum)])
            found.append(finding.with { $0.list.add(intervals.short) })
        } else if !capture.clock.isReplay, intervals.bursts.count >= 3 {
            found.append(Finding(.updateBurst).with { $0.list.add(intervals.bursts) })
        }
        if intervals.gaps.count > 0 {
            found.append(Finding(.updateGap).doubted(capture).with { $0.list.add(intervals.gaps) })
        }
        return found
    }
}

extension Finding {
    /// The finding that something did not come, as a note if it may have been in packets that the capture lacks.
    func doubted(_ capture: CaptureFacts) -> Finding {
        guard capture.lacksPackets else { return self }
        return with {
            $0.severity = .note
            $0.remedy = "Packets are missing in the capture, and perhaps updates with them. Otherwise: \(remedy)"
        }
    }
}
