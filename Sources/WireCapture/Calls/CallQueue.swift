/// Hands out calls, in the order in which their requests ended if that is wanted.
final class CallQueue {
    let isOrdered: Bool
    private let receiver: (CapturedCall) -> Void
    private var order = CallOrder()
    /// Places given where calls are handed out as they end.
    private var places = 0
    /// Exchanges of HTTP that were no gRPC.
    private(set) var passedOver = 0

    init(isOrdered: Bool, receiver: @escaping (CapturedCall) -> Void) {
        self.isOrdered = isOrdered
        self.receiver = receiver
    }

    /// The next place, for a call whose request has just ended.
    func place() -> Int {
        guard isOrdered else {
            places += 1
            return places - 1
        }
        defer { release() }
        return order.place()
    }

    /// The place of a call whose client has sent something, and may send more: behind all others. Unless calls are put in
    /// order it has none before its request ends, so that no number is left out.
    ///
    /// - Parameter place: The one that it had so far.
    func place(movedFrom place: Int?, isEnd: Bool) -> Int? {
        guard isOrdered else { return place ?? (isEnd ? self.place() : nil) }
        guard let place else { return self.place() }
        defer { release() }
        return order.move(place)
    }

    /// Hands out a call, or keeps its place if it was none.
    func put(_ call: OpenCall) {
        switch call.state.finish() {
        case .call(let place):
            let place = place ?? self.place()
            guard isOrdered else { return hand(call, number: place + 1) }
            if let number = order.put(call, at: place) { hand(call, number: number) }
            release()
        case .other(let place, let isForeign):
            if isForeign { passedOver += 1 }
            guard let place, isOrdered else { return }
            order.drop(place)
            release()
        }
    }

    /// Counts an exchange that is no gRPC.
    func passOver() { passedOver += 1 }

    /// Hands out the calls that wait for none any more.
    private func release() {
        while let (call, number) = order.next() { hand(call, number: number) }
    }

    /// The last thing that happens to a call: it is moved out of its place.
    private func hand(_ open: OpenCall, number: Int) {
        var call = CapturedCall.none
        swap(&call, &open.state.call)
        call.number = number
        receiver(call)
    }
}
