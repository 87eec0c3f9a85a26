import Foundation
import TestSupport
import Testing

@testable import PacketWire
@testable import WireCapture

/// Connections that do not begin with HTTP/2: a proxy or another version of HTTP comes before.
@Suite struct TunnelTests {
    private typealias Sent = (side: RecordedConnection.Side, bytes: [UInt8])

    private static let type = http2Header("content-type", "application/grpc")
    private static let message: [UInt8] = [0, 0, 0, 0, 2, 8, 1]
    private static let preface = http2Preface + http2Frame(4)
    private static let settings = http2Frame(4, [0, 3, 0, 0, 0, 100])

    private static func request(_ stream: Int) -> Sent {
        let headers = http2Frame(1, flags: 4, stream: stream, [0x83, 0x86] + http2Header(":path", "/a/B") + type)
        return (.client, headers + http2Frame(0, flags: 1, stream: stream, message))
    }

    private static func response(_ stream: Int) -> Sent {
        let trailers = http2Frame(1, flags: 5, stream: stream, http2Header("grpc-status", "0"))
        return (
            .server,
            http2Frame(1, flags: 4, stream: stream, [0x88] + type) + http2Frame(0, stream: stream, message) + trailers
        )
    }

    private static func text(_ side: RecordedConnection.Side, _ text: String, _ rest: [UInt8] = []) -> Sent {
        (side, text.utf8 + rest)
    }

    private static let http2: [Sent] = [(.client, preface), (.server, settings), request(1), response(1)]
    private static let call = "1 B 0801 > 0801: 0"
    private static let upgrade = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n"
    private static let grpc =
        "POST /a/B HTTP/1.1\r\nContent-Type: application/grpc\r\nContent-Length: 7\r\n"
    private static let proxy2: [UInt8] = [13, 10, 13, 10, 0, 13, 10, 0x51, 0x55, 0x49, 0x54, 10, 0x21, 0x11]

    /// What is sent, and the calls in it: the stream, the method, both messages and the status.
    private static let connections: [(name: String, sent: [Sent], calls: [String])] = [
        ("HTTP/2", http2, [call]),
        // RFC 1928
        (
            "SOCKS5",
            [
                (.client, [5, 1, 0]), (.server, [5, 0]), (.client, [5, 1, 0, 1, 10, 0, 0, 7, 31, 144]),
                (.server, [5, 0, 0, 1, 10, 0, 0, 7, 31, 144]),
            ] + http2, [call]
        ),
        (
            "SOCKS4 with the answer behind the preface",
            [
                (.client, [4, 1, 31, 144, 10, 0, 0, 7, 117, 0] + preface), (.server, [0, 90, 0, 0, 0, 0, 0, 0]),
                (.server, settings), request(1), response(1),
            ], [call]
        ),
        // The preface comes before the proxy has answered.
        (
            "CONNECT with the preface",
            [
                text(.client, "CONNECT x:1 HTTP/1.1\r\n\r\n", preface),
                text(.server, "HTTP/1.1 200 OK\r\n\r\n", settings),
                request(1), response(1),
            ], [call]
        ),
        // RFC 9110, section 15.5.8
        (
            "CONNECT after a refusal",
            [
                text(.client, "CONNECT x:1 HTTP/1.1\r\n\r\n"),
                text(.server, "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n"),
                text(.client, "CONNECT x:1 HTTP/1.1\r\nProxy-Authorization: a\r\n\r\n"),
                text(.server, "HTTP/1.1 200 OK\r\n\r\n"),
            ] + http2, [call]
        ),
        // RFC 7540, section 3.2: the answer to the request comes on stream 1.
        (
            "upgrade of a call",
            [
                text(.client, grpc + upgrade + "\r\n", message),
                text(.server, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n", settings),
                response(1), (.client, preface), request(3), response(3),
            ], [call, "3 B 0801 > 0801: 0"]
        ),
        (
            "upgrade of another request",
            [
                text(.client, "OPTIONS * HTTP/1.1\r\n" + upgrade + "\r\n"),
                text(.server, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: H2C\r\n\r\n", settings),
                (.client, preface), (.server, http2Frame(1, flags: 5, stream: 1, [0x88])), request(3), response(3),
            ], ["3 B 0801 > 0801: 0"]
        ),
        (
            "another upgrade",
            [
                text(.client, grpc + "Upgrade: websocket\r\n\r\n", message),
                text(.server, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n", [0x81, 0]),
            ], ["1 B 0801 > response"]
        ),
        (
            "PROXY, version 1", [text(.client, "PROXY TCP4 10.0.0.9 10.0.0.2 40 50\r\n", http2[0].bytes)] + http2[1...],
            [call]
        ),
        (
            "PROXY, version 2, of 916 bytes",
            [(.client, proxy2 + [3, 132] + [UInt8](repeating: 1, count: 900) + http2[0].bytes)] + http2[1...], [call]
        ),
        (
            "PROXY and HTTP/1.1",
            [
                (.client, proxy2 + [0, 12] + [UInt8](repeating: 1, count: 12) + (grpc + "\r\n").utf8 + message),
                text(.server, "HTTP/1.1 200 OK\r\nGrpc-Status: 0\r\nContent-Length: 0\r\n\r\n"),
            ], ["1 B 0801 > : 0"]
        ),
    ]

    private static func summaries(_ capture: [UInt8]) -> [String] {
        WireCaptureTests.calls(capture).calls.map {
            "\($0.stream) \(essence($0))" + $0.omissions.words.joined(separator: " ")
        }
    }

    @Test(arguments: connections.indices) func findsTheCalls(_ index: Int) {
        let (name, sent, calls) = Self.connections[index]
        #expect(Self.summaries(recorded(sent)) == calls, "\(name)")
    }

    /// An answer that is not found is missing, and the call says so.
    @Test func saysThatAnAnswerIsMissing() {
        let noise = [UInt8](repeating: 0xAA, count: 600)
        let found = Self.summaries(recorded([(.server, noise), (.client, Self.preface), Self.request(1)]))
        #expect(found == ["1 B 0801 > response"])
    }

    /// The ports of a connection that has ended are used again, and the SYN of the second is not in the capture.
    @Test func findsTheNextConnectionBehindTheEnd() throws {
        let first = try packets(recorded(Self.http2, isClosed: true))
        // Three packets open the connection, and four end it. The numbers of Linux grow by 64 in a microsecond.
        let second = first[3...].dropLast(4).map { packet in
            var bytes = packet.bytes
            bytes[20 + 4 + 1] += 48
            bytes[20 + 8 + 1] += 48
            return CapturedPacket(raw: bytes, time: packet.time)
        }
        #expect(Self.summaries(pcap(.raw, first + second)) == [Self.call, Self.call])
    }

    /// A header of the PROXY protocol, in the segment of the ClientHello or before it, is none of TLS.
    @Test(arguments: [true, false]) func findsTLSBehindAHeader(isJoined: Bool) throws {
        let header = Array("PROXY TCP4 10.0.0.9 10.0.0.2 40 50\r\n".utf8)
        let file = Folders.tls.appendingPathComponent("errors.pcapng")
        let keys = try Folders.tls.appendingPathComponent("errors.keys").bytes()
        var sent: [SocketAddress: [Sent]] = [:]
        for packet in try packets(file.bytes()) {
            let bytes = packet.bytes[...]
            guard let ip = IPPacket(bytes.span, packet.link), let segment = TCPSegment(ip, in: bytes.span),
                !segment.payload.isEmpty
            else { continue }
            let isClient = segment.source.port > segment.destination.port
            let payload = Array(bytes[segment.payload])
            sent[isClient ? segment.source : segment.destination, default: []]
                .append((isClient ? .client : .server, payload))
        }
        let calls = sent.values.map { sent in
            let client = sent.firstIndex { $0.side == .client } ?? 0
            var sent = sent
            if isJoined {
                sent[client].bytes = header + sent[client].bytes
            } else {
                sent.insert((.client, header), at: client)
            }
            return WireCaptureTests.calls(recorded(sent), keys: keys).calls.count
        }
        #expect(calls.reduce(0, +) == 50)
    }
}
