internal import FleetErrors
internal import FleetMessages
internal import ProtobufSchema

/// A key and a value that a provider has put on a resource, as rules see them.
struct AttributeParts {
    let key: String
    /// The value, as filters and searches compare it.
    let value: FilterValue
    /// Whether the fields `value` and `string_value` are both set and differ.
    var isContradictory = false

    var text: String { value.text }

    /// - Parameter old: The field `value`, the old place of texts, where the attribute has that.
    fileprivate init(_ key: String, _ value: VehicleAttribute.AttributeValue?, old: String = "") {
        self.key = key
        switch value {
        case .string(let text): (self.value, isContradictory) = (FilterValue(text), !old.isEmpty && old != text)
        case .bool(let flag): self.value = FilterValue(String(flag))
        case .number(let number): self.value = FilterValue(number)
        case nil: self.value = FilterValue(old)
        }
    }
}

extension VehicleAttribute {
    var parts: AttributeParts { AttributeParts(key, attributeValue, old: value) }
}

extension DeliveryVehicleAttribute {
    var parts: AttributeParts { AttributeParts(key, attributeValue, old: value) }
}

extension TripAttribute {
    var parts: AttributeParts { AttributeParts(key, value) }
}

extension TaskAttribute {
    var parts: AttributeParts { AttributeParts(key, value) }
}

extension FleetEmulator {
    private static let attributeLimit = 100
    private static let attributeLengthLimit = 256

    /// Checks the attributes of a resource: their number, their keys, their lengths, and that both texts of one agree.
    ///
    /// - Parameter paths: The mask of an update, which may leave the attributes alone.
    func checkAttributes(
        _ attributes: [AttributeParts], _ field: String, _ paths: FieldPaths = ["*"]
    ) throws(CallStatus) {
        guard paths.touches("attributes") else { return }
        if attributes.count > Self.attributeLimit {
            throw Rule.attributes.invalid(
                "Too many attributes",
                [(field, "has \(attributes.count) attributes; \(Self.attributeLimit) are allowed")])
        }
        try checkKeys(attributes.map(\.key), field)
        for (index, attribute) in attributes.enumerated() {
            var problem: String?
            if attribute.isContradictory { problem = "value and string_value must be equal" }
            let length = attribute.key.unicodeScalars.count + 1 + attribute.text.unicodeScalars.count
            if length > Self.attributeLengthLimit {
                problem = "key:value has \(length) characters; \(Self.attributeLengthLimit) are allowed"
            }
            if let problem {
                throw Rule.attributes.invalid("Invalid attribute", [("\(field)[\(index)]", problem)])
            }
        }
    }

    /// Checks that keys are there, are unique and have no colon.
    func checkKeys(_ keys: [String], _ field: String) throws(CallStatus) {
        var seen: Set<String> = []
        for (index, key) in keys.enumerated() {
            let problem =
                key.isEmpty
                ? "must not be empty"
                : key.utf8.contains(UInt8(ascii: ":"))
                    ? "must not contain a colon" : seen.insert(key).inserted ? nil : "is on the resource already"
            if let problem {
                throw Rule.attributes.invalid("Invalid attribute", [("\(field)[\(index)].key", problem)])
            }
        }
    }
}
