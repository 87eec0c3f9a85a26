import CallViews
import ConsoleText
import Foundation
import GRPCWire
import HTTPWire
import TestSupport
import Testing

@testable import WireCapture

/// Calls as people read them, in full and in lists.
@Suite struct CallTextTests {
    private func sheet(_ call: CapturedCall) -> String {
        let output = TextCollector()
        CallSheet(RecordedCapture.schema).print(call, to: output)
        return output.text
    }

    private func list(_ calls: [CapturedCall]) -> [Substring] {
        var list = CallList()
        for call in calls { list.add(call) }
        return Array(String(decoding: list.take(), as: UTF8.self).split(separator: "\n").dropFirst())
    }

    /// Nine calls of `GetTrip`, of which the eighth is answered with gzip data that ends early.
    private func recorded() throws -> [CapturedCall] {
        calls(try Folders.network.appendingPathComponent("content-encoding.pcap").bytes()).calls
    }

    @Test func damagedBodiesAreListed() throws {
        let lines = list(try recorded()).dropFirst()
        #expect(lines.map { $0.hasSuffix("(damaged: response)") } == (1...9).map { $0 == 8 })
        #expect(lines.allSatisfy { $0.contains("  GetTrip  ") })
    }

    /// The request has 131 bytes and 5 before them.
    @Test func bodiesThatHTTPHasCompressedTellTheirSizes() throws {
        let found = try recorded()
        #expect(sheet(found[0]).contains("\nrequest body: 136 bytes, gzip from \(found[0].request.length) bytes\n"))
        #expect(!sheet(found[5]).contains(" body: "))
    }

    /// A day begins at midnight, before 1970, too.
    @Test func eachDayHasItsDate() throws {
        var calls = Array(try recorded().prefix(2))
        for (index, time) in [-1, 1].enumerated() { calls[index].first = .init(packet: 1, time: Int64(time)) }
        let lines = list(calls).map { $0.trimmingPrefix { $0 == " " } }
        #expect(lines.count == 4 && lines[0] == "1969-12-31" && lines[2] == "1970-01-01", "\(lines)")
        #expect(lines[1].contains(" 23:59:59.999 ") && lines[3].contains(" 00:00:00.000 "))
        var filter = CallFilter(RecordedCapture.schema)
        filter.since = .init("23:59")
        #expect(calls.map(filter.accepts) == [true, false])
    }

    @Test func connectionsAreSelectedAsJSONWritesThem() throws {
        let call = try recorded()[0]
        for (text, isIt) in [("10.0.0.1:50123 > 10.0.0.2:8080", true), ("10.0.0.2:8080 > 10.0.0.1:50123", false)] {
            var filter = CallFilter(RecordedCapture.schema)
            filter.connections = [text]
            #expect(filter.accepts(call) == isIt)
        }
    }

    /// The values of one header stand below each other: here the bytes 1 and 2.
    @Test func headersAreLaidOut() throws {
        var call = try recorded()[0]
        call.requestHeaders = [
            HeaderField(name: "x-empty", value: []), HeaderField(name: "a-bin", value: Array("AQ,Ag==".utf8)),
            HeaderField(name: "b", value: nil),
        ]
        let block = """

            request headers
              x-empty  (empty)
              a-bin    1 byte: AQ==
                       1 byte: Ag==
              b        (not in the capture)

            """
        #expect(sheet(call).contains(block), "\(sheet(call).prefix(900))")
    }

    /// The last frame has a line of its own where it is not the end of the response.
    @Test func theLastFrameIsToldOnce() throws {
        var call = try recorded()[0]
        #expect(sheet(call).contains("\nresponse ended ") && !sheet(call).contains("\nlast frame "))
        call.last = .init(packet: 99, time: call.last.time)
        #expect(sheet(call).contains("\nlast frame ") && sheet(call).contains("  packet 99\n"))
    }

    /// A server that goes away names the last stream that it has processed.
    @Test(arguments: [(1, true), (3, false)] as [(UInt8, Bool)])
    func saysWhatAServerThatGoesAwayHasNotProcessed(lastStream: UInt8, isRefused: Bool) {
        let moment = CapturedCall.Moment(packet: 1, time: 0)
        var call = CapturedCall(
            client: .unknown, server: .unknown, stream: 3, medium: .http2, first: moment, last: moment)
        let frame: [UInt8] = [0, 0, 0, lastStream, 0, 0, 0, 0]
        call.goAway = .init(frame.span, isByClient: false)
        let text = sheet(call)
        #expect(text.contains("\ngoing away      NO_ERROR (0) by the server"), "\(text)")
        #expect(text.contains(", and has not processed this call\n") == isRefused)
    }
}
