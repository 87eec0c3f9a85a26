/// Hands out calls as they end, or in the order in which their requests ended.
final class CallQueue {
    let isOrdered: Bool
    private let receiver: (CapturedCall) -> Void
    private var order = CallOrder()
    /// Places that were given, where calls are handed out as they end.
    private var places = 0
    /// HTTP exchanges that were no gRPC.
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

    /// The place of a call whose client has sent a frame, and may send more: behind all others. Where calls are handed out
    /// as they end, a call has no place before its request ends, so that no number is left out.
    ///
    /// - Parameters:
    ///   - place: The place of the call so far.
    ///   - isEnd: The frame ends the request.
    func place(movedFrom place: Int?, isEnd: Bool) -> Int? {
        guard isOrdered else { return place ?? (isEnd ? self.place() : nil) }
        return change { order in place.map { order.move($0) } ?? order.place() }
    }

    /// Hands out a call, or gives its place up if it is no gRPC call.
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

    /// Counts an HTTP exchange that is no gRPC.
    func passOver() { passedOver += 1 }

    /// Changes the order, and hands out the calls that no longer wait for others.
    private func change<Result>(_ work: (inout CallOrder) -> Result) -> Result {
        let (result, isReady) = order.change(work)
        if isReady { release() }
        return result
    }

    /// Hands out the calls that no longer wait for others.
    private func release() {
        while let (call, number) = order.next() { hand(call, number: number) }
    }

    /// Moves the call out of its object, and hands it out.
    private func hand(_ open: OpenCall, number: Int) {
        var call = CapturedCall.none
        swap(&call, &open.state.call)
        call.number = number
        receiver(call)
    }
}
