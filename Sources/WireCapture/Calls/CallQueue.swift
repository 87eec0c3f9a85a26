/// Hands out calls, in the order in which their requests ended if that is wanted.
final class CallQueue {
    /// Bytes of finished calls that may wait for one that goes on.
    static let byteLimit = 32 << 20

    private let isOrdered: Bool

    init(isOrdered: Bool) { self.isOrdered = isOrdered }

    private enum Slot { case open, done(CapturedCall), gone }

    private var slots: [Slot] = []
    private var base = 0
    private var ready: [CapturedCall] = []
    private var waitingBytes = 0
    /// Places and numbers given so far.
    private var places = 0
    private var numbers = 0

    /// The next place, for a call whose request has just ended.
    func place() -> Int {
        places += 1
        if isOrdered { slots.append(.open) }
        return places - 1
    }

    func put(_ call: CapturedCall, at place: Int) {
        guard isOrdered else { return hand(call, number: place + 1) }
        let index = place - base
        waitingBytes += Self.cost(call)
        // Its place was given up.
        guard slots.indices.contains(index) else { return hand(call, number: nextNumber()) }
        slots[index] = .done(call)
        release()
        if waitingBytes > Self.byteLimit { releaseAll() }
    }

    func drop(_ place: Int) {
        guard slots.indices.contains(place - base) else { return }
        slots[place - base] = .gone
        release()
    }

    func take() -> [CapturedCall] {
        defer { ready = [] }
        return ready
    }

    private func release() {
        var count = 0
        loop: for slot in slots {
            switch slot {
            case .open: break loop
            case .done(let call): hand(call, number: nextNumber())
            case .gone: break
            }
            count += 1
        }
        slots.removeFirst(count)
        base += count
    }

    private func releaseAll() {
        for case .done(let call) in slots { hand(call, number: nextNumber()) }
        base += slots.count
        slots = []
    }

    private func hand(_ call: CapturedCall, number: Int) {
        if isOrdered { waitingBytes -= Self.cost(call) }
        var call = call
        call.number = number
        ready.append(call)
    }

    private func nextNumber() -> Int {
        numbers += 1
        return numbers
    }

    /// Bytes that a waiting call takes, about.
    private static func cost(_ call: CapturedCall) -> Int { call.request.length + call.response.length + 4096 }
}
