/// The order in which the requests of calls ended. A call that has ended waits for those before it: as long as the calls that
/// wait, and their places, are within limits.
struct RequestOrder {
    /// Bytes of finished calls that may wait for an open one: a part of the memory that a capture may take.
    static let byteLimit = 16 << 20
    /// Places that may wait, with or without a call.
    static let placeLimit = 1 << 18

    private enum Slot { case open, done(OpenCall), gone }

    /// By place, from the first that is not passed.
    private var slots: ArraySlice<Slot> = []
    /// The open slots before this place are no longer waited for.
    private var givenUp = 0
    private var waitingBytes = 0

    /// Adds the next place. Where as many wait as may, the open ones are no longer waited for.
    mutating func place() -> Int {
        if slots.count >= Self.placeLimit { givenUp = slots.endIndex }
        slots.append(.open)
        return slots.endIndex - 1
    }

    func isLast(_ place: Int) -> Bool { place >= slots.endIndex - 1 }

    /// Gives a place up, which turned out to have no call.
    mutating func giveUp(_ place: Int) {
        guard slots.indices.contains(place) else { return }
        slots[place] = .gone
        if place == slots.startIndex { pass() }
    }

    /// Takes a call that has ended. Returns the call that comes next, which may be the same, unless it is still open.
    mutating func end(_ call: OpenCall, at place: Int) -> OpenCall? {
        // A place that is passed is no longer waited for.
        guard place > slots.startIndex, place < slots.endIndex else {
            if place == slots.startIndex { pass() }
            return call
        }
        slots[place] = .done(call)
        waitingBytes += call.state.callFootprint
        if waitingBytes > Self.byteLimit { givenUp = slots.endIndex }
        return next()
    }

    /// The call that comes next, unless it is still open.
    mutating func next() -> OpenCall? {
        while let slot = slots.first {
            if case .open = slot, slots.startIndex >= givenUp { return nil }
            pass()
            guard case .done(let call) = slot else { continue }
            waitingBytes -= call.state.callFootprint
            return call
        }
        return nil
    }

    /// Goes on to the next place.
    private mutating func pass() {
        // The memory of the slice goes on holding what is removed.
        slots[slots.startIndex] = .gone
        slots.removeFirst()
    }
}
