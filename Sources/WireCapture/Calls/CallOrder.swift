/// Numbers calls in the order in which their requests ended: a call that has ended waits for those before it.
struct CallOrder {
    /// Bytes of finished calls that may wait for one that goes on: a part of what a capture may take.
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
    /// The number of calls that have come out.
    private var numbers = 0

    /// Makes a change, and tells whether ``next()`` may have a call then: a change from outside checks for exclusive
    /// access once.
    @inline(__always)
    mutating func change<Result>(_ work: (inout CallOrder) -> Result) -> (Result, isReady: Bool) {
        let result = work(&self)
        guard first < slots.count else { return (result, false) }
        if case .open = slots[first], first >= givenUp { return (result, false) }
        return (result, true)
    }

    /// The next place, for a call whose request has just ended.
    mutating func place() -> Int {
        if slots.count - first >= Self.placeLimit { givenUp = slots.count }
        slots.append(.open)
        return base + slots.count - 1
    }

    /// Moves an open call behind all others.
    mutating func move(_ place: Int) -> Int {
        guard place < base + slots.count - 1 else { return place }
        drop(place)
        return self.place()
    }

    /// Puts a call in its place.
    ///
    /// - Returns: The number of the call, if it waits for no other, as most calls. Otherwise it comes out of ``next()``.
    mutating func put(_ call: OpenCall, at place: Int) -> Int? {
        let index = place - base
        if index == first {
            pass()
            return nextNumber()
        }
        // A place before `first` is no longer waited for.
        guard index > first, index < slots.count else { return nextNumber() }
        slots[index] = .done(call)
        waitingBytes += call.state.call.footprint
        if waitingBytes > Self.byteLimit { givenUp = slots.count }
        return nil
    }

    /// Gives a place up, which turned out to have no call.
    mutating func drop(_ place: Int) {
        let index = place - base
        if slots.indices.contains(index), index >= first { slots[index] = .gone }
    }

    /// The next call that no longer waits for others, and its number.
    mutating func next() -> (call: OpenCall, number: Int)? {
        while first < slots.count {
            let slot = slots[first]
            if case .open = slot, first >= givenUp { return nil }
            pass()
            guard case .done(let call) = slot else { continue }
            waitingBytes -= call.state.call.footprint
            return (call, nextNumber())
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

    private mutating func nextNumber() -> Int {
        numbers += 1
        return numbers
    }
}
