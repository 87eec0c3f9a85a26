public import ProtobufSchema

/// Examines messages that come without a call.
public enum MessageDoctor {
    /// What is wrong with messages of one type.
    ///
    /// Requests are held against every rule that needs no more than a message. Of other messages damage is found, and
    /// locations that repeat an old place.
    /// Linear in their size.
    public static func examine(_ messages: [[UInt8]], as type: MessageDescriptor) -> Checkup {
        var book = FindingBook()
        for (position, bytes) in messages.enumerated() {
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
        checkup.messageType = type.fullName
        checkup.hasRules = ExaminedMessage([], as: type) != nil
        checkup.findings = book.findings.worstFirst
        checkup.droppedFindings = book.dropped
        return checkup
    }
}
