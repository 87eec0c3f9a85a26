import FleetErrors
import FleetMessages
import ProtobufSchema

/// Attributes: not too many, no key twice, one value each.
struct AttributeRule: MessageRule {
    static let limit = 100

    func findings(in message: ExaminedMessage) -> [Finding] {
        // In searches attributes are conditions, of which several may speak of one key.
        guard message.method?.action != .search else { return [] }
        var lists: [String: [(place: MessageScan.Place, attribute: VehicleAttribute)]] = [:]
        for (place, type) in message.scan.attributes {
            guard let attribute = message.attribute(at: place, type) else { continue }
            let list = place.path.lastIndex(of: "[").map { String(place.path[..<$0]) } ?? place.path
            lists[list, default: []].append((place, attribute))
        }
        return lists.sorted { $0.key < $1.key }.flatMap { findings($0.key, $0.value) }
    }

    private func findings(
        _ list: String, _ attributes: [(place: MessageScan.Place, attribute: VehicleAttribute)]
    ) -> [Finding] {
        var found: [Finding] = []
        if attributes.count > Self.limit {
            found.append(
                Finding(
                    "too_many_attributes", .error, "A resource has more than \(Self.limit) attributes.",
                    remedy: "Send at most \(Self.limit) attributes.",
                    evidence: [
                        Finding.Evidence(
                            path: list, offset: attributes[Self.limit].place.offset, "\(attributes.count) attributes")
                    ]))
        }
        var seen: Set<String> = []
        for (place, attribute) in attributes {
            if !seen.insert(attribute.key).inserted {
                found.append(
                    Finding(
                        "attribute_twice", .error, "An attribute's key comes twice in one list.",
                        remedy: "Send each key once.",
                        evidence: [
                            Finding.Evidence(path: place.path, offset: place.offset, "\"\(attribute.key)\"")
                        ]))
            }
            if case .string(let text) = attribute.attributeValue, !attribute.value.isEmpty, text != attribute.value {
                found.append(
                    Finding(
                        "attribute_values_differ", .error, "value and string_value of an attribute are not the same.",
                        remedy: "Send string_value alone; value is for old clients.",
                        evidence: [
                            Finding.Evidence(
                                path: place.path, offset: place.offset,
                                "value \"\(attribute.value)\", string_value \"\(text)\"")
                        ]))
            }
        }
        return found
    }
}

extension ExaminedMessage {
    /// An attribute of any kind as one of a vehicle. Those of trips and tasks have the string under another number.
    fileprivate func attribute(at place: MessageScan.Place, _ type: String) -> VehicleAttribute? {
        guard [TripAttribute.fullName, TaskAttribute.fullName].contains(type) else {
            return value(place.value, as: VehicleAttribute.self)
        }
        guard let attribute = value(place.value, as: TripAttribute.self) else { return nil }
        var result = VehicleAttribute()
        result.key = attribute.key
        return result
    }
}
