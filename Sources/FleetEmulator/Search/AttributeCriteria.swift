internal import FleetErrors
internal import FleetMessages

/// The attributes that a search or list asks for, in one form for both requests.
struct AttributeCriteria {
    typealias Pair = (key: String, text: String)

    /// Pairs that a vehicle must have, all of them.
    var all: [Pair] = []
    /// Lists of pairs, of each of which a vehicle must have one at least.
    var oneOfEach: [[Pair]] = []
    /// Lists of pairs, one of which a vehicle must have as a whole.
    var allOfOne: [[Pair]] = []
    /// A filter after AIP-160; `nil` for none.
    var filter: Filter?

    /// Whether vehicles with any attributes match.
    var isEmpty: Bool { all.isEmpty && oneOfEach.isEmpty && allOfOne.isEmpty && filter == nil }

    func matches(_ attributes: [VehicleAttribute]) -> Bool {
        if isEmpty { return true }
        let texts = Dictionary(attributes.lazy.map { ($0.key, $0.parts.text) }, uniquingKeysWith: { $1 })
        func has(_ pair: Pair) -> Bool { texts[pair.key] == pair.text }
        return all.allSatisfy(has) && oneOfEach.allSatisfy { $0.contains(where: has) }
            && (allOfOne.isEmpty || allOfOne.contains { $0.allSatisfy(has) })
            && filter?.matches(attributes.lazy.map(\.parts)) ?? true
    }
}

extension FleetEmulator {
    private static let criteriaLimit = 50

    func criteria(_ request: SearchVehiclesRequest) throws(CallStatus) -> AttributeCriteria {
        func pairs(_ attributes: [VehicleAttribute]) -> [AttributeCriteria.Pair] {
            attributes.map(\.parts).map { ($0.key, $0.text) }
        }
        var criteria = AttributeCriteria()
        criteria.all = pairs(request.requiredAttributes)
        criteria.oneOfEach = request.requiredOneOfAttributes.map { pairs($0.attributes) }
        criteria.allOfOne = request.requiredOneOfAttributeSets.map { pairs($0.attributes) }
        return try checked(criteria, request.filter)
    }

    func criteria(_ request: ListVehiclesRequest) throws(CallStatus) -> AttributeCriteria {
        var criteria = AttributeCriteria()
        criteria.all = try pairs(request.requiredAttributes, "required_attributes")
        criteria.oneOfEach = try lists(request.requiredOneOfAttributes, "required_one_of_attributes")
        criteria.allOfOne = try lists(request.requiredOneOfAttributeSets, "required_one_of_attribute_sets")
        return try checked(criteria, request.filter)
    }

    private func checked(_ criteria: AttributeCriteria, _ filter: String) throws(CallStatus) -> AttributeCriteria {
        var criteria = criteria
        if criteria.all.count > Self.criteriaLimit {
            throw Rule.criteria.invalid(
                "Too many attributes",
                [("required_attributes", "has \(criteria.all.count) attributes; \(Self.criteriaLimit) are allowed")])
        }
        guard !filter.isEmpty else { return criteria }
        if !criteria.isEmpty, enforces(.exclusiveFields) {
            throw Rule.exclusiveFields.invalid(
                "Invalid filter", [("filter", "must not be set together with required attributes")])
        }
        criteria.filter = try Filter(filter)
        return criteria
    }

    /// - Parameter texts: Lists such as `key1:value1|key2:value2`.
    private func lists(_ texts: [String], _ field: String) throws(CallStatus) -> [[AttributeCriteria.Pair]] {
        try texts.map { (text) throws(CallStatus) in try pairs(text.split(separator: "|").map(String.init), field) }
    }

    private func pairs(_ texts: [String], _ field: String) throws(CallStatus) -> [AttributeCriteria.Pair] {
        try texts.map { (text) throws(CallStatus) in
            guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else {
                throw Rule.criteria.invalid("Invalid attribute", [(field, "must have the form key:value")])
            }
            return (String(text[..<colon]), String(text[text.index(after: colon)...]))
        }
    }
}
