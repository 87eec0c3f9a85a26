internal import ProtobufWire

/// What names an element of a list, so that the same one is found again on the other side.
struct ElementIdentity {
    private let composer: WireComposer
    private let message: MessageIndex
    /// The fields that name an element together.
    private let fields: [FieldIndex]

    /// - Returns: `nil` for lists whose elements have no such field.
    init?(of list: FieldIndex, _ composer: WireComposer) {
        let pool = composer.pool
        guard let type = pool.shapes[list].message else { return nil }
        let candidates = pool.layouts[type].fields.filter { !pool.shapes[$0].isRepeated }
        func named(_ name: String) -> [FieldIndex] {
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
        (self.composer, message, fields) = (composer, type, found)
    }

    /// A hash of the key of each element; `nil` when one has none, two have the same, or there are too many.
    ///
    /// Text for each would take more memory than the elements.
    func hashes(_ elements: ListElements, _ bytes: Span<UInt8>) -> [Int]? {
        guard elements.count <= ListElements.searchLimit else { return nil }
        var hashes: [Int] = []
        hashes.reserveCapacity(elements.count)
        var seen = Set<Int>(minimumCapacity: elements.count)
        for position in 0..<elements.count {
            guard let hash = key(elements, position, bytes)?.hashValue, seen.insert(hash).inserted else { return nil }
            hashes.append(hash)
        }
        return hashes
    }

    /// The key of an element, as it stands in paths; `nil` when no text names it.
    func key(_ elements: ListElements, _ position: Int, _ bytes: Span<UInt8>) -> String? {
        guard elements.isOwned else { return key(bytes, elements.value(position)) }
        // The entries of a map are kept in the form they are compared in.
        let entry = elements.encoded(position, in: bytes)[...]
        var offset = 0
        let found = try? WireScan.field(entry.span, &offset, entry.count, levels: 1)
        return key(entry.span, found?.value ?? 0..<entry.count)
    }

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
    /// For each new element the position of the old one, -1 for none.
    private let partners: [Int]
    /// Positions of old elements that are gone.
    let removed: [Int]
    /// Which of the new elements have changed places with others: the fewest that explain the new order.
    private(set) var isMoved: [Bool]

    /// - Parameters: Keys without duplicates.
    init(_ old: [Int], _ new: [Int]) {
        let positions = Dictionary(uniqueKeysWithValues: zip(old, old.indices))
        let partners = new.map { positions[$0] ?? -1 }
        var isKept = [Bool](repeating: false, count: old.count)
        for partner in partners where partner >= 0 { isKept[partner] = true }
        removed = old.indices.filter { !isKept[$0] }
        isMoved = partners.map { $0 >= 0 }
        let order = partners.indices.filter { partners[$0] >= 0 }
        for position in Self.ascending(order.map { partners[$0] }) { isMoved[order[position]] = false }
        self.partners = partners
    }

    /// Position of the old element that a new one was.
    func partner(_ position: Int) -> Int? { partners[position] >= 0 ? partners[position] : nil }

    /// Positions of a longest ascending subsequence of numbers that are all different, from its end. O(n log n).
    private static func ascending(_ numbers: [Int]) -> [Int] {
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
        var result: [Int] = []
        var position = ends.last ?? -1
        while position >= 0 {
            result.append(position)
            position = previous[position]
        }
        return result
    }
}
