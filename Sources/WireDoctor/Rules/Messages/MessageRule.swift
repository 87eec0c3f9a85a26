/// A rule about requests: what it finds depends on one message and its call alone.
protocol MessageRule: Sendable {
    func findings(in message: ExaminedMessage) -> [Finding]
}

/// The rules about request messages.
enum MessageRules {
    /// New rules, in the order of their findings. Rules about calls are in ``CallRules``.
    static let all: [any MessageRule] = [
        DamageRule(), MaskRule(), ResourceNameRule(), ProviderRule(), RequiredFieldRule(), LocationRule(),
        CoordinateRule(), TimestampRule(), AttributeRule(), SearchRule(), TaskRule(),
    ]

    static func findings(in message: ExaminedMessage) -> [Finding] {
        all.flatMap { $0.findings(in: message) }.map { $0.about($0.resource ?? message.resource) }
    }
}
