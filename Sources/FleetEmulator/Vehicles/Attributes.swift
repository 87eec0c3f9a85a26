internal import FleetErrors
internal import FleetMessages
internal import ProtobufSchema

/// A key and a value that a provider has put on a resource, as rules see them.
struct AttributeParts {
    let key: String
    fileprivate let value: VehicleAttribute.AttributeValue?
    /// The field `value`, the old place of texts, where the attribute has that.
    fileprivate var old = ""

    /// The value, as filters and searches compare it.
    var text: String {
        switch value {
        case .string(let text): text
        case .bool(let flag): String(flag)
        case .number(let number): number.plain
        case nil: old
        }
    }

    /// Whether the fields `value` and `string_value` are both set and differ.
    fileprivate var isContradictory: Bool { !old.isEmpty && value == .string(text) && old != text }
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
    var parts: AttributeParts { AttributeParts(key: key, value: attributeValue, old: value) }

    /// The attribute as responses show it, which have a text in both fields.
    var completed: Self {
        var attribute = self
        if case .string(parts.text) = attributeValue ?? .string(parts.text) {
            (attribute.value, attribute.attributeValue) = (parts.text, .string(parts.text))
        }
        return attribute
    }
}

extension TripAttribute {
    var parts: AttributeParts { AttributeParts(key: key, value: value) }
}

extension TaskAttribute {
    var parts: AttributeParts { AttributeParts(key: key, value: value) }
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
        var seen: Set<String> = []
        for (index, attribute) in attributes.enumerated() {
            let length = attribute.key.unicodeScalars.count + 1 + attribute.text.unicodeScalars.count
            let problem: (part: String, text: String)? =
                if attribute.key.isEmpty {
                    (".key", "must not be empty")
                } else if attribute.key.utf8.contains(UInt8(ascii: ":")) {
                    (".key", "must not contain a colon")
                } else if !seen.insert(attribute.key).inserted {
                    (".key", "is on the resource already")
                } else if attribute.isContradictory {
                    ("", "value and string_value must be equal")
                } else if length > Self.attributeLengthLimit {
                    ("", "key:value has \(length) characters; \(Self.attributeLengthLimit) are allowed")
                } else {
                    nil
                }
            if let problem {
                let place = "\(field)[\(index)]\(problem.part)"
                throw Rule.attributes.invalid("Invalid attribute", [(place, problem.text)])
            }
        }
    }
}
