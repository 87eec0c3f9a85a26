import FleetErrors

/// Lists of attributes: too long, with a key twice, or with attributes that have two values.
struct AttributeRule: MessageRule {
    static let limit = 100

    func findings(in message: ExaminedMessage) -> [Finding] {
        // In searches attributes are conditions, of which several may speak of one key.
        guard message.method.action != .search else { return [] }
        let lists = Dictionary(grouping: message.scan.attributes) { attribute in
            String(attribute.path[..<(attribute.path.lastIndex(of: "[") ?? attribute.path.endIndex)])
        }
        return lists.sorted { $0.key < $1.key }.flatMap { findings(list: $0.key, $0.value, message) }
    }

    private func findings(list: String, _ attributes: [MessageScan.Place], _ message: ExaminedMessage) -> [Finding] {
        var found: [Finding] = []
        if attributes.count > Self.limit {
            let offset = attributes[Self.limit].offset
            let evidence = Finding.Evidence(path: list, offset: offset, "\(attributes.count) attributes")
            found.append(Finding(.tooManyAttributes, evidence: [evidence]))
        }
        var keys: Set<String> = []
        for place in attributes {
            let key = message.text("\(place.path).key")
            if !key.isEmpty, !keys.insert(key).inserted {
                found.append(Finding(.attributeTwice, evidence: [place.evidence("\"\(key)\"")]))
            }
            let (old, new) = (message.text("\(place.path).value"), message.text("\(place.path).string_value"))
            if !old.isEmpty, message.scan.places["\(place.path).string_value"] != nil, old != new {
                let evidence = place.evidence("value \"\(old)\", string_value \"\(new)\"")
                found.append(Finding(.attributeValuesDiffer, evidence: [evidence]))
            }
        }
        return found
    }
}
