import ByteText
import CallViews
import Foundation
import GRPCWire
import PacketWire
import TestSupport
import Testing

@testable import WireCapture

/// grpc-web over both versions of HTTP, and HTTP/2 that begins as HTTP/1.1.
@Suite struct WebTests {
    @Test(arguments: [1, 13, .max])
    func readsGRPCWebOverHTTP1(_ pieces: Int) throws {
        let file = try Folders.network.appendingPathComponent("grpc-web-http1.pcap").bytes()
        let (found, extractor) = extract(file, pieces: pieces)
        #expect(extractor.failure == nil)
        // OPTIONS, GET and HEAD.
        #expect(extractor.counts.passedOver == 3)
        #expect(
            found.map(essence) == [
                "GetTrip get-trip-request > get-trip-response-new: 0",
                "GetTrip get-trip-request > get-trip-response-new: 0",
                "UpdateVehicle update-vehicle-empty-mask > : 3 update_mask cannot be empty",
                "GetTrip get-trip-request > : 5 no such trip",
                "WatchVehicle get-trip-request > watch-vehicle-responses.0 watch-vehicle-responses.1 "
                    + "watch-vehicle-responses.2: 0",
            ])
        #expect(found.map(\.stream) == [2, 3, 4, 5, 8])
        #expect(found.map(\.isTrailersOnly) == [false, false, false, true, false])
        #expect(found.allSatisfy { !$0.isPartial })
        #expect(found[4].response.messages.map(\.frame.isCompressed) == [false, true, false])
        let first = Metadata(try #require(found[0].requestHeaders))
        #expect(first.last(":authority") == "fleet.example:8080")
        #expect(first.last("x-grpc-web") == "1")
        #expect(Metadata(try #require(found[1].trailers)).last("x-checksum") == "none")
        // tshark: the request is in packet 6, its answer in 7; 53 closes the connection behind the last answer.
        #expect((found[0].first.packet, found[0].last.packet) == (6, 7))
        #expect(found[4].last.packet == 52)
    }

    @Test func readsGRPCWebOverHTTP2() throws {
        let (found, extractor) = extract(try Folders.network.appendingPathComponent("grpc-web-http2.pcap").bytes())
        #expect(extractor.counts.passedOver == 1)
        #expect(
            found.map(essence) == [
                "GetTrip get-trip-request > get-trip-response-new: 0", "GetTrip get-trip-request > : 5 gone",
            ])
    }

    /// Every packet is left out once: what is shown as whole is what was sent.
    @Test(arguments: ["grpc-web-http1.pcap", "grpc-web-http2.pcap"])
    func showsOnlyTrueCallsWithoutAPacket(_ name: String) throws {
        let packets = try packets(name)
        let truth = Set(calls(pcap(.raw, packets)).calls.map(essence))
        for lost in Exhaustive.elements(of: packets.indices, inDebugEvery: 3) {
            var rest = packets
            rest.remove(at: lost)
            for call in calls(pcap(.raw, rest)).calls where !call.isPartial && call.status != nil && call.path != nil {
                let isTrue = truth.contains(essence(call))
                #expect(isTrue, "\(essence(call)) without packet \(lost + 1)")
            }
        }
    }

    private static func trailers(_ status: Int) -> [UInt8] { grpcFrame("grpc-status: \(status)\r\n".utf8, flags: 0x80) }

    /// Each of four requests is sent behind the answer to the one before: whichever two packets are left out, no call has the
    /// answer to another one's request.
    @Test func takesNoAnswerForThatOfAnotherRequest() throws {
        let type = "content-type: application/grpc-web\r\n"
        let sent = (1...4).flatMap { number -> [(RecordedConnection.Side, [UInt8])] in
            [
                (.client, Array("POST /S/\(number) HTTP/1.1\r\n\(type)content-length: 5\r\n\r\n\0\0\0\0\0".utf8)),
                (.server, Array("HTTP/1.1 200 OK\r\n\(type)transfer-encoding: chunked\r\n\r\n".utf8)),
                (.server, "15\r\n".utf8 + Self.trailers(number) + "\r\n".utf8), (.server, Array("0\r\n\r\n".utf8)),
            ]
        }
        let whole = try packets(recorded(sent))
        #expect(calls(pcap(.raw, whole)).calls.map { $0.status?.code.rawValue } == [1, 2, 3, 4])
        for first in whole.indices {
            for second in whole.indices where second > first {
                let rest = whole.indices.filter { $0 != first && $0 != second }.map { whole[$0] }
                for call in calls(pcap(.raw, rest)).calls {
                    guard let path = call.path, let code = call.status?.code else { continue }
                    #expect(path == "/S/\(code.rawValue)", "without packets \(first + 1) and \(second + 1)")
                }
            }
        }
    }

    /// Three requests are sent before the first answer. The second one and the first answer are missing: the second answer is
    /// not that of the third request.
    @Test func countsMissingRequestsAsSentAhead() throws {
        let headers = "content-type: application/grpc-web\r\ncontent-length:"
        let requests = (1...3).map { "POST /S/\($0) HTTP/1.1\r\n\(headers) 5\r\n\r\n\0\0\0\0\0" }
        let responses = (1...3).map { "HTTP/1.1 200 OK\r\n\(headers) 21\r\n\r\n".utf8 + Self.trailers($0) }
        let whole = try packets(
            recorded(requests.map { (.client, Array($0.utf8)) } + responses.map { (.server, $0) }))
        #expect(calls(pcap(.raw, whole)).calls.map { $0.status?.code.rawValue } == [1, 2, 3])
        let found = calls(pcap(.raw, whole.indices.filter { $0 != 4 && $0 != 6 }.map { whole[$0] })).calls
        #expect(found.map(\.path) == ["/S/1", "/S/3", nil, nil])
        #expect(found.map { $0.status?.code.rawValue } == [nil, nil, 2, 3])
    }

    /// grpc-web in JavaScript ends a request 10 % behind its deadline, at the earliest after 1 s, with DEADLINE_EXCEEDED. Over
    /// HTTP/1.1 that closes the connection.
    ///
    /// Source: grpc/grpc-web: javascript/net/grpc/web/grpcwebclientbase.js
    @Test(arguments: [(1100, StatusCode.deadlineExceeded), (500, nil)] as [(Int64, StatusCode?)])
    func knowsTheDeadlineOfARequestThatIsLeft(milliseconds: Int64, code: StatusCode?) throws {
        let type = "content-type: application/grpc-web\r\ngrpc-timeout: 1000m\r\n"
        var file = PcapWriter()
        let ends = [40000, 80].map { SocketAddress(address: NetworkAddress([10, 0, 0, 1]), port: $0) }
        var connection = RecordedConnection(client: ends[0], server: ends[1])
        let request = Array("POST /S/M HTTP/1.1\r\n\(type)content-length: 5\r\n\r\n\0\0\0\0\0".utf8)
        connection.send(request, from: .client, at: 0, to: &file)
        connection.finish(.client, at: milliseconds * 1_000_000, to: &file)
        let found = try #require(calls(file.take()).calls.first)
        #expect(found.status?.code == code && found.cut?.isByClient == true)
    }

    /// A capture that begins within a body finds the next request.
    @Test func findsTheNextRequestBehindABody() throws {
        let packets = try packets("grpc-web-http1.pcap")
        let found = calls(pcap(.raw, Array(packets[20...]))).calls
        #expect(
            found.suffix(3).map(essence) == [
                "UpdateVehicle update-vehicle-empty-mask > : 3 update_mask cannot be empty",
                "GetTrip get-trip-request > : 5 no such trip",
                "WatchVehicle get-trip-request > watch-vehicle-responses.0 watch-vehicle-responses.1 "
                    + "watch-vehicle-responses.2: 0",
            ])
    }
}

/// Method, messages by the name of the fixture that they are equal to, and status.
func essence(_ call: CapturedCall) -> String {
    func names(_ body: CapturedBody) -> String {
        body.messages.map { messageNames[$0.payload] ?? String(hex: $0.payload) }.joined(separator: " ")
    }
    let status = call.status.map { ": \($0.code.rawValue)" + ($0.message.isEmpty ? "" : " \($0.message)") } ?? ""
    let method = call.path?.split(separator: "/").last.map(String.init) ?? "?"
    return "\(method) \(names(call.request)) > \(names(call.response))\(status)"
}

/// The messages of `Fixtures/captures` by their bytes.
private let messageNames: [[UInt8]: String] = {
    var names: [[UInt8]: String] = [:]
    for name in (try? Folders.names(in: Folders.captures, extension: "bin")) ?? [] {
        guard let bytes = try? Folders.captures.appendingPathComponent(name).bytes() else { continue }
        names[bytes] = String(name.dropLast(4))
    }
    return names
}()
