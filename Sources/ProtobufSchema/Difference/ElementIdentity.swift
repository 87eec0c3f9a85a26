internal import ByteText
internal import JSONText

/// The fields that name the elements of a list, so that an element is found again in the other version of the list.
struct ElementIdentity {
    private let type: MessageDescriptor
    /// The fields that name an element together.
    private let fields: [FieldDescriptor]

    /// - Returns: `nil` for lists whose elements have no such field.
    init?(ofElementsIn list: FieldDescriptor) {
        guard let type = list.message else { return nil }
        let candidates = type.fields.filter { !$0.isRepeated }
        var found = candidates.filter { $0.name == "key" && $0.kind != .message }
        if found.isEmpty { found = candidates.filter { $0.name == "name" && $0.kind != .message } }
        if found.isEmpty {
            found = candidates.filter { $0.kind == .string && ($0.name == "id" || $0.name.hasSuffix("_id")) }
            // A trip has a waypoint of each kind.
            if !found.isEmpty { found += candidates.filter { $0.kind == .enumeration && $0.name.hasSuffix("_type") } }
        }
        guard !found.isEmpty else { return nil }
        (self.type, fields) = (type, found)
    }

    /// A hash of the key of each element; `nil` when one has none, two have the same, or there are too many.
    ///
    /// Text for each would take more memory than the elements.
    func hashes(_ elements: ListElements) -> [Int]? {
        guard elements.count <= ListElements.searchLimit else { return nil }
        var hashes: [Int] = []
        hashes.reserveCapacity(elements.count)
        var seen = Set<Int>(minimumCapacity: elements.count)
        for position in 0..<elements.count {
            guard let hash = key(of: position, in: elements)?.hashValue, seen.insert(hash).inserted else { return nil }
            hashes.append(hash)
        }
        return hashes
    }

    /// The key of an element as it stands in paths; `nil` when no text names the element.
    func key(of position: Int, in elements: ListElements) -> String? {
        elements.withMessage(at: position, of: type, key)
    }

    private func key(of element: GatheredMessage) -> String? {
        var parts: [String] = []
        var isNamed = false
        for field in fields where element.isSet(field.index) {
            guard let occurrence = element.last(field.index) else { continue }
            if field.kind == .string {
                guard !occurrence.value.isEmpty else { continue }
                isNamed = true
                let text = element.input.bytes.string(occurrence.value)
                parts.append(String(decoding: JSONPrinter.quoted(text), as: UTF8.self))
            } else if let scalar = ScalarValue(field.kind, bits: occurrence.bits) {
                parts.append(scalar.text(field.enumeration))
            }
        }
        // A map may have an entry for the empty key.
        if type.isMapEntry { return parts.first ?? (fields[0].kind == .string ? "\"\"" : "0") }
        return isNamed ? parts.joined(separator: " ") : nil
    }
}
