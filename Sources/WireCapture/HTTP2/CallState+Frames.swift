import GRPCWire

/// What a frame has done to the call of its stream.
struct FrameEffect {
    /// By how many bytes the memory that the call takes has grown.
    let growth: Int
    /// The call has ended with this frame, and so many packets of the whole capture may pass until it is handed out.
    let wait: Int?
}

// What the frames of a stream do to its call.
extension CallState {
    /// Packets in which a frame may come that is late for its call: a reset that crosses the answer, or an answer that
    /// crosses a reset.
    private static let lateness = 256

    /// Takes a header block.
    ///
    /// - Parameter isSound: It could be read to its end.
    mutating func take(
        _ headers: HeaderBlock, isSound: Bool, of frame: HTTP2Frame, isClient: Bool, _ queue: CallQueue
    ) -> FrameEffect {
        let before = footprint(isClient: isClient)
        add(headers: headers, endsStream: frame.endsStream, isClient: isClient)
        if !isSound {
            call.omissions.insert(.headers)
            if isClient { hasUnsoundRequest = true }
        }
        touch(frame, isClient: isClient, queue)
        return effect(growth: footprint(isClient: isClient) - before)
    }

    /// Takes the content of a DATA frame.
    mutating func take(
        _ content: Span<UInt8>, of frame: HTTP2Frame, isClient: Bool, _ queue: CallQueue
    ) -> FrameEffect {
        let before = footprint(isClient: isClient)
        append(frame: content, isClient: isClient)
        touch(frame, isClient: isClient, queue)
        return effect(growth: footprint(isClient: isClient) - before)
    }

    /// Takes RST_STREAM.
    mutating func take(
        reset code: HTTP2ErrorCode, of frame: HTTP2Frame, isClient: Bool, _ queue: CallQueue
    ) -> FrameEffect {
        if call.reset == nil { call.reset = CapturedCall.Reset(isByClient: isClient, code: code) }
        touch(frame, isClient: isClient, queue)
        return effect(growth: 0)
    }

    /// Takes a frame of which no more than the header is known.
    mutating func miss(_ frame: HTTP2Frame, isClient: Bool, _ queue: CallQueue) -> FrameEffect {
        let before = footprint(isClient: isClient)
        if frame.kind == HTTP2Frame.Kind.data { lose(isClient: isClient) }
        call.omissions.insert(isClient ? .request : .response)
        touch(frame, isClient: isClient, queue)
        return effect(growth: footprint(isClient: isClient) - before)
    }

    private mutating func effect(growth: Int) -> FrameEffect {
        guard isClosed, !isSettled else { return FrameEffect(growth: growth, wait: nil) }
        isSettled = true
        return FrameEffect(growth: growth, wait: Self.lateness)
    }

    /// Notes when a frame came, and what it ends.
    private mutating func touch(_ frame: HTTP2Frame, isClient: Bool, _ queue: CallQueue) {
        let moment = CapturedCall.Moment(frame.last)
        call.last = moment
        let isReset = frame.kind == HTTP2Frame.Kind.reset
        let isEnd = isReset || frame.endsStream
        if isClient, !hasWholeRequest {
            call.requestEnd = moment
            if !isForeign { order = queue.place(movedFrom: order, isEnd: isEnd) }
            hasWholeRequest = isEnd
        }
        if !isClient, !isReset, call.responseStart == nil { call.responseStart = moment }
        if isClient ? isEnd : isReset { clientEnded = true }
        if isClient ? isReset : isEnd {
            if !serverEnded { call.responseEnd = moment }
            serverEnded = true
        }
    }
}
