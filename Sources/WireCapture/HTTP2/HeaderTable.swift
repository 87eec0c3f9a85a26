/// The fields that a sender may refer to by number, newest first: HPACK's dynamic table.
///
/// Source: https://www.rfc-editor.org/rfc/rfc7541 (section 2.3.2 and 4)
struct HeaderTable {
    /// Fields that are gone, and their bytes, may stay before the others up to these numbers.
    private static let slack = (places: 64, bytes: 4096)

    private(set) var bytes: [UInt8] = []
    /// Oldest first.
    private var places: [HeaderBlock.Place] = []
    /// The first of `places` that is not gone.
    private var first = 0
    private var size = 0
    /// How large the fields may be together.
    private var limit: Int
    /// How often it has changed.
    private(set) var generation = 0
    /// How many of the oldest fields were in the table before blocks were lost.
    private var presumed = 0

    init(limit: Int) { self.limit = limit }

    /// What a table has become of which blocks were lost.
    ///
    /// - Parameters:
    ///   - old: The table at the loss.
    ///   - added: How many fields the lost blocks have added.
    ///   - new: Those that came since.
    init(_ old: HeaderTable, added: Int, new: HeaderTable) {
        self = old
        limit = new.limit
        presumed = count
        for _ in 0..<added { insert(.missing, of: []) }
        for number in stride(from: new.count, to: 0, by: -1) {
            if let place = new.place(number) { insert(place, of: new.bytes) }
        }
        generation = old.generation + new.generation + 1
    }

    var count: Int { places.count - first }

    /// Memory that it takes, in bytes.
    var footprint: Int { bytes.count + places.count * 24 }

    /// Where the field with a number stands in `bytes`; the newest has the number 1.
    func place(_ number: Int) -> HeaderBlock.Place? {
        guard number > 0, number <= count else { return nil }
        return places[places.count - number]
    }

    /// Whether the field with a number was in the table before blocks were lost.
    func isPresumed(_ number: Int) -> Bool { count - number < presumed }

    /// Adds a field and removes the oldest ones, until all together are within the limit.
    mutating func insert(_ place: HeaderBlock.Place, of source: [UInt8]) {
        generation += 1
        // One that is too large for the table empties it.
        guard place.size <= limit else { return evict(0) }
        size += place.size
        evict(limit)
        places.append(place.moved(by: bytes.count - place.start))
        bytes.append(contentsOf: source[place.range])
    }

    /// Changes the limit and removes the oldest fields, until all together are within it.
    mutating func resize(_ limit: Int) {
        generation += 1
        self.limit = limit
        evict(limit)
    }

    private mutating func evict(_ limit: Int) {
        while size > limit, first < places.count {
            size -= places[first].size
            first += 1
            presumed = max(0, presumed - 1)
        }
        let gone = first < places.count ? places[first].start : bytes.count
        guard
            gone > Self.slack.bytes && gone > bytes.count / 2 || first > Self.slack.places && first > places.count / 2
        else { return }
        bytes.removeSubrange(..<gone)
        places.removeSubrange(..<first)
        for index in places.indices { places[index] = places[index].moved(by: -gone) }
        first = 0
    }
}
