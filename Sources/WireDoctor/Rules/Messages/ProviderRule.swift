import FleetErrors
import GRPCWire

/// Calls that name two providers: in names, in parents, in the routing header.
struct ProviderRule: MessageRule {
    func findings(in message: ExaminedMessage) -> [Finding] {
        var named: [(provider: String, evidence: Finding.Evidence)] = []
        for path in [message.nameField] + message.parentPaths {
            guard let name = ResourceName(message.text(path)), !name.provider.isEmpty else { continue }
            named.append((name.provider, message.evidence(path, "provider \"\(name.provider)\"")))
        }
        if let value = message.call?.headers?.last("x-goog-request-params"), let provider = Self.provider(value) {
            named.append((provider, Finding.Evidence("x-goog-request-params says provider \"\(provider)\"")))
        }
        guard let first = named.first else { return [] }
        let others = named.filter { $0.provider != first.provider }
        guard !others.isEmpty else { return [] }
        return [Finding(.providerMismatch, evidence: [first.evidence] + others.map(\.evidence))]
    }

    /// The provider in a routing header: `provider_id=providers%2F{provider}`, percent-encoded or not.
    private static func provider(_ value: String) -> String? {
        let key = "provider_id="
        let part = value.split(separator: "&").first { $0.hasPrefix(key) }
        return part.flatMap { ResourceName(PercentCoding.decode($0.dropFirst(key.count).utf8))?.provider }
    }
}
