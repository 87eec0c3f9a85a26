import ByteText
import HTTPWire

/// Hands out calls as they end, or in the order in which their requests ended: then a call that has ended waits for those
/// before it.
final class CallQueue {
    let isOrdered: Bool
    let content: CallExtractor.Content
    /// Takes the calls that are handed out: another closure with each part of the file.
    var receiver: ((inout CapturedCall) -> Void)?
    /// A single value without the check for exclusive access, which each frame of a client would pass. Its functions reach nothing
    /// but the calls that they are given, so that no change begins within another.
    @safe @exclusivity(unchecked) private var order = RequestOrder()
    /// The calls of ``put(recorded:)`` that wait, by the time at which they began.
    private var recorded: [(time: Int64, bytes: Int, call: OpenCall)] = []
    private var recordedBytes = 0
    /// The name of the file that is being read, where a capture consists of several.
    var file: String?
    /// The number of calls that were handed out in order; of places, where calls are handed out as they end.
    private var number = 0
    /// HTTP exchanges that were no gRPC.
    private(set) var passedOver = 0
    /// Connections without TLS that failed at their start.
    var failures: [EncryptedConnections.Failure: Int] = [:]
    /// Places in connections where bytes are missing, and the number of these bytes.
    private(set) var gaps = (count: 0, bytes: 0)

    init(isOrdered: Bool, content: CallExtractor.Content) { (self.isOrdered, self.content) = (isOrdered, content) }

    /// Counts bytes that were sent over a connection, and are not in the capture.
    func addGap(_ bytes: Int) { gaps = (gaps.count + 1, gaps.bytes + bytes) }

    // MARK: Places

    /// The next place, for a call whose request has just ended.
    func place() -> Int {
        guard !isOrdered else { return order.place() }
        number += 1
        return number - 1
    }

    /// The place of a call whose client has sent a frame, and may send more: behind all others. Where calls are handed out
    /// as they end, a call has no place before its request ends, so that no number is left out.
    ///
    /// - Parameters:
    ///   - place: The place of the call so far.
    ///   - isEnd: The frame ends the request.
    func place(movedFrom place: Int?, isEnd: Bool) -> Int? {
        guard let place else { return isOrdered || isEnd ? self.place() : nil }
        guard isOrdered, !order.isLast(place) else { return place }
        giveUp(place)
        return self.place()
    }

    private func giveUp(_ place: Int) {
        order.giveUp(place)
        hand(out: order.next())
    }

    // MARK: Calls

    /// Hands out a call, or gives its place up if it is no gRPC call.
    func put(_ call: OpenCall) {
        guard call.state.finish() else {
            if call.state.isOtherHTTP { passedOver += 1 }
            if let place = call.state.order, isOrdered { giveUp(place) }
            return
        }
        let place = call.state.order ?? self.place()
        guard isOrdered else { return hand(out: call, number: place + 1) }
        hand(out: order.end(call, at: place))
    }

    /// Begins a call of a recorder that writes exchanges when they have ended, by the headers of both sides. Exchanges that are
    /// no gRPC are counted, and give `nil`.
    func begin(recorded call: CapturedCall, request: HeaderBlock, response: HeaderBlock?) -> OpenCall? {
        // An exchange is read as a whole anyway.
        let open = OpenCall(call, content: content == .streams ? .streams : .whole)
        open.state.add(headers: request, endsStream: false, isClient: true)
        if let response { open.state.add(headers: response, endsStream: false, isClient: false) }
        guard open.state.isOtherHTTP else { return open }
        passedOver += 1
        return nil
    }

    /// Hands out a call of a recorder that writes calls when they have ended. In the order of requests, the call waits for
    /// those that began before it and are still to come: up to ``RequestOrder/byteLimit``, or until ``releaseRecorded()``.
    func put(recorded call: OpenCall) {
        guard isOrdered else { return put(call) }
        // A call without a time stays behind the one before it.
        let time = call.state.call.first.time ?? recorded.last?.time ?? .min
        let bytes = call.state.footprint
        recorded.insert((time, bytes, call), at: recorded.partitioningIndex { $0.time > time })
        recordedBytes += bytes
        // Half of them at once, as each time all others move.
        if recordedBytes > RequestOrder.byteLimit { releaseRecorded((recorded.count + 1) / 2) }
    }

    /// Hands out the first calls of ``put(recorded:)``; all of them where no more will come.
    func releaseRecorded(_ count: Int? = nil) {
        let count = count ?? recorded.count
        for (_, bytes, call) in recorded.prefix(count) {
            recordedBytes -= bytes
            put(call)
        }
        recorded.removeFirst(count)
    }

    /// Hands out a call, and those behind it that have waited for it.
    private func hand(out first: OpenCall?) {
        var next = first
        while let call = next {
            number += 1
            hand(out: call, number: number)
            next = order.next()
        }
    }

    /// Hands out a call where it stands: it is large, and moving it takes longer than much else.
    private func hand(out open: OpenCall, number: Int) {
        open.state.call.number = number
        if open.state.call.file == nil { open.state.call.file = file }
        receiver?(&open.state.call)
    }
}
