import FleetErrors
import FleetMessages
import ProtobufSchema
import ProtobufWire
import WireCapture

/// Answers that their client cannot read, and old locations in them: a rider or a dispatcher sees a vehicle that stands still.
struct AnswerRule: CallRule {
    /// Findings that hold only if the capture's clock is that of the messages.
    private var timed = FindingCollector()

    mutating func examine(_ facts: CallFacts) -> [Finding] {
        guard facts.call.isOK, let type = facts.descriptor?.response else { return [] }
        return Self.damaged(facts, type) + (facts.method?.action == .get ? locations(facts, type) : [])
    }

    /// The answers that are no whole messages of the method's type. A method that is only likely may have another, and a
    /// recorder may have cut what came whole.
    private static func damaged(_ facts: CallFacts, _ type: MessageDescriptor) -> [Finding] {
        guard facts.call.path != nil, !facts.call.hidesAnswer else { return [] }
        return facts.call.responses.compactMap { type.firstDamage(in: $0) }.map {
            DamageRule.finding($0, in: type).about(facts.call).about(facts.resource)
        }
    }

    private mutating func locations(_ facts: CallFacts, _ type: MessageDescriptor) -> [Finding] {
        facts.call.responses.flatMap { bytes -> [Finding] in
            let scan = MessageScan(bytes, as: type)
            guard !scan.locations.isEmpty else { return [] }
            if Self.isOnTheWay(bytes, facts), let age = Self.age(in: scan, bytes, facts) { timed.add(age) }
            return LocationRule.repeatedPlaces(in: scan, bytes).map { $0.about(facts.call).about(facts.resource) }
        }
    }

    func finish(_ capture: CaptureFacts) -> [Finding] { capture.clock.isReplay ? [] : timed.findings }

    /// Whether new locations are to be expected: not of a vehicle that is OFFLINE, nor at the end of a trip.
    private static func isOnTheWay(_ bytes: [UInt8], _ facts: CallFacts) -> Bool {
        switch facts.method?.resource {
        case .trip: (try? Trip(decoding: bytes))?.tripStatus.isOnTheWay ?? false
        case .vehicle: (try? Vehicle(decoding: bytes)).map { $0.vehicleState == .online } ?? false
        default: false
        }
    }

    /// The last location of a vehicle or trip, if it was old when the answer came.
    private static func age(in scan: MessageScan, _ bytes: [UInt8], _ facts: CallFacts) -> Finding? {
        guard let place = scan.places["last_location"], let start = facts.call.time,
            let location = VehicleLocation(at: place, in: bytes),
            let measured = location.updateTime?.secondsSince1970
        else { return nil }
        let age = Double(start) / 1e9 + (facts.call.duration ?? 0) - measured
        guard age > LocationAges.staleAge else { return nil }
        let text = "\(CaptureClock.span(age)) old when the answer came"
        let evidence = scan.evidence("last_location.update_time", text, of: facts.call.reference)
        return Finding(.staleAnswer, resource: facts.resource, evidence: [evidence])
    }
}
