import HTTPWire
import TestSupport
import Testing

@testable import WireCapture

@Suite struct RequestOrderTests {
    /// Calls end and places are given up in any order, while new ones come: a call is handed out once all before it have ended.
    @Test(arguments: [1, 7, 300]) func handsOutEachCallBehindThoseBeforeIt(waiting: Int) {
        var order = RequestOrder()
        var (open, ended, handedOut): ([Int], [Int], [Int]) = ([], [], [])
        var random = SplitMix64(seed: UInt64(waiting))
        for number in 0..<700 {
            #expect(order.place() == number && order.isLast(number))
            open.append(number)
            // Now and then, all are waited for.
            while open.count >= (number % 350 == 349 ? 1 : waiting) {
                let place = open.remove(at: Int.random(in: open.indices, using: &random))
                var next: OpenCall?
                if Int.random(in: 0..<4, using: &random) == 0 {
                    order.giveUp(place)
                    next = order.next()
                } else {
                    ended.append(place)
                    next = order.end(call(place), at: place)
                }
                while let call = next {
                    handedOut.append(Int(call.stream))
                    next = order.next()
                }
                let firstOpen = open.min() ?? .max
                #expect(handedOut == ended.filter { $0 < firstOpen }.sorted())
            }
        }
    }

    private func call(_ stream: Int) -> OpenCall {
        OpenCall(
            CapturedCall(
                file: nil, client: .unknown, server: .unknown, stream: UInt32(stream), medium: .http2,
                first: Arrival(packet: 1, time: nil), last: Arrival(packet: 1, time: nil)))
    }
}
