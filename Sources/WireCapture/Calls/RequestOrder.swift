/// The order in which the requests of calls ended. A call that has ended waits for those before it: as long as the calls that
/// wait, and their places, are within limits.
struct RequestOrder {
    /// Bytes of finished calls that may wait for an open one: a part of the memory that a capture may take.
    static let byteLimit = 16 << 20
    /// Places that may wait, with or without a call.
    static let placeLimit = 1 << 18

    private enum Slot { case open, done(OpenCall), gone }

    private var slots: [Slot] = []
    /// The first of `slots` that is not gone.
    private var first = 0
    /// The open slots before this index are no longer waited for.
    private var givenUp = 0
    /// The place of the first of `slots`.
    private var base = 0
    private var waitingBytes = 0

    /// Adds the next place. Where as many wait as may, the open ones are no longer waited for.
    mutating func place() -> Int {
        if slots.count - first >= Self.placeLimit { givenUp = slots.count }
        slots.append(.open)
        return base + slots.count - 1
    }

    /// Whether a place is the last.
    func isLast(_ place: Int) -> Bool { place >= base + slots.count - 1 }

    /// Gives a place up, which turned out to have no call.
    mutating func giveUp(_ place: Int) {
        let index = place - base
        guard slots.indices.contains(index), index >= first else { return }
        slots[index] = .gone
        if index == first { pass() }
    }

    /// Takes a call that has ended. Returns the call that comes next, which may be the same, unless it is still open.
    mutating func end(_ call: OpenCall, at place: Int) -> OpenCall? {
        let index = place - base
        // A place before `first` is no longer waited for.
        guard index > first, index < slots.count else {
            if index == first { pass() }
            return call
        }
        slots[index] = .done(call)
        waitingBytes += call.state.callFootprint
        if waitingBytes > Self.byteLimit { givenUp = slots.count }
        return next()
    }

    /// The call that comes next, unless it is still open.
    mutating func next() -> OpenCall? {
        while first < slots.count {
            let slot = slots[first]
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
        slots[first] = .gone
        first += 1
        guard first == slots.count || first >= Self.placeLimit else { return }
        slots.removeSubrange(..<first)
        base += first
        givenUp = max(0, givenUp - first)
        first = 0
    }
}
