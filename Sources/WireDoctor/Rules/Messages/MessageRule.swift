/// A rule about requests: what it finds depends on one message and its call alone.
protocol MessageRule: Sendable {
    func findings(in message: ExaminedMessage) -> [Finding]
}

/// The list of the rules about request messages; those about calls are in ``CallRules``.
enum MessageRules {
    /// One rule of each kind, in the order of their findings.
    static let all: [any MessageRule] = [
        DamageRule(), MaskRule(), ResourceNameRule(), RequiredFieldRule(), LocationRule(), CoordinateRule(),
        TimestampRule(), AttributeRule(), SearchRule(), TaskRule(),
    ]

    static func findings(in message: ExaminedMessage) -> [Finding] {
        all.flatMap { $0.findings(in: message) }.map { $0.about($0.resource ?? message.resource) }
    }
}
