/// A rule about requests: what it finds depends on one message and its call alone.
protocol MessageRule: Sendable {
    func findings(in message: ExaminedMessage) -> [Finding]
}

/// The rules about requests.
enum MessageRules {
    static let all: [any MessageRule] = [
        DamageRule(), MaskRule(), ResourceNameRule(), ProviderRule(), RequiredFieldRule(), LocationRule(),
        CoordinateRule(), TimestampRule(), AttributeRule(), SearchRule(), TaskRule(),
    ]

    static func findings(in message: ExaminedMessage) -> [Finding] {
        all.flatMap { $0.findings(in: message) }.map { finding in
            var finding = finding
            finding.resource = finding.resource ?? message.resource
            return finding
        }
    }
}
