import ByteText

/// The dynamic table of HPACK: the headers that a sender may refer to by index because it sent them before.
///
/// Source: https://www.rfc-editor.org/rfc/rfc7541 (section 2.3.2 and 4)
struct HPACKDynamicTable {
    /// Evicted headers, and their bytes, may stay before the others up to these numbers: removing them one by one would
    /// move all others each time.
    private static let slack = (places: 64, bytes: 4096)

    private(set) var bytes: [UInt8] = []
    /// Oldest first.
    private var places: [HeaderBlock.Place] = []
    /// The first of `places` that is not evicted.
    private var first = 0
    private var size = 0
    /// The maximum size of all headers together.
    private var limit: Int
    /// The number of changes so far.
    private(set) var generation = 0
    /// The number of the oldest headers that were in the table before blocks were lost.
    private var presumed = 0

    init(limit: Int) { self.limit = limit }

    /// The table as it is after lost blocks.
    ///
    /// - Parameters:
    ///   - old: The table before the lost blocks.
    ///   - inserted: How many headers the lost blocks have inserted.
    ///   - new: The headers that were inserted since.
    init(_ old: HPACKDynamicTable, inserted: Int, new: HPACKDynamicTable) {
        self = old
        limit = new.limit
        presumed = count
        for _ in 0..<inserted { insert(.missing, of: Span()) }
        for index in stride(from: new.count, to: 0, by: -1) {
            if let place = new.place(at: index) { insert(place, of: new.bytes.span) }
        }
        generation = old.generation + new.generation + 1
    }

    var count: Int { places.count - first }

    var footprint: Int { bytes.count + places.count * MemoryLayout<HeaderBlock.Place>.stride }

    /// The place in `bytes` of the header with an index; the newest header has index 1.
    func place(at index: Int) -> HeaderBlock.Place? {
        guard index > 0, index <= count else { return nil }
        return places[places.count - index]
    }

    /// Whether the header with an index was in the table before blocks were lost.
    func isPresumed(at index: Int) -> Bool { count - index < presumed }

    /// Inserts a header, and evicts the oldest ones until all together are within the limit.
    mutating func insert(_ place: HeaderBlock.Place, of source: Span<UInt8>) {
        generation += 1
        // A header that is larger than the limit empties the table.
        guard place.size <= limit else { return evict(to: 0) }
        size += place.size
        evict(to: limit)
        places.append(place.moved(by: bytes.count - place.start))
        bytes.append(source, place.range)
    }

    /// Changes the limit, and evicts the oldest headers until all together are within it.
    mutating func resize(to limit: Int) {
        generation += 1
        self.limit = limit
        evict(to: limit)
    }

    private mutating func evict(to limit: Int) {
        while size > limit, first < places.count {
            size -= places[first].size
            first += 1
            presumed = max(0, presumed - 1)
        }
        let evicted = first < places.count ? places[first].start : bytes.count
        guard
            evicted > Self.slack.bytes && evicted > bytes.count / 2
                || first > Self.slack.places && first > places.count / 2
        else { return }
        bytes.removeSubrange(..<evicted)
        places.removeSubrange(..<first)
        for index in places.indices { places[index] = places[index].moved(by: -evicted) }
        first = 0
    }
}
