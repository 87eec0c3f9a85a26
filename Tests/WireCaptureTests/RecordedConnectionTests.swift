import GRPCWire
import HTTPWire
import TestSupport
import Testing

@testable import PacketWire
@testable import WireCapture

/// Captures whose bytes are recorded once more, as a relay would.
@Suite struct RecordedConnectionTests {
    @Test(arguments: ["driver-shift.pcap", "errors.pcapng", "big-list.pcapng"])
    func holdsTheCallsOfTheBytes(_ name: String) throws {
        let original = try RecordedCapture.named(name).file.bytes()
        let copy = try Self.recorded(original)
        let (old, new) = (calls(original).calls, calls(copy).calls)
        try #require(old.count == new.count && !old.isEmpty)
        for (old, new) in zip(old, new) {
            #expect(old.path == new.path && old.stream == new.stream && old.client == new.client)
            #expect(old.request.messages.map(\.payload) == new.request.messages.map(\.payload))
            #expect(old.response.messages.map(\.payload) == new.response.messages.map(\.payload))
            #expect(old.status?.code == new.status?.code && old.status?.details == new.status?.details)
            #expect(old.requestHeaders == new.requestHeaders && old.trailers == new.trailers)
            #expect(old.duration == new.duration)
        }
    }

    @Test(arguments: [[127, 0, 0, 1], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]] as [[UInt8]])
    func hasRightChecksumsAndNoGaps(_ address: [UInt8]) throws {
        let (client, server) = (
            SocketAddress(address: NetworkAddress(address), port: 50_000),
            SocketAddress(address: NetworkAddress(address), port: 8080)
        )
        var connection = RecordedConnection(client: client, server: server)
        var file = PcapWriter()
        // More than a packet holds, an odd number, and nothing.
        for count in [100_001, 1, 0] {
            connection.send([UInt8](repeating: 0xAB, count: count), from: .client, at: 1, to: &file)
        }
        connection.send([1, 2, 3], from: .server, at: 2, to: &file)
        for side in [RecordedConnection.Side.client, .client, .server] { connection.finish(side, at: 3, to: &file) }
        var reader = CaptureReader()
        reader.append(file.take())
        var next: [SocketAddress: UInt32] = [:]
        var sent: [SocketAddress: Int] = [:]
        while let packet = try reader.next() {
            let bytes = packet.bytes[...]
            let span = bytes.span
            guard let ip = IPPacket(span, packet.link), let segment = TCPSegment(ip, in: span) else {
                Issue.record("packet \(packet.number) is none of TCP")
                return
            }
            let isWrong = ip.isChecksumRight(in: span) == false
            #expect(!isWrong)
            #expect(Self.sum(of: ip, in: packet.bytes) == 0xFFFF)
            #expect(segment.sequence == next[segment.source] ?? 0)
            let other = segment.source == client ? server : client
            if let acknowledged = segment.acknowledgement { #expect(acknowledged == next[other]) }
            let length = segment.payload.count + (segment.isSYN || segment.isFIN ? 1 : 0)
            next[segment.source] = segment.sequence + UInt32(length)
            sent[segment.source, default: 0] += segment.payload.count
        }
        #expect(sent == [client: 100_002, server: 3])
        #expect(next == [client: 100_004, server: 5])
    }

    /// The sum in ones' complement of the segment and what its checksum covers of the header: 0xFFFF if the checksum is right.
    private static func sum(of ip: IPPacket, in packet: [UInt8]) -> Int {
        let segment = packet[ip.payload]
        let covered = ip.source.bytes + ip.destination.bytes + segment + (segment.count % 2 == 0 ? [] : [0])
        let words = stride(from: 0, to: covered.count, by: 2).map { Int(covered[$0]) << 8 | Int(covered[$0 + 1]) }
        var sum = words.reduce(6 + segment.count, +)
        while sum > 0xFFFF { sum = (sum >> 16) + (sum & 0xFFFF) }
        return sum
    }

    /// The capture of a relay that has passed on the bytes of all connections of a capture.
    private static func recorded(_ capture: [UInt8]) throws -> [UInt8] {
        var reader = CaptureReader()
        reader.append(capture)
        var file = PcapWriter()
        var connections: [Set<SocketAddress>: (client: SocketAddress, connection: RecordedConnection)] = [:]
        while let packet = try reader.next() {
            let bytes = packet.bytes[...]
            guard let ip = IPPacket(bytes.span, packet.link), let segment = TCPSegment(ip, in: bytes.span),
                let time = packet.time
            else { continue }
            let ends = Set([segment.source, segment.destination])
            if segment.isSYN, connections[ends] == nil {
                let connection = RecordedConnection(client: segment.source, server: segment.destination)
                connections[ends] = (segment.source, connection)
            }
            guard let client = connections[ends]?.client else { continue }
            let side: RecordedConnection.Side = segment.source == client ? .client : .server
            if !segment.payload.isEmpty {
                connections[ends]?.connection.send(
                    Array(packet.bytes[segment.payload]), from: side, at: time, to: &file)
            }
            if segment.isFIN { connections[ends]?.connection.finish(side, at: time, to: &file) }
        }
        return file.take()
    }
}
