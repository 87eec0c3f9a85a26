import FleetErrors
import GRPCWire

/// One call is about one provider, wherever it is named: in names, in parents, in the routing header.
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
        guard let first = named.first, named.contains(where: { $0.provider != first.provider }) else { return [] }
        return [
            Finding(
                "provider_mismatch", .error, "One call names two providers.",
                remedy:
                    "Write the same provider, the ID of the Cloud project, in every name and in the routing header.",
                evidence: [first.evidence] + named.filter { $0.provider != first.provider }.map(\.evidence))
        ]
    }

    /// The provider in a routing header: `provider_id=providers%2F{provider}`, percent-encoded or not.
    private static func provider(_ value: String) -> String? {
        for part in value.split(separator: "&") where part.hasPrefix("provider_id=") {
            let text = PercentCoding.decode(Array(part.dropFirst("provider_id=".count).utf8))
            return ResourceName(text)?.provider
        }
        return nil
    }
}
