import GRPCWire
import HTTPWire

/// What a frame has changed of its call.
struct FrameEffect {
    /// By how many bytes the memory of the call has grown.
    let growth: Int
    /// Both sides have ended the call now, which no frame before has said.
    let endsCall: Bool
}

// The frames of a stream.
extension CallState {
    /// Takes a header block.
    ///
    /// - Parameter isSound: The block could be read to its end.
    mutating func take(
        _ headers: HeaderBlock, isSound: Bool, of frame: HTTP2Frame, isClient: Bool, queue: CallQueue
    ) -> FrameEffect {
        let before = footprint(isClient: isClient)
        add(headers: headers, endsStream: frame.header.endsStream, isClient: isClient)
        if !isSound {
            call.omissions.insert(.headers)
            if isClient { hasUnsoundRequest = true }
        }
        return end(frame, isClient: isClient, footprintBefore: before, queue)
    }

    /// Takes the content of a DATA frame.
    mutating func take(
        _ content: Span<UInt8>, of frame: HTTP2Frame, isClient: Bool, queue: CallQueue
    ) -> FrameEffect {
        let before = footprint(isClient: isClient)
        append(frame: content, isClient: isClient)
        return end(frame, isClient: isClient, footprintBefore: before, queue)
    }

    /// Takes RST_STREAM.
    mutating func take(
        reset code: HTTP2ErrorCode, of frame: HTTP2Frame, isClient: Bool, queue: CallQueue
    ) -> FrameEffect {
        let before = footprint(isClient: isClient)
        if call.reset == nil { call.reset = CapturedCall.Reset(isByClient: isClient, code: code) }
        return end(frame, isClient: isClient, footprintBefore: before, queue)
    }

    /// Takes a frame of which no more than the header is known.
    mutating func miss(_ frame: HTTP2Frame, isClient: Bool, queue: CallQueue) -> FrameEffect {
        let before = footprint(isClient: isClient)
        if frame.header.type == .data { lose(isClient: isClient) }
        call.omissions.insert(isClient ? .request : .response)
        return end(frame, isClient: isClient, footprintBefore: before, queue)
    }

    /// Finishes a frame whose content was taken.
    private mutating func end(
        _ frame: HTTP2Frame, isClient: Bool, footprintBefore: Int, _ queue: CallQueue
    ) -> FrameEffect {
        touch(frame, isClient: isClient, queue)
        let endsCall = isClosed && !isSettled
        if endsCall { isSettled = true }
        return FrameEffect(growth: footprint(isClient: isClient) - footprintBefore, endsCall: endsCall)
    }

    /// Notes when a frame came, and which side it ends.
    private mutating func touch(_ frame: HTTP2Frame, isClient: Bool, _ queue: CallQueue) {
        call.last = frame.last
        let isReset = frame.header.type == .resetStream
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
            if !serverEnded { call.responseEnd = frame.last }
            serverEnded = true
        }
    }
}
