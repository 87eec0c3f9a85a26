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
        return change { $0.place() }
    }

    /// The place of a call whose client has sent something, and may send more: behind all others. Unless calls are put in
    /// order it has none before its request ends, so that no number is left out.
    ///
    /// - Parameter place: The one that it had so far.
    func place(movedFrom place: Int?, isEnd: Bool) -> Int? {
        guard isOrdered else { return place ?? (isEnd ? self.place() : nil) }
        return change { order in place.map { order.move($0) } ?? order.place() }
    }

    /// Hands out a call, or keeps its place if it was none.
    func put(_ call: OpenCall) {
        switch call.state.finish() {
        case .call(let place):
            guard isOrdered else { return hand(call, number: (place ?? self.place()) + 1) }
            let (number, isReady) = order.change { order in order.put(call, at: place ?? order.place()) }
            if let number { hand(call, number: number) }
            if isReady { release() }
        case .other(let place, let isForeign):
            if isForeign { passedOver += 1 }
            guard let place, isOrdered else { return }
            change { $0.drop(place) }
        }
    }

    /// Counts an exchange that is no gRPC.
    func passOver() { passedOver += 1 }

    /// Changes the order, and hands out the calls that wait for none any more.
    private func change<Result>(_ work: (inout CallOrder) -> Result) -> Result {
        let (result, isReady) = order.change(work)
        if isReady { release() }
        return result
    }

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
