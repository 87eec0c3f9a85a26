import FleetErrors

/// The ages of a vehicle's locations when they are sent, which tell old locations from a wrong clock.
struct LocationAges {
    /// Seconds after which a location is old: the longest interval between updates.
    static let staleAge = LocationInterval.most
    /// Seconds by which a clock may run ahead.
    static let futureTolerance = 10.0
    /// Ages that differ by less than this, in seconds, are one clock's error.
    static let skewSpread = 30.0
    /// Seconds for which a device may hold locations back: a day without a network.
    static let heldBack = 86_400.0

    private var (least, most, count) = (Double.infinity, -Double.infinity, 0)
    private var collector = FindingCollector()

    /// Takes the next location.
    ///
    /// - Parameters:
    ///   - age: In seconds, when the location was sent.
    ///   - evidence: Makes evidence that points to the time of the location.
    mutating func add(_ age: Double, evidence: (String) -> Finding.Evidence) {
        (least, most, count) = (min(least, age), max(most, age), count + 1)
        if age > Self.staleAge {
            collector.add(
                Finding(.staleLocation, evidence: [evidence("\(CaptureClock.span(age)) old when it was sent")]))
        } else if age < -Self.futureTolerance {
            collector.add(Finding(.timeInFuture, evidence: [evidence("\(CaptureClock.span(-age)) after it was sent")]))
        }
    }

    func findings(_ clock: CaptureClock) -> [Finding] {
        let found = collector.findings
        guard !clock.isReplay, !found.isEmpty else { return [] }
        // The clock is wrong if all ages are off, and by the same; or by so much that no device held locations back so long.
        let isOff = least > Self.staleAge || most < -Self.futureTolerance
        let isOneError = count >= 3 && most - least < Self.skewSpread
        let isDays = min(least.magnitude, most.magnitude) > Self.heldBack
        guard isOff, isOneError || isDays else { return found }
        let difference = "\(CaptureClock.span(least.magnitude)) \(least > 0 ? "behind" : "ahead of") the packets"
        var finding = Finding(.deviceClock, evidence: [Finding.Evidence(difference)])
        for other in found { finding.list.add(other.list) }
        return [finding]
    }
}
