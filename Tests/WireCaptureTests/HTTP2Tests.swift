@testable import CallViews
import ByteText
import ConsoleText
import Foundation
import GRPCWire
import TestSupport
import Testing
import WireDoctor
import WireInspect

@testable import WireCapture

/// What HTTP/2 allows beside the usual; ``ExpectedCallTests`` compares the whole captures.
@Suite struct HTTP2Tests {
    static let files = ["http2-ends.pcap", "http2-headers.pcap", "http2-frames.pcap"]

    @Test(arguments: files)
    func agreesWithTheRecordingInPiecesOfAnySize(_ name: String) throws {
        let bytes = try Folders.network.appendingPathComponent(name).bytes()
        let whole = lines(bytes)
        for size in [1, 7, 1000] { #expect(lines(bytes, pieces: size) == whole, "pieces of \(size) bytes") }
    }

    /// Every packet is left out once, and every number of packets at the beginning: what is shown as whole was sent.
    @Test(arguments: files)
    func showsOnlyTrueCallsWithoutAPacket(_ name: String) throws {
        let packets = try packets(name)
        let truth = Set(calls(pcap(.raw, packets)).calls.map(essence))
        for lost in Exhaustive.elements(of: packets.indices, inDebugEvery: 23) {
            for rest in [packets[..<lost] + packets[(lost + 1)...], packets[lost...]] {
                for call in calls(pcap(.raw, Array(rest))).calls
                where !call.isPartial && call.status != nil && call.path != nil
                    // Its server's answer to a reset, which is what is left of the end when the reset is lost.
                    && call.reset?.code.rawValue != 5
                    // An answer that crosses a reset, when the reset is lost.
                    && !(call.client.port == 40004 && call.stream <= 3)
                {
                    let isTrue = truth.contains(essence(call))
                    #expect(isTrue, "\(essence(call)) of stream \(call.stream) without packet \(lost + 1)")
                }
            }
        }
    }

    /// A request has ended, and what its client sent behind it is lost: that may have been a reset.
    @Test func doubtsARequestWhoseResetMayBeLost() throws {
        let packets = try packets("http2-ends.pcap")
        for isLost in [false, true] {
            let rest = packets.filter { !isLost || $0.number != 12 }
            let found = calls(pcap(.raw, rest)).calls.first { $0.stream == 5 && $0.client.port == 40001 }
            let call = try #require(found)
            #expect(call.isPartial == isLost && (call.reset == nil) == isLost)
        }
    }

    /// The server closes a connection of which a packet is missing: the call may have ended in that.
    @Test func doubtsACutBehindMissingBytes() throws {
        let rest = try packets("http2-ends.pcap").filter { $0.number != 53 }
        let found = calls(pcap(.raw, rest)).calls.first { $0.stream == 5 && $0.client.port == 40002 }
        let call = try #require(found)
        #expect(call.cut?.isByClient == false && call.status == nil)
    }

    /// Connections that end under a call, and what the client of each said of that. One says it with a reset that must not
    /// be taken for the server's word.
    @Test func saysHowConnectionsEnd() throws {
        let bytes = try Folders.network.appendingPathComponent("connection-ends.pcap").bytes()
        let truth = try String(
            contentsOf: Folders.network.appendingPathComponent("connection-ends.txt"), encoding: .utf8
        ).split(separator: "\n")
        let found = calls(bytes).calls
        let (answered, open) = (found.filter { $0.stream == 1 }, found.filter { $0.stream == 3 })
        #expect(answered.count == 3 && answered.allSatisfy { $0.cut == nil && $0.status?.code == .ok })
        #expect(open.count == 3 && truth.count == 3)
        var refusals = KnownRefusals()
        for (call, said) in zip(open, truth) {
            let cut = try #require(call.cut)
            #expect(cut.isByClient == said.hasPrefix("kill:"))
            #expect(cut.isReset == said.hasPrefix("reset:"))
            #expect(CallOutcome(call, &refusals).message.description == "\(cut)")
            if let status = call.status {
                #expect(said.contains(status.code.title) && !status.wasNotProcessed)
            }
            let duration = try #require(call.duration)
            #expect(duration > 0.2)
        }
    }

    /// Calls end as their clients said: see refusals.py. grpclib has no limit for messages, and no status for its own errors.
    @Test func agreesWithClientsThatRefuseAnswers() throws {
        let text = try String(contentsOf: Folders.network.appendingPathComponent("refusals.txt"), encoding: .utf8)
        let said = text.split(separator: "\n").map { $0.split(separator: " ") }
        let bytes = try Folders.network.appendingPathComponent("refusals.pcap").bytes()
        let found = extract(bytes).calls
        #expect(found.count == 16 && said.count == 16)
        for (call, said) in zip(found, said) {
            let own: [Substring: StatusCode] = ["TimeoutError": .deadlineExceeded, "StreamTerminatedError": .internal]
            let expected = own[said[2]] ?? StatusCode(name: String(said[2]))
            guard let status = call.status else {
                #expect(said[1] == "silent" && expected == .deadlineExceeded)
                continue
            }
            let isTooLarge = status.message.hasSuffix("CANCEL (8) by the client, within a message of 5000000 bytes.")
            #expect(isTooLarge == (["grpc-go", "grpc-java"].contains(said[0]) && said[1] == "large"))
            #expect(status.code == expected, "\(said)")
            #expect(status.message.contains("text/html") == (said[1] == "page"))
        }
        // The capture ends with the last request.
        #expect(found.map { $0.status == nil } == Array(repeating: false, count: 15) + [true])
        // A list keeps no messages, and says the same.
        #expect(extract(bytes, .listing).calls.map { $0.status?.message } == found.map { $0.status?.message })
    }

    /// A client that cancels behind more of a message than is the usual limit accepts larger ones.
    @Test func tellsACancelFromAMessageThatIsTooLarge() throws {
        var call = try extract(Folders.network.appendingPathComponent("refusals.pcap").bytes()).calls[1]
        #expect(call.status?.code == .resourceExhausted)
        call.response.length = 4_500_000
        #expect(call.status?.code == .cancelled && call.status?.message.contains("within") == false)
    }

    /// A retry has what is left of a deadline, which nobody has chosen too short.
    @Test func advisesNoLongerDeadlineForARetry() throws {
        var call = try extract(Folders.network.appendingPathComponent("refusals.pcap").bytes()).calls[11]
        func sheet() -> String {
            let output = TextCollector()
            CallSheet(RecordedCapture.schema).print(call, to: output)
            return output.text
        }
        #expect(call.status?.code == .deadlineExceeded && sheet().contains("The caller's deadline is short."))
        let headers = try #require(call.requestHeaders)
        call.requestHeaders = headers + [HeaderField("grpc-previous-rpc-attempts", "2")]
        #expect(!sheet().contains("deadline is short"))
    }

    /// Calls that lost their connection end as the client said: see ends.py.
    @Test func callsEndWithTheirConnections() throws {
        let found = calls(try Folders.network.appendingPathComponent("connection-ends.pcap").bytes()).calls
        let file = Folders.network.appendingPathComponent("connection-ends.txt")
        let text = try String(contentsOf: file, encoding: .utf8)
        let said = text.split(separator: "\n").map { StatusCode(name: String($0.split(separator: " ")[1])) }
        // Before each of these, the connection had a call that was answered.
        #expect(found.map { $0.status?.code } == said.flatMap { [.ok, $0] })
        let lines = try found.map { try #require(objects(CallJSON(RecordedCapture.schema).line($0)).first) }
        #expect(lines.map { $0["client_status"] as? String } == [nil, "UNAVAILABLE", nil, "UNAVAILABLE", nil, nil])
        var filter = CallFilter(RecordedCapture.schema)
        filter.endings = [.failed]
        #expect(found.filter(filter.accepts).map(\.number) == [2, 4])
    }

    /// An answer that a client refuses with RST, as it has given the connection up, is not what the client said of the call:
    /// see halfopen.py.
    @Test(arguments: ["client", "server"]) func takesNoAnswerThatNobodyRead(end: String) throws {
        let file = Folders.network.appendingPathComponent("half-open.txt")
        let said = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        var whole = try packets("half-open-\(end).pcap")
        let found = calls(pcap(.raw, whole)).calls
        #expect(said.count == 3 && found.map { $0.status?.code.title ?? "UNAVAILABLE" } == said.map(String.init))
        #expect(found.map { $0.cut?.description } == [nil, "connection reset by the client", nil])
        var refusals = KnownRefusals()
        #expect(found.map { CallOutcome($0, &refusals).ending } == [.ok, .unseen, .ok])
        // A client that has read the answer says so in its RST.
        let place = try #require(whole.firstIndex { $0.bytes[33] == 4 })
        var bytes = whole[place].bytes
        let answer = try #require(whole[..<place].last { $0.bytes[22..<24] == bytes[20..<22] }).bytes
        let next = answer[24..<28].reduce(0) { $0 << 8 | Int($1) } + answer.count - 20 - Int(answer[32] >> 4) * 4
        bytes.replaceSubrange(28..<32, with: (0..<4).map { UInt8(truncatingIfNeeded: next >> (24 - 8 * $0)) })
        func packet(_ flags: UInt8) -> CapturedPacket {
            bytes[33] = flags
            return CapturedPacket(
                number: place + 1, time: whole[place].time, link: .raw, bytes: bytes, originalLength: bytes.count)
        }
        // One that goes on has not sent the RST.
        let answered = calls(pcap(.raw, whole[...place] + [packet(0x10)])).calls[1]
        #expect(answered.status?.code == .ok && answered.cut == nil)
        // Nor is it known where a packet of the client is missing before its RST.
        bytes[27] += 1
        #expect(calls(pcap(.raw, whole[..<place] + [packet(4)])).calls[1].status?.code == .ok)
        bytes[27] -= 1
        whole[place] = packet(0x14)
        #expect(calls(pcap(.raw, whole)).calls.allSatisfy { $0.status?.code == .ok && $0.cut == nil })
    }

    /// Where nothing reaches the server, TCP repeats the request, and keeps back the RST_STREAM behind it: that the time of the call
    /// was up shows in the time up to which the connection goes on. See halfopen.py.
    @Test func knowsTheDeadlineOfACallThatNobodyHears() throws {
        let file = Folders.network.appendingPathComponent("unheard.txt")
        let said = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let whole = try packets("unheard-client.pcap")
        let found = calls(pcap(.raw, whole)).calls
        #expect(found.map { $0.status?.code.title } == said.map(String.init) && found[1].reset == nil)
        var refusals = KnownRefusals()
        let outcome = CallOutcome(found[1], &refusals)
        #expect(outcome.ending.name == "DEADLINE_EXCEEDED" && outcome.message.description.contains("time was up"))
        let start = try #require(found[1].first.time)
        let early = whole.filter { ($0.time ?? 0) < start + 1_900_000_000 }
        #expect(early.count < whole.count && calls(pcap(.raw, early)).calls.map { $0.status?.code } == [.ok, nil])
        // A packet of another connection, an hour later, may be of another capture.
        var other = whole[0].bytes
        other[20] ^= 1
        let later = CapturedPacket(
            number: early.count + 1, time: start + 3_600_000_000_000, link: .raw, bytes: other,
            originalLength: other.count)
        #expect(calls(pcap(.raw, early + [later])).calls.map { $0.status?.code } == [.ok, nil])
        // Of the client's packets alone, nobody knows what the server answered.
        let client = whole[0].bytes[20..<22]
        let sent = calls(pcap(.raw, whole.filter { $0.bytes[20..<22] == client })).calls
        #expect(sent.count == 2 && sent.allSatisfy { $0.status == nil })
    }

    /// Of a capture that has one direction alone nobody knows how calls ended.
    @Test func saysNoStatusOfOneDirectionAlone() throws {
        let whole = try packets("connection-ends.pcap")
        let client = whole[0].bytes[34..<36]
        for isClient in [true, false] {
            let found = calls(
                pcap(
                    .ethernet,
                    whole.filter {
                        ($0.bytes[34..<36] == client) == isClient
                            && (isClient || $0.bytes[36..<38] == client)
                    })
            ).calls
            #expect(!found.isEmpty)
            #expect(found.allSatisfy { $0.cut == nil && $0.omissions.contains(isClient ? .response : .beginning) })
        }
    }

    /// A connection that has ended is no other one's, until its ports are used again.
    @Test func beginsAConnectionWhenPortsAreUsedAgain() throws {
        let whole = try packets("connection-ends.pcap")
        let truth = calls(pcap(.ethernet, whole)).calls.map(essence)
        let rest = whole.filter { $0.bytes[47] & 2 == 0 }
        #expect(calls(pcap(.ethernet, whole + rest)).calls.map(essence) == truth)
        let port = try #require(whole.last).bytes[34..<36]
        let others = whole.filter { $0.bytes[34..<36] == port || $0.bytes[36..<38] == port }
        let count = calls(pcap(.ethernet, others)).calls.count
        // Without the SYN of both sides, and far away in both sequences.
        let moved = others.dropFirst(2).map { packet in
            var bytes = packet.bytes
            for place in [38, 42] { bytes[place] ^= 0x40 }
            return CapturedPacket(
                number: packet.number, time: packet.time, link: packet.link, bytes: bytes,
                originalLength: packet.originalLength)
        }
        #expect(calls(pcap(.ethernet, whole + moved)).calls.count == truth.count + count)
    }

    /// What the list says of streams that were reset, or left when the server went away.
    @Test func listsHowStreamsEnd() throws {
        let bytes = try Folders.network.appendingPathComponent("http2-ends.pcap").bytes()
        var refusals = KnownRefusals()
        let found = calls(bytes).calls.map { call in
            let outcome = CallOutcome(call, &refusals)
            let mark = outcome.ending.mark.map { String(UnicodeScalar($0)) } ?? ""
            return "\(call.client.port - 40000)/\(call.stream) \(mark)\(outcome.ending.name) \(outcome.message)"
        }
        #expect(
            found == [
                "1/1 OK ",
                "1/3 !CANCELLED The stream was reset with CANCEL (8) by the client.",
                "1/5 !CANCELLED The stream was reset with CANCEL (8) by the client.",
                "1/7 !CANCELLED The stream was reset with CANCEL (8) by the client.",
                "1/9 !CANCELLED The stream was reset with CANCEL (8) by the client.",
                "1/11 !UNAVAILABLE The stream was reset with REFUSED_STREAM (7) by the server.",
                "1/13 !RESOURCE_EXHAUSTED The stream was reset with ENHANCE_YOUR_CALM (11) by the server.",
                "1/15 !INTERNAL The stream was reset with INTERNAL_ERROR (2) by the server.",
                "1/17 !CANCELLED The stream was reset with CANCEL (8) by the server.",
                "1/19 !INTERNAL The stream was reset with unknown code (254) by the server.",
                "1/21 ~INVALID_ARGUMENT update_mask cannot be empty",
                "1/23 !CANCELLED The stream was reset with CANCEL (8) by the client.",
                "1/101 !NOT_FOUND no such trip",
                "2/1 OK ",
                "2/3 !NOT_FOUND no such trip",
                "2/5 no end seen GOAWAY with NO_ERROR (0) by the server: max_age (not processed)",
                "4/1 !CANCELLED The stream was reset with CANCEL (8) by the client.",
                "4/3 !CANCELLED The stream was reset with CANCEL (8) by the client.",
                "4/5 OK ",
                "4/7 ~INVALID_ARGUMENT update_mask cannot be empty",
                "4/11 OK ",
                "4/9 ~INVALID_ARGUMENT update_mask cannot be empty",
                "4/13 !RESOURCE_EXHAUSTED The stream was reset with ENHANCE_YOUR_CALM (11) by the server.",
                "4/15 OK ",
                "4/17 OK ",
                "3/1 !UNAVAILABLE GOAWAY with ENHANCE_YOUR_CALM (11) by the server: too_many_pings",
            ])
    }

    /// A client of grpc-go that has an error before the end of its request closes the stream with NO_ERROR. Where the answer is
    /// missing, nobody knows what it said.
    @Test func makesNoStatusOfAClientsNoErrorWhereTheAnswerIsMissing() {
        let end = Endpoint(address: [10, 0, 0, 1], port: 1)
        let mark = Arrival(packet: 1)
        var call = CapturedCall(client: end, server: end, stream: 1, medium: .http2, first: mark, last: mark)
        call.reset = CapturedCall.Reset(isByClient: true, code: .noError)
        #expect(call.status?.code == .cancelled)
        call.omissions = .response
        #expect(call.status == nil)
        call.reset = CapturedCall.Reset(isByClient: true, code: .cancel)
        #expect(call.status?.code == .cancelled)
        call.reset = CapturedCall.Reset(isByClient: true, code: .noError)
        call.responseHeaders = HeaderBlock([HeaderField(":status", "503")])
        #expect(call.status?.code == .unavailable)
    }

    /// Behind the client's SYN, the packets of both sides are missing up to the middle of the connection: the answers are read
    /// all the same, and none as if no headers had come before.
    @Test(arguments: [12, 20, 41]) func readsAnswersBehindALostBeginning(_ lost: Int) throws {
        let whole = try packets(RecordedCapture.named("driver-shift.pcap").file.bytes())
        let truth = calls(pcap(whole[0].link, whole)).calls.suffix(50)
        let found = calls(pcap(whole[0].link, Array(whole[..<1] + whole[lost...]))).calls.suffix(50)
        #expect(found.map(\.stream) == truth.map(\.stream))
        #expect(found.map { $0.response.messages.map(\.payload) } == truth.map { $0.response.messages.map(\.payload) })
        #expect(zip(found, truth).allSatisfy { $0.status == nil || $0.status?.code == $1.status?.code })
    }

    /// Of a header that was made before the capture nothing is said, not that it is empty.
    @Test func leavesAnUnknownMessageOut() throws {
        let end = Endpoint(address: [10, 0, 0, 1], port: 1)
        let mark = Arrival(packet: 1)
        var state = CallState(
            CapturedCall(client: end, server: end, stream: 1, medium: .http2, first: mark, last: mark))
        let known = HeaderField("grpc-status", "7")
        let block = HeaderBlock([known, HeaderField(name: nil, value: nil)])
        state.add(headers: block, endsStream: true, isClient: false)
        let line = try #require(try objects(CallJSON(RecordedCapture.schema).line(state.call)).first)
        #expect(line["status_code"] as? Int == 7 && line["message"] is NSNull)
        var call = state.call
        call.trailers = HeaderBlock([known])
        let whole = try #require(try objects(CallJSON(RecordedCapture.schema).line(call)).first)
        #expect(whole["message"] as? String == "")
    }

    /// The text of a GOAWAY may be anything.
    @Test func showsAnyTextOfGoAwaySafely() throws {
        let text = [0x1b] + Array("[31m".utf8) + [0xff, 0x0a] + Array(repeating: UInt8(ascii: "x"), count: 5000)
        let payload = [0xff, 0, 0, 1, 0, 0, 0, 2] + text[...]
        let parsed = CapturedCall.GoAway(payload.span, isByClient: true)
        let goAway = try #require(parsed)
        #expect(goAway.lastStream == 0x7f00_0001 && goAway.code.name == "INTERNAL_ERROR")
        #expect(goAway.text.count < 1100)
        let start = payload.prefix(7)
        let short = CapturedCall.GoAway(start.span, isByClient: false)
        #expect(short == nil)
        let bytes = try Folders.network.appendingPathComponent("http2-ends.pcap").bytes()
        var call = try #require(calls(bytes).calls.last)
        call.goAway = goAway
        let output = TextCollector()
        CallSheet(RecordedCapture.schema).print(call, to: output)
        var list = CallList()
        list.add(call)
        for shown in [
            output.text, String(decoding: list.take(), as: UTF8.self), CallJSON(RecordedCapture.schema).line(call),
        ] {
            #expect(!shown.utf8.contains(0x1b) && shown.contains("[31m"))
        }
    }
}
