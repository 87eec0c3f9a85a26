import ByteText

/// Hands out calls as they end, or in the order in which their requests ended: then a call that has ended waits for those
/// before it.
final class CallQueue {
    /// Bytes of finished calls that may wait for an open one: a part of the memory that a capture may take.
    static let byteLimit = 16 << 20
    /// Places that may wait, with or without a call.
    static let placeLimit = 1 << 18

    private enum Slot { case open, done(OpenCall), gone }

    let isOrdered: Bool
    private let receiver: (inout CapturedCall) -> Void
    private var slots: [Slot] = []
    /// The first of `slots` that is not gone.
    private var first = 0
    /// The open slots before this index are no longer waited for.
    private var givenUp = 0
    /// The place of the first of `slots` or, where calls are handed out as they end, of the next call.
    private var base = 0
    private var waitingBytes = 0
    /// The calls of ``put(recorded:)`` that wait, by the time at which they began.
    private var recorded: [(time: Int64, bytes: Int, call: OpenCall)] = []
    private var recordedBytes = 0
    /// The number of calls that were handed out.
    private var number = 0
    /// HTTP exchanges that were no gRPC.
    private(set) var passedOver = 0
    /// Places in connections where bytes are missing, and the number of these bytes.
    private(set) var gaps = (count: 0, bytes: 0)

    init(isOrdered: Bool, receiver: @escaping (inout CapturedCall) -> Void) {
        self.isOrdered = isOrdered
        self.receiver = receiver
    }

    /// Counts an HTTP exchange that is no gRPC.
    func passOver() { passedOver += 1 }

    /// Counts bytes that were sent over a connection, and are not in the capture.
    func addGap(_ bytes: Int) { gaps = (gaps.count + 1, gaps.bytes + bytes) }

    // MARK: Places

    /// The next place, for a call whose request has just ended.
    func place() -> Int {
        guard isOrdered else {
            base += 1
            return base - 1
        }
        if slots.count - first >= Self.placeLimit {
            givenUp = slots.count
            release()
        }
        slots.append(.open)
        return base + slots.count - 1
    }

    /// The place of a call whose client has sent a frame, and may send more: behind all others. Where calls are handed out
    /// as they end, a call has no place before its request ends, so that no number is left out.
    ///
    /// - Parameters:
    ///   - place: The place of the call so far.
    ///   - isEnd: The frame ends the request.
    func place(movedFrom place: Int?, isEnd: Bool) -> Int? {
        guard isOrdered else { return place ?? (isEnd ? self.place() : nil) }
        if let place {
            guard place < base + slots.count - 1 else { return place }
            giveUp(place)
        }
        return self.place()
    }

    /// Gives a place up, which turned out to have no call.
    private func giveUp(_ place: Int) {
        let index = place - base
        guard slots.indices.contains(index), index >= first else { return }
        slots[index] = .gone
        if index == first { release() }
    }

    // MARK: Calls

    /// Hands out a call, or gives its place up if it is no gRPC call.
    func put(_ call: OpenCall) {
        switch call.state.finish() {
        case .call(let place):
            let place = place ?? self.place()
            guard isOrdered else { return hand(out: call, number: place + 1) }
            let index = place - base
            // A place before `first` is no longer waited for.
            guard index > first, index < slots.count else {
                if index == first { pass() }
                hand(out: call)
                return release()
            }
            slots[index] = .done(call)
            waitingBytes += call.state.call.footprint
            guard waitingBytes > Self.byteLimit else { return }
            givenUp = slots.count
            release()
        case .other(let place, let isForeign):
            if isForeign { passedOver += 1 }
            if let place, isOrdered { giveUp(place) }
        }
    }

    /// Hands out a call of a recorder that writes calls when they have ended. In the order of requests, the call waits for
    /// those that began before it and are still to come: up to ``byteLimit``, or until ``releaseRecorded()``.
    func put(recorded call: OpenCall) {
        guard isOrdered else { return put(call) }
        // A call without a time stays behind the one before it.
        let time = call.state.call.first.time ?? recorded.last?.time ?? .min
        let bytes = call.state.footprint
        recorded.insert((time, bytes, call), at: recorded.partitioningIndex { $0.time > time })
        recordedBytes += bytes
        // Half of them at once, as each time all others move.
        if recordedBytes > Self.byteLimit { releaseRecorded((recorded.count + 1) / 2) }
    }

    /// Hands out all calls of ``put(recorded:)``, because no more will come.
    func releaseRecorded() { releaseRecorded(recorded.count) }

    private func releaseRecorded(_ count: Int) {
        for (_, bytes, call) in recorded.prefix(count) {
            recordedBytes -= bytes
            put(call)
        }
        recorded.removeFirst(count)
    }

    /// Hands out the calls that no longer wait for others.
    private func release() {
        while first < slots.count {
            let slot = slots[first]
            if case .open = slot, first >= givenUp { return }
            pass()
            guard case .done(let call) = slot else { continue }
            waitingBytes -= call.state.call.footprint
            hand(out: call)
        }
    }

    /// Goes on to the next place.
    private func pass() {
        slots[first] = .gone
        first += 1
        guard first == slots.count || first >= Self.placeLimit else { return }
        slots.removeSubrange(..<first)
        base += first
        givenUp = max(0, givenUp - first)
        first = 0
    }

    /// Hands out a call where it stands: it is large, and moving it takes longer than much else.
    private func hand(out open: OpenCall, number: Int? = nil) {
        self.number += 1
        open.state.call.number = number ?? self.number
        receiver(&open.state.call)
    }
}
