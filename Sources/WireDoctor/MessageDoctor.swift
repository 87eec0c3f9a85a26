import FleetMessages
public import ProtobufSchema
import ProtobufWire

/// Examines messages that come without a call.
public enum MessageDoctor {
    /// Examines messages of one type.
    ///
    /// Requests are held against every rule that needs no more than a message, trips against what their riders need. In other
    /// messages damage is found, and locations that repeat an old place.
    /// Linear in their size.
    public static func examine(_ messages: [[UInt8]], as type: MessageDescriptor) -> Checkup {
        var checkup = examine(messages.map { (bytes: $0, type: type) })
        checkup.messageType = type.fullName
        checkup.hasRules = hasRules(type)
        return checkup
    }

    /// Examines messages of several types; those without a type are passed over.
    package static func examine(_ messages: [(bytes: [UInt8], type: MessageDescriptor?)]) -> Checkup {
        var collector = FindingCollector()
        for (position, (bytes, type)) in messages.enumerated() {
            guard let type else { continue }
            var findings: [Finding] = []
            if let message = ExaminedMessage(bytes, as: type) {
                findings = MessageRules.findings(in: message)
            } else {
                let scan = MessageScan(bytes, as: type)
                findings = scan.damage.map { [DamageRule.finding($0, in: type)] } ?? []
                findings += LocationRule.repeatedPlaces(in: scan, bytes)
                if type.fullName == Trip.fullName, let trip = try? Trip(decoding: bytes) {
                    findings += TripTrack.findings(inLone: trip)
                }
            }
            for var finding in findings {
                if messages.count > 1 { finding.remark("message \(position)") }
                collector.add(finding)
            }
        }
        var checkup = Checkup()
        checkup.examined = messages.count
        checkup.hasRules = messages.contains { $0.type.map(hasRules) ?? false }
        checkup.findings = collector.findings.worstFirst
        checkup.droppedFindings = collector.dropped
        return checkup
    }

    private static func hasRules(_ type: MessageDescriptor) -> Bool {
        type.fullName == Trip.fullName || ExaminedMessage([], as: type) != nil
    }
}
