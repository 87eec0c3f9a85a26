public import ProtobufSchema

/// Examines messages that come without a call.
public enum MessageDoctor {
    /// What is wrong with messages of one type.
    ///
    /// Requests are held against every rule that needs no more than a message. Of other messages damage is found, and
    /// locations that repeat an old place.
    /// Linear in their size.
    public static func examine(_ messages: [[UInt8]], as type: MessageDescriptor) -> Checkup {
        var checkup = examine(messages.map { (bytes: $0, type: type) })
        checkup.messageType = type.fullName
        checkup.hasRules = hasRules(type)
        return checkup
    }

    /// The same for messages each of which has a type of its own; those that have none are passed over.
    package static func examine(_ messages: [(bytes: [UInt8], type: MessageDescriptor?)]) -> Checkup {
        var book = FindingBook()
        for (position, (bytes, type)) in messages.enumerated() {
            guard let type else { continue }
            var findings: [Finding] = []
            if let message = ExaminedMessage(bytes, as: type) {
                findings = MessageRules.findings(in: message)
            } else {
                let input = bytes[...]
                if let damage = type.firstDamage(in: input.span) {
                    findings = [DamageRule.finding(damage, in: type)]
                }
                findings += AnswerRule.findings(in: MessageScan(answer: bytes, as: type), bytes)
            }
            for var finding in findings {
                if messages.count > 1 { finding.note("message \(position)") }
                book.add(finding)
            }
        }
        var checkup = Checkup()
        checkup.examined = messages.count
        checkup.hasRules = messages.contains { $0.type.map(hasRules) ?? false }
        checkup.findings = book.findings.worstFirst
        checkup.droppedFindings = book.dropped
        return checkup
    }

    private static func hasRules(_ type: MessageDescriptor) -> Bool { ExaminedMessage([], as: type) != nil }
}
