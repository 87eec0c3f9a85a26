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

    private enum Slot { case open, done(StreamState), gone }

    private var slots: [Slot] = []
    private var base = 0
    private var waitingBytes = 0
    /// Places and numbers given so far.
    private var places = 0
    private var numbers = 0

    /// The next place, for a call whose request has just ended.
    func place() -> Int {
        places += 1
        if isOrdered {
            if slots.count >= Self.placeLimit { releaseAll() }
            slots.append(.open)
        }
        return places - 1
    }

    /// Hands out a call, or keeps its place if it was none.
    func put(_ stream: StreamState) {
        guard stream.isCall else {
            if stream.isForeign { passedOver += 1 }
            if let place = stream.order { drop(place) }
            return
        }
        stream.finish()
        put(stream, at: stream.order ?? place())
    }

    /// Counts an exchange that is no gRPC.
    func passOver() { passedOver += 1 }

    private func put(_ stream: StreamState, at place: Int) {
        guard isOrdered else { return hand(stream, number: place + 1) }
        let index = place - base
        // Its place was given up.
        guard slots.indices.contains(index) else { return hand(stream, number: nextNumber()) }
        slots[index] = .done(stream)
        waitingBytes += stream.call.footprint
        release()
        if waitingBytes > Self.byteLimit { releaseAll() }
    }

    private func drop(_ place: Int) {
        guard slots.indices.contains(place - base) else { return }
        slots[place - base] = .gone
        release()
    }

    private func release() {
        var count = 0
        loop: for slot in slots {
            switch slot {
            case .open: break loop
            case .done(let stream): release(stream)
            case .gone: break
            }
            count += 1
        }
        guard count > 0 else { return }
        slots.removeFirst(count)
        base += count
    }

    private func releaseAll() {
        for case .done(let stream) in slots { release(stream) }
        base += slots.count
        slots = []
    }

    private func release(_ stream: StreamState) {
        waitingBytes -= stream.call.footprint
        hand(stream, number: nextNumber())
    }

    private func hand(_ stream: StreamState, number: Int) {
        stream.call.number = number
        receiver(stream.call)
    }

    private func nextNumber() -> Int {
        numbers += 1
        return numbers
    }
}
