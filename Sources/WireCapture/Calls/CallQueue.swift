/// Hands out calls, in the order in which their requests ended if that is wanted.
final class CallQueue {
    /// Bytes of finished calls that may wait for one that goes on: a part of what a capture may take.
    static let byteLimit = 16 << 20

    /// Places that may wait, for calls or for what turned out to be none.
    static let placeLimit = 16_384

    private let isOrdered: Bool
    private let receiver: (CapturedCall) -> Void
    /// Exchanges of HTTP that were no gRPC.
    private(set) var passedOver = 0

    init(isOrdered: Bool, receiver: @escaping (CapturedCall) -> Void) {
        self.isOrdered = isOrdered
        self.receiver = receiver
    }

    private enum Slot { case open, done(OpenCall), gone }

    private var slots: [Slot] = []
    /// The first of `slots` that is not gone.
    private var first = 0
    /// The place of the first of `slots`.
    private var base = 0
    private var waitingBytes = 0
    /// Places and numbers given so far.
    private var places = 0
    private var numbers = 0

    /// The next place, for a call whose request has just ended.
    func place() -> Int {
        places += 1
        if isOrdered {
            if slots.count - first >= Self.placeLimit { releaseAll() }
            slots.append(.open)
        }
        return places - 1
    }

    /// Hands out a call, or keeps its place if it was none.
    func put(_ call: OpenCall) {
        guard call.state.isCall else {
            if call.state.isForeign { passedOver += 1 }
            if let place = call.state.order { drop(place) }
            return
        }
        call.state.finish()
        put(call, at: call.state.order ?? place())
    }

    /// Counts an exchange that is no gRPC.
    func passOver() { passedOver += 1 }

    private func put(_ call: OpenCall, at place: Int) {
        guard isOrdered else { return hand(call, number: place + 1) }
        let index = place - base
        // Its place was given up.
        guard slots.indices.contains(index) else { return hand(call, number: nextNumber()) }
        if index == first {
            // None before it is open: what most calls are.
            pass()
            hand(call, number: nextNumber())
        } else {
            slots[index] = .done(call)
            waitingBytes += call.state.call.footprint
        }
        release()
        if waitingBytes > Self.byteLimit { releaseAll() }
    }

    private func drop(_ place: Int) {
        let index = place - base
        guard slots.indices.contains(index) else { return }
        slots[index] = .gone
        release()
    }

    /// Hands out the calls up to the first that is open.
    private func release() {
        while first < slots.count {
            switch slots[first] {
            case .open: return
            case .done(let call):
                pass()
                release(call)
            case .gone: pass()
            }
        }
    }

    /// Goes on to the next place.
    private func pass() {
        slots[first] = .gone
        first += 1
        guard first == slots.count || first >= Self.placeLimit else { return }
        slots.removeSubrange(..<first)
        base += first
        first = 0
    }

    private func releaseAll() {
        let waiting = slots[first...]
        base += slots.count
        (slots, first) = ([], 0)
        for case .done(let call) in waiting { release(call) }
    }

    private func release(_ call: OpenCall) {
        waitingBytes -= call.state.call.footprint
        hand(call, number: nextNumber())
    }

    /// The last thing that happens to a call: it is moved out of its place.
    private func hand(_ open: OpenCall, number: Int) {
        var call = CapturedCall.none
        swap(&call, &open.state.call)
        call.number = number
        receiver(call)
    }

    private func nextNumber() -> Int {
        numbers += 1
        return numbers
    }
}
