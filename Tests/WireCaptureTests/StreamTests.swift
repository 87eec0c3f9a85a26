import ByteText
import GRPCWire
import TestSupport
import Testing

@testable import WireCapture

/// Streams whose calls begin or end otherwise than by a request and its answer.
@Suite struct StreamTests {
    private static let request: [UInt8] = [0x83, 0x86] + http2Header(":path", "/a/B") + type
    private static let response: [UInt8] = [0x88] + type
    private static let type = http2Header("content-type", "application/grpc")
    private static let notFound = http2Header("grpc-status", "5")

    private static func goAway(_ stream: UInt8) -> [UInt8] { http2Frame(7, [0, 0, 0, stream, 0, 0, 0, 0]) }

    /// The calls of a connection that was there before the capture.
    ///
    /// - Parameters:
    ///   - sent: What its client (0) and its server (1) send by turns.
    ///   - interval: The milliseconds from one to the next.
    private func calls(_ sent: [(side: Int, bytes: [UInt8])], every interval: Int64 = 0) -> [CapturedCall] {
        var calls: [CapturedCall] = []
        let queue = CallQueue(isOrdered: false, content: .whole)
        queue.receiver = { calls.append($0) }
        let ends = [40000, 443].map { Endpoint(address: [10, 0, 0, 1], port: $0) }
        var session = HTTP2Session(ends: ends, CaptureContext(queue: queue), client: 0, isFromStart: false)
        for (number, (side, bytes)) in sent.enumerated() {
            let time = Int64(number) * interval * 1_000_000
            session.take(bytes.span, Arrival(packet: number + 1, time: time), from: side)
        }
        session.finish()
        return calls.sorted { $0.stream < $1.stream }
    }

    /// A call that began before a later one may be answered after it; what comes behind its end is none.
    @Test func takesAnAnswerWithoutItsRequestForOneCall() {
        let end: UInt8 = 5
        let found = calls([
            (0, http2Frame(1, flags: end, stream: 3, Self.request)),
            (1, http2Frame(1, flags: 4, stream: 1, Self.response)),
            (1, http2Frame(1, flags: end, stream: 1, Self.notFound)),
            (1, http2Frame(1, flags: 4, stream: 3, Self.response)),
            (1, http2Frame(1, flags: end, stream: 3, Self.notFound)),
            (0, http2Frame(1, flags: end, stream: 5, Self.request)),
            (1, http2Frame(0, flags: 1, stream: 1, [0, 0, 0, 0, 0])),
            (1, http2Frame(0, flags: 1, stream: 3, [0, 0, 0, 0, 0])),
        ])
        #expect(found.map(\.stream) == [1, 3, 5])
        #expect(found.map { $0.status?.code } == [.notFound, .notFound, nil])
        #expect(found.map(\.path) == [nil, "/a/B", "/a/B"])
        #expect(found[0].isPartial)
    }

    /// A frame whose padding is longer than its payload has no content (RFC 9113, section 6.1): what is sent around that frame
    /// is not put together.
    @Test func joinsNoMessageAcrossAFrameOfUnknownContent() throws {
        let found = calls([
            (0, http2Frame(1, flags: 5, stream: 1, Self.request)),
            (1, http2Frame(1, flags: 4, stream: 1, Self.response)),
            (1, http2Frame(0, stream: 1, [0, 0, 0, 0, 4, 1, 2])),
            (1, http2Frame(0, flags: 8, stream: 1, [9, 3, 4])),
            (1, http2Frame(0, stream: 1, [5, 6])),
            (1, http2Frame(1, flags: 5, stream: 1, Self.notFound)),
        ])
        let call = try #require(found.first)
        #expect(call.isPartial && !call.response.messages.contains { $0.payload == [1, 2, 5, 6] })
    }

    /// What the server has said of the calls that it did not process holds, whatever the client says when it leaves.
    @Test(arguments: [[1], [1, 0], [0, 1]]) func keepsTheServersWordOnRefusedCalls(_ sides: [Int]) {
        let requests = [1, 3].map { (side: 0, bytes: http2Frame(1, flags: 5, stream: $0, Self.request)) }
        let found = calls(requests + sides.map { ($0, Self.goAway(1)) })
        #expect(found.map(\.isRefused) == [false, true])
        #expect(found.map { $0.goAway?.isByClient } == [sides.last == 0, false])
    }

    /// grpc-core ends the streams of a connection that the server gives up with the code of the GOAWAY, and reports UNAVAILABLE,
    /// as grpcio 1.85 did. Other codes are the client's own reason.
    @Test(
        arguments: [
            (11, 1, 11, .unavailable, "GOAWAY with ENHANCE_YOUR_CALM (11) by the server: calm"),
            (0, 0, 0, nil, nil), (0, 1, 8, .cancelled, "The stream was reset with CANCEL (8) by the client."),
        ] as [(UInt8, UInt8, UInt8, StatusCode?, String?)])
    func takesAResetForTheGoAwayThatItFollowsFrom(
        code: UInt8, last: UInt8, reset: UInt8, status: StatusCode?, message: String?
    ) {
        let goAway = http2Frame(7, [0, 0, 0, last, 0, 0, 0, code] + "calm".utf8)
        let found = calls([
            (0, http2Frame(1, flags: 5, stream: 1, Self.request)), (1, goAway),
            (0, http2Frame(3, stream: 1, [0, 0, 0, reset])),
        ])
        #expect(found.map { $0.status?.code } == [status])
        #expect(found.map { $0.status?.message } == [message])
        #expect(found.map(\.isRefused) == [status == nil])
    }

    /// An answer that is complete does not follow from a GOAWAY, although the client resets its stream with the same code.
    @Test func takesNoGoAwayForTheEndOfAnAnsweredCall() {
        let found = calls([
            (0, http2Frame(1, flags: 4, stream: 1, Self.request)),
            (1, http2Frame(1, flags: 5, stream: 1, Self.response + Self.notFound)),
            (1, Self.goAway(1)), (0, http2Frame(3, stream: 1, [0, 0, 0, 0])),
        ])
        #expect(found.map { $0.status?.code } == [.notFound] && found.map { $0.goAway == nil } == [true])
    }

    /// Clients report UNKNOWN for an answer whose DATA ends the stream; where more may come, nobody knows.
    @Test(
        arguments: [
            ("application/grpc", [0, 0, 0, 0, 0], 1, "The answer ended without a grpc-status"),
            ("application/grpc", [], 1, "The answer ended without a grpc-status"),
            ("text/html", Array("<html>".utf8), 1, "The answer is HTTP 200 (text/html) and has no grpc-status"),
            ("application/grpc", [0, 0, 0, 0, 0], 0, nil), ("application/grpc-web", [0, 0, 0, 0, 0], 0, nil),
            // A damaged message may stand before the trailers.
            ("application/grpc-web", [9, 0, 0, 0, 0], 1, nil),
            ("application/grpc-web", [0x80, 0, 0, 0, 13] + Array("grpc-status:5".utf8), 1, ""),
        ] as [(String, [UInt8], UInt8, String?)])
    func readsAnswersWithoutTrailers(_ type: String, _ body: [UInt8], _ flags: UInt8, _ message: String?) throws {
        let headers = [0x88] + http2Header("content-type", type)
        let found = calls([
            (0, http2Frame(1, flags: 5, stream: 1, Self.request)), (1, http2Frame(1, flags: 4, stream: 1, headers)),
            (1, http2Frame(0, flags: flags, stream: 1, body)),
        ])
        let response = try #require(found.first).response
        #expect(response.outline.hasNoMessages == (type == "text/html" || body.first == 0x80))
        #expect((response.failure == nil) == (body.first != 9))
        let status = found[0].status
        #expect(status?.code == message.map { $0.isEmpty ? .notFound : .unknown })
        #expect(status?.message.hasPrefix(message ?? "-") ?? (message == nil))
    }

    /// A body that ends within a message is damaged if its sender has ended it, and not where a reset cut it.
    @Test(arguments: [0, 1, nil]) func tellsBodiesThatAResetCutFromDamage(_ side: Int?) throws {
        let body: (UInt8) -> [UInt8] = { http2Frame(0, flags: $0, stream: 1, [0, 0, 0, 0, 9, 1]) }
        let end = side.map { (side: $0, bytes: body(0) + http2Frame(3, stream: 1, [0, 0, 0, 11])) } ?? (1, body(1))
        let found = calls([
            (0, http2Frame(1, flags: 4, stream: 1, Self.request) + body(0)),
            (1, http2Frame(1, flags: 4, stream: 1, Self.response) + body(0)), end,
        ])
        let call = try #require(found.first)
        #expect(!call.request.outline.isDamaged && call.response.outline.isDamaged == (side == nil))
        #expect(call.response.failure?.code == .truncatedMessage)
    }

    /// grpc-core sends a deadline rounded up, and cancels a call when the time before the rounding is over.
    @Test(
        arguments: [
            ("15S", 14_993, .deadlineExceeded), ("10100m", 10_002, .deadlineExceeded),
            ("1240m", 1_234, .deadlineExceeded),
            ("15S", 14_700, .cancelled), ("1S", 900, .cancelled),
        ] as [(String, Int64, StatusCode)])
    func tellsAMissedDeadlineFromACancellation(_ timeout: String, _ milliseconds: Int64, _ code: StatusCode) {
        let request = Self.request + http2Header("grpc-timeout", timeout)
        let sent = [http2Frame(1, flags: 5, stream: 1, request), http2Frame(3, stream: 1, [0, 0, 0, 8])].map {
            (side: 0, bytes: $0)
        }
        #expect(calls(sent, every: milliseconds).map { $0.status?.code } == [code])
    }

    /// What headers that cannot be read to their end lack may be the content type of gRPC.
    @Test func keepsCallsWhoseRequestHeadersAreDamaged() {
        let found = calls([(0, http2Frame(1, flags: 5, stream: 1, [0x83, 0x86, 0x80] + Self.type))])
        #expect(found.count == 1 && found.allSatisfy(\.isPartial))
        #expect(calls([(0, http2Frame(1, flags: 5, stream: 1, [0x83, 0x86] + http2Header(":path", "/")))]).isEmpty)
    }
}
