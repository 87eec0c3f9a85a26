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

    /// The next place, for a call whose request has just ended.
    func place() -> Int {
        guard isOrdered else { return -1 }
        slots.append(.open)
        return base + slots.count - 1
    }

    func put(_ call: CapturedCall, at place: Int) {
        let index = place - base
        // Its place was given up.
        guard slots.indices.contains(index) else {
            ready.append(call)
            return
        }
        slots[index] = .done(call)
        waitingBytes += call.request.length + call.response.length + 4096
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
            case .done(let call): hand(call)
            case .gone: break
            }
            count += 1
        }
        slots.removeFirst(count)
        base += count
    }

    private func releaseAll() {
        for case .done(let call) in slots { hand(call) }
        base += slots.count
        slots = []
    }

    private func hand(_ call: CapturedCall) {
        waitingBytes -= call.request.length + call.response.length + 4096
        ready.append(call)
    }
}
