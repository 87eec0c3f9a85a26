import HTTPWire

// The frames of a stream.
extension CallState {
    /// Takes a frame, whose content `take` takes.
    ///
    /// - Returns: By how many bytes the memory of the call has grown, and whether both sides have ended the call now, which no
    ///   frame before has said.
    @inline(__always)
    mutating func take(
        _ frame: HTTP2Frame, isClient: Bool, queue: CallQueue, _ take: (inout CallState) -> Void
    ) -> (growth: Int, endsCall: Bool) {
        let before = footprint(isClient: isClient)
        take(&self)
        touch(frame, isClient: isClient, queue)
        let endsCall = isClosed && !isSettled
        if endsCall { isSettled = true }
        return (footprint(isClient: isClient) - before, endsCall)
    }

    /// Notes when a frame came, and which side it ends.
    private mutating func touch(_ frame: HTTP2Frame, isClient: Bool, _ queue: CallQueue) {
        call.last = frame.last
        let isReset = if case .resetStream = frame.header.type { true } else { false }
        let isEnd = isReset || frame.header.endsStream
        if isClient, !hasWholeRequest {
            call.requestEnd = frame.last
            if !isOtherHTTP { order = queue.place(movedFrom: order, isEnd: isEnd) }
            hasWholeRequest = isEnd
            call.isRequestEnded = frame.header.endsStream
        }
        if !isClient, !isReset, call.responseStart == nil { call.responseStart = frame.last }
        if isClient ? isEnd : isReset { clientEnded = true }
        if isClient ? isReset : isEnd {
            if !serverEnded { (call.responseEnd, hasWholeResponse) = (frame.last, !isReset) }
            serverEnded = true
        }
    }
}
