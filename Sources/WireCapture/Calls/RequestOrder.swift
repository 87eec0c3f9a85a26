/// The order in which the requests of calls ended. A call that has ended waits for those before it: as long as the calls that
/// wait, and their places, are within limits.
struct RequestOrder {
    /// Bytes of finished calls that may wait for an open one: a part of the memory that a capture may take.
    static let byteLimit = 16 << 20
    /// Places that may wait, with or without a call.
    static let placeLimit = 1 << 18

    private enum Slot { case open, done(OpenCall), gone }

    /// By place, from `start` on. Those before `first` are passed, and are removed many at a time.
    private var slots: [Slot] = []
    private var start = 0
    private var first = 0
    /// The place behind the last one.
    private var limit: Int { start + slots.count }
    /// The open slots before this place are no longer waited for.
    private var givenUp = 0
    private var waitingBytes = 0

    /// Adds the next place. Where as many wait as may, the open ones are no longer waited for.
    mutating func place() -> Int {
        if limit - first >= Self.placeLimit { givenUp = limit }
        slots.append(.open)
        return limit - 1
    }

    func isLast(_ place: Int) -> Bool { place >= limit - 1 }

    /// Gives a place up, which turned out to have no call.
    mutating func giveUp(_ place: Int) {
        guard place >= first, place < limit else { return }
        slots[place - start] = .gone
        if place == first { pass() }
    }

    /// Takes a call that has ended. Returns the call that comes next, which may be the same, unless it is still open.
    mutating func end(_ call: OpenCall, at place: Int) -> OpenCall? {
        // A place that is passed is no longer waited for.
        guard place > first, place < limit else {
            if place == first { pass() }
            return call
        }
        slots[place - start] = .done(call)
        waitingBytes += call.state.callFootprint
        if waitingBytes > Self.byteLimit { givenUp = limit }
        return next()
    }

    /// The call that comes next, unless it is still open.
    mutating func next() -> OpenCall? {
        while first < limit {
            let slot = slots[first - start]
            if case .open = slot, first >= givenUp { return nil }
            pass()
            guard case .done(let call) = slot else { continue }
            waitingBytes -= call.state.callFootprint
            return call
        }
        return nil
    }

    /// Goes on to the next place.
    private mutating func pass() {
        slots[first - start] = .gone
        first += 1
        guard first - start >= 64, 2 * (first - start) >= slots.count else { return }
        slots.removeFirst(first - start)
        start = first
    }
}
