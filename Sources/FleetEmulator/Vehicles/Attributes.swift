internal import FleetErrors
internal import FleetMessages
internal import ProtobufSchema

/// A key and a value that a provider has put on a resource, as rules see them.
struct AttributeParts {
    let key: String
    /// The value, as filters and searches compare it.
    let text: String
    /// Whether the fields `value` and `string_value` are both set and differ.
    var isContradictory = false

    /// - Parameter old: The field `value`, the old place of texts, where the attribute has that.
    fileprivate init(_ key: String, _ value: VehicleAttribute.AttributeValue?, old: String = "") {
        self.key = key
        switch value {
        case .string(let text): (self.text, isContradictory) = (text, !old.isEmpty && old != text)
        case .bool(let flag): text = String(flag)
        case .number(let number): text = number.plain
        case nil: text = old
        }
    }
}

/// An attribute that has two fields for a text.
protocol TextAttribute {
    var key: String { get }
    var value: String { get set }
    var attributeValue: VehicleAttribute.AttributeValue? { get set }
}

extension VehicleAttribute: TextAttribute {}
extension DeliveryVehicleAttribute: TextAttribute {}

extension TextAttribute {
    var parts: AttributeParts { AttributeParts(key, attributeValue, old: value) }

    /// The attribute as responses show it, which have a text in both fields.
    var completed: Self {
        switch attributeValue {
        case .bool, .number: return self
        case .string, nil:
            var attribute = self
            (attribute.value, attribute.attributeValue) = (parts.text, .string(parts.text))
            return attribute
        }
    }
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
