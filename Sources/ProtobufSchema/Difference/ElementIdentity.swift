internal import ProtobufWire

/// What names an element of a list, so that the same one is found again on the other side.
struct ElementIdentity {
    private let composer: WireComposer
    private let message: Int
    /// The fields that name an element together.
    private let fields: [Int]

    /// - Returns: `nil` for lists whose elements have no such field.
    init?(of list: Int, _ composer: WireComposer) {
        let pool = composer.pool
        let shape = pool.shapes[list]
        guard shape.kind.isMessage else { return nil }
        let candidates = pool.layouts[shape.type].fields.filter { !pool.shapes[$0].isRepeated }
        func named(_ name: String) -> [Int] {
            candidates.filter { pool.fields[$0].name == name && pool.shapes[$0].kind != .message }
        }
        var found = named("key")
        if found.isEmpty { found = named("name") }
        if found.isEmpty {
            found = candidates.filter { index in
                let name = pool.fields[index].name
                return pool.shapes[index].kind == .string && (name == "id" || name.hasSuffix("_id"))
            }
            // A trip has a waypoint of each kind.
            if !found.isEmpty {
                found += candidates.filter {
                    pool.shapes[$0].kind == .enumeration && pool.fields[$0].name.hasSuffix("_type")
                }
            }
        }
        guard !found.isEmpty else { return nil }
        (self.composer, message, fields) = (composer, shape.type, found)
    }

    /// A key for each element, as it stands in paths; `nil` when one has none, or two have the same.
    func keys(_ elements: ListElements, _ bytes: Span<UInt8>) -> [String]? {
        var keys: [String] = []
        var seen: Set<String> = []
        // The entries of a map are kept in the form they are compared in.
        let isMap = elements.values.isEmpty && !elements.isEmpty
        let entries = elements.bytes[...]
        for position in 0..<elements.count {
            let key =
                isMap ? key(entries.span, body(of: elements[position])) : key(bytes, elements.values[position])
            guard let key, seen.insert(key).inserted else { return nil }
            keys.append(key)
        }
        return keys
    }

    /// Where the message lies in a length-delimited field.
    private func body(of field: ArraySlice<UInt8>) -> Range<Int> {
        var offset = 0
        let found = try? WireScan.field(field.span, &offset, field.count, levels: 1)
        let value = found?.value ?? 0..<field.count
        return (field.startIndex + value.lowerBound)..<(field.startIndex + value.upperBound)
    }

    /// The key of one element; `nil` when no text names it.
    private func key(_ bytes: Span<UInt8>, _ value: Range<Int>) -> String? {
        let pool = composer.pool
        let table = composer.table(bytes, [value], message)
        var parts: [String] = []
        var isNamed = false
        for field in fields where table.isSet(field, in: pool) {
            guard let occurrence = table.last(field) else { continue }
            if pool.shapes[field].kind == .string {
                guard !occurrence.value.isEmpty else { continue }
                isNamed = true
                parts.append(String(decoding: JSONOutput.literal(bytes.string(occurrence.value)), as: UTF8.self))
            } else if let scalar = ScalarValue(pool.shapes[field].kind, bits: occurrence.bits) {
                parts.append(text(scalar, FieldDescriptor(pool: pool, index: field)))
            }
        }
        // A map may have an entry for the empty key.
        if pool.messages[message].isMapEntry {
            return parts.first ?? (pool.shapes[fields[0]].kind == .string ? "\"\"" : "0")
        }
        return isNamed ? parts.joined(separator: " ") : nil
    }

    private func text(_ scalar: ScalarValue, _ field: FieldDescriptor) -> String {
        switch scalar {
        case .signed(let number): String(number)
        case .unsigned(let number): String(number)
        case .bool(let flag): flag ? "true" : "false"
        case .float(let number): number.description
        case .double(let number): number.description
        case .enumeration(let number): field.enumeration?.value(number: number)?.name ?? String(number)
        }
    }
}

/// Which new element was which old one, by their keys.
struct KeyedPairing {
    /// For each new element the position of the old one.
    private(set) var partners: [Int?]
    /// Positions of old elements that are gone.
    private(set) var removed: [Int]
    /// Positions of new elements that have changed places with others: the fewest that explain the new order.
    private(set) var moved: Set<Int> = []

    /// - Parameters: Keys without duplicates.
    init(_ old: [String], _ new: [String]) {
        let positions = Dictionary(uniqueKeysWithValues: zip(old, old.indices))
        partners = new.map { positions[$0] }
        let kept = Set(partners.compactMap { $0 })
        removed = old.indices.filter { !kept.contains($0) }
        let order = partners.indices.filter { partners[$0] != nil }
        let staying = Self.ascending(order.map { partners[$0] ?? 0 })
        moved = Set(order.enumerated().filter { !staying.contains($0.offset) }.map(\.element))
    }

    /// Positions of a longest ascending subsequence of numbers that are all different. O(n log n).
    private static func ascending(_ numbers: [Int]) -> Set<Int> {
        // For each length the position of the smallest number that ends such a subsequence.
        var ends: [Int] = []
        var previous = [Int](repeating: -1, count: numbers.count)
        for (position, number) in numbers.enumerated() {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
            }
            previous[position] = low > 0 ? ends[low - 1] : -1
            if low == ends.count { ends.append(position) } else { ends[low] = position }
        }
        var result: Set<Int> = []
        var position = ends.last ?? -1
        while position >= 0 {
            result.insert(position)
            position = previous[position]
        }
        return result
    }
}
