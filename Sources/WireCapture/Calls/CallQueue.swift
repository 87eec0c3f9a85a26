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

    private enum Slot { case open, done(CapturedCall), gone }

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
        put(stream.finished(), at: stream.order ?? place())
    }

    /// Counts an exchange that is no gRPC.
    func passOver() { passedOver += 1 }

    private func put(_ call: CapturedCall, at place: Int) {
        guard isOrdered else { return hand(call, number: place + 1) }
        let index = place - base
        waitingBytes += call.footprint
        // Its place was given up.
        guard slots.indices.contains(index) else { return hand(call, number: nextNumber()) }
        slots[index] = .done(call)
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
        if isOrdered { waitingBytes -= call.footprint }
        var call = call
        call.number = number
        receiver(call)
    }

    private func nextNumber() -> Int {
        numbers += 1
        return numbers
    }
}
