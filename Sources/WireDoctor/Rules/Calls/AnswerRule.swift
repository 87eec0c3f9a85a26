import FleetErrors
import FleetMessages
import ProtobufSchema
import ProtobufWire
import WireCapture

/// Answers that their client cannot read, and old locations in them: a rider or a dispatcher sees a vehicle that stands still.
struct AnswerRule: CallRule {
    /// Findings that hold only if the capture's clock is that of the messages.
    private var timed = FindingCollector()

    mutating func examine(_ call: CallFacts) -> [Finding] {
        guard call.call.isOK, let type = call.descriptor?.response else { return [] }
        return Self.damaged(call, type) + (call.method?.action == .get ? locations(call, type) : [])
    }

    /// The answers that are no whole messages of the method's type. A method that is only likely may have another, and a
    /// recorder may have cut what came whole.
    private static func damaged(_ call: CallFacts, _ type: MessageDescriptor) -> [Finding] {
        guard call.call.path != nil, !call.call.isPartial else { return [] }
        return call.call.responses.compactMap { type.firstDamage(in: $0) }.map {
            DamageRule.finding($0, in: type).about(call.call).about(call.resource)
        }
    }

    private mutating func locations(_ call: CallFacts, _ type: MessageDescriptor) -> [Finding] {
        call.call.responses.flatMap { bytes -> [Finding] in
            let scan = MessageScan(bytes, as: type)
            guard !scan.locations.isEmpty else { return [] }
            if Self.isOnTheWay(bytes, call), let age = Self.age(in: scan, bytes, call) { timed.add(age) }
            return LocationRule.repeatedPlaces(in: scan, bytes).map { $0.about(call.call).about(call.resource) }
        }
    }

    func finish(_ capture: CaptureFacts) -> [Finding] { capture.clock.isReplay ? [] : timed.findings }

    /// Whether new locations are to be expected: not of a vehicle that is OFFLINE, nor at the end of a trip.
    private static func isOnTheWay(_ bytes: [UInt8], _ call: CallFacts) -> Bool {
        switch call.method?.resource {
        case .trip: (try? Trip(decoding: bytes))?.tripStatus.isOnTheWay ?? false
        case .vehicle: (try? Vehicle(decoding: bytes)).map { $0.vehicleState == .online } ?? false
        default: false
        }
    }

    /// The last location of a vehicle or trip, if it was old when the answer came.
    private static func age(in scan: MessageScan, _ bytes: [UInt8], _ call: CallFacts) -> Finding? {
        guard let place = scan.places["last_location"], let start = call.call.time,
            let location = VehicleLocation(at: place, in: bytes),
            let measured = location.updateTime?.secondsSince1970
        else { return nil }
        let age = Double(start) / 1e9 + (call.call.duration ?? 0) - measured
        guard age > LocationAges.staleAge else { return nil }
        let text = "\(CaptureClock.span(age)) old when the answer came"
        let evidence = scan.evidence("last_location.update_time", text, of: call.call.reference)
        return Finding(.staleAnswer, resource: call.resource, evidence: [evidence])
    }
}
