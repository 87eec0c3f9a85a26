internal import FleetErrors
internal import FleetMessages

/// A key and a value that a provider has put on a resource, as rules see them.
struct AttributeParts {
    var key: String
    /// The value as text, as filters and searches compare it.
    var text: String
    /// Whether the fields `value` and `string_value` are both set and differ.
    var isContradictory = false
}

extension VehicleAttribute {
    var parts: AttributeParts {
        switch attributeValue {
        case .string(let text):
            AttributeParts(key: key, text: text, isContradictory: !value.isEmpty && value != text)
        case .bool(let flag): AttributeParts(key: key, text: String(flag))
        case .number(let number): AttributeParts(key: key, text: number.plain)
        case nil: AttributeParts(key: key, text: value)
        }
    }
}

extension DeliveryVehicleAttribute {
    var parts: AttributeParts {
        switch attributeValue {
        case .string(let text):
            AttributeParts(key: key, text: text, isContradictory: !value.isEmpty && value != text)
        case .bool(let flag): AttributeParts(key: key, text: String(flag))
        case .number(let number): AttributeParts(key: key, text: number.plain)
        case nil: AttributeParts(key: key, text: value)
        }
    }
}

extension TripAttribute {
    var parts: AttributeParts {
        switch value {
        case .string(let text): AttributeParts(key: key, text: text)
        case .bool(let flag): AttributeParts(key: key, text: String(flag))
        case .number(let number): AttributeParts(key: key, text: number.plain)
        case nil: AttributeParts(key: key, text: "")
        }
    }
}

extension TaskAttribute {
    var parts: AttributeParts {
        switch value {
        case .string(let text): AttributeParts(key: key, text: text)
        case .bool(let flag): AttributeParts(key: key, text: String(flag))
        case .number(let number): AttributeParts(key: key, text: number.plain)
        case nil: AttributeParts(key: key, text: "")
        }
    }
}

extension FleetEmulator {
    private static let attributeLimit = 100
    private static let attributeLengthLimit = 256

    /// Checks the attributes of a resource: their number, their keys, their lengths, and that both texts of one agree.
    func checkAttributes(_ attributes: [AttributeParts], _ field: String) throws(CallStatus) {
        guard enforces(.attributes) else { return }
        if attributes.count > Self.attributeLimit {
            throw EmulatorRule.attributes.invalid(
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
                throw EmulatorRule.attributes.invalid("Invalid attribute", [("\(field)[\(index)]", problem)])
            }
        }
    }

    /// Checks that keys are there, are unique and have no colon.
    func checkKeys(_ keys: [String], _ field: String) throws(CallStatus) {
        guard enforces(.attributes) else { return }
        var seen: Set<String> = []
        for (index, key) in keys.enumerated() {
            let problem =
                key.isEmpty
                ? "must not be empty"
                : key.utf8.contains(UInt8(ascii: ":"))
                    ? "must not contain a colon" : seen.insert(key).inserted ? nil : "is on the resource already"
            if let problem {
                throw EmulatorRule.attributes.invalid("Invalid attribute", [("\(field)[\(index)].key", problem)])
            }
        }
    }
}
