import GRPCWire
@testable import HTTPWire
import PacketWire
import TestSupport
import Testing

@testable import WireCapture

/// Captures that were made to fill the memory: what all connections hold together stays below one limit.
@Suite struct MemoryTests {
    private static let limit = 512 << 10

    /// A packet of IPv4 and TCP, from one of many clients to a server or back.
    private func packet(
        client: Int, sequence: Int, flags: UInt8 = 0x10, _ payload: [UInt8], number: Int
    ) -> CapturedPacket {
        func half(_ value: Int) -> [UInt8] { bigEndian(UInt16(value)) }
        let tcp = half(40000) + half(443) + bigEndian(UInt32(sequence)) + [0, 0, 0, 0, 0x50, flags, 32, 0, 0, 0, 0, 0]
        var bytes: [UInt8] = [0x45, 0] + half(40 + payload.count) + [0, 0, 0, 0, 64, 6, 0, 0]
        bytes += [11, 0] + half(client) + [10, 0, 0, 1]
        return CapturedPacket(raw: bytes + tcp + payload, number: number, time: Int64(number))
    }

    private var start: [UInt8] { http2Preface + http2Frame(4) }
    /// POST, http, `:path` /a/B, `content-type` application/grpc: literals that enter the table.
    private var headers: [UInt8] {
        let start: [UInt8] = [0x83, 0x86, 0x44, 4] + Array("/a/B".utf8)
        return start + [0x5f, 16] + Array("application/grpc".utf8)
    }

    /// What the source holds at most while it takes packets, and the calls that it hands out.
    private func run(
        _ packets: [CapturedPacket], limit: Int = MemoryTests.limit
    ) throws -> (most: Int, calls: [CapturedCall]) {
        var calls: [CapturedCall] = []
        let queue = CallQueue(isOrdered: false, content: .whole)
        queue.receiver = { calls.append($0) }
        let source = PacketSource(queue: queue, memoryLimit: limit)
        var most = 0
        for part in pcap(.raw, packets).parts(of: 4096) {
            try source.append(Array(part))
            most = max(most, source.footprint)
        }
        try source.finish()
        return (most, calls)
    }

    private func packets(_ count: Int, clients: Int, _ content: (Int, Int) -> [UInt8]) -> [CapturedPacket] {
        var next = Array(repeating: 1000, count: clients)
        return (0..<count).map { index in
            let (client, turn) = (index % clients, index / clients)
            let payload = turn == 0 ? [] : content(client, turn)
            defer { next[client] += turn == 0 ? 1 : payload.count }
            return packet(
                client: client, sequence: next[client], flags: turn == 0 ? 2 : 0x10, payload, number: index + 1)
        }
    }

    @Test func limitsSegmentsBehindGaps() throws {
        let packets = (0..<Exhaustive.size(3000, inDebug: 1000)).map {
            packet(
                client: $0 % 100, sequence: 1000 + $0 / 100 * 5000, flags: $0 < 100 ? 2 : 0x10,
                Array(repeating: 0, count: $0 < 100 ? 0 : 1000), number: $0 + 1)
        }
        let (most, calls) = try run(packets)
        #expect(most <= Self.limit && calls.isEmpty)
    }

    @Test func limitsFramesWithoutEnd() throws {
        let zeros = Array(repeating: UInt8(0), count: 1000)
        let (most, calls) = try run(
            packets(Exhaustive.size(3000, inDebug: 1400), clients: 100) { _, turn in
                turn == 1 ? start + http2Frame(0, stream: 1, [], length: 0xfffff0) : zeros
            })
        #expect(most <= Self.limit * 2 && calls.isEmpty)
    }

    /// Calls that are given up are shown, and marked.
    @Test func limitsMessagesWithoutEnd() throws {
        let (most, calls) = try run(
            packets(3000, clients: 100) { _, turn in
                turn == 1
                    ? start + http2Frame(1, flags: 4, stream: 1, headers)
                        + http2Frame(0, stream: 1, [0, 0, 255, 255, 255])
                    : http2Frame(0, stream: 1, Array(repeating: 0, count: 1000))
            })
        #expect(most <= Self.limit)
        #expect(calls.count >= 100)
        let given = calls.filter { $0.path == "/a/B" }
        #expect(given.count == 100 && given.contains { $0.isPartial })
    }

    @Test func limitsStreamsWithoutEnd() throws {
        // After the first block its fields are in the table.
        func opening(_ turn: Int, _ index: Int) -> [UInt8] {
            let isFirst = turn == 2 && index == 0
            return http2Frame(
                1, flags: 4, stream: turn * 40 + index * 2 + 1, isFirst ? headers : [0x83, 0x86, 0xbf, 0xbe])
        }
        let count = Exhaustive.size(3000, inDebug: 300)
        let packets = packets(count, clients: 50) { _, turn in
            turn == 1 ? start : Array((0..<20).map { opening(turn, $0) }.joined())
        }
        let (most, calls) = try run(packets)
        #expect(most <= Self.limit + (64 << 10))
        #expect(calls.count == 50 * (count / 50 - 2) * 20)
    }

    /// Frames that belong to no call do not stay in memory, whatever their number, and a call behind them is read.
    @Test(arguments: [
        (2, 1, 5), (3, 1, 4), (4, 0, 0), (6, 0, 8), (7, 0, 8), (8, 0, 4), (8, 1, 4), (99, 0, 3),
    ])
    func limitsFloodsOfFrames(kind: Int, stream: Int, length: Int) throws {
        let payload = Array(repeating: UInt8(0), count: length)
        let count = Exhaustive.size(3000, inDebug: 100)
        let (most, calls) = try run(
            packets(count, clients: 1) { _, turn in
                if turn == 1 { return start }
                if turn == count - 1 { return http2Frame(1, flags: 5, stream: 1_000_001, headers) }
                let frames = (0..<100).map {
                    http2Frame(UInt8(kind), stream: stream == 0 ? 0 : turn * 200 + $0 * 2 + 1, payload)
                }
                return Array(frames.joined())
            })
        #expect(most <= 64 << 10, "\(most)")
        #expect(calls.last?.path == "/a/B", "\(calls.count)")
    }

    /// Calls that are opened and at once cancelled, as in CVE-2023-44487: each is a call, and none stays in memory.
    @Test func limitsRapidResets() throws {
        let count = Exhaustive.size(3000, inDebug: 50)
        let (most, calls) = try run(
            packets(count, clients: 1) { _, turn in
                let opened = (0..<20).map { index in
                    let block = turn == 2 && index == 0 ? headers : [0x83, 0x86, 0xbf, 0xbe]
                    let stream = turn * 40 + index * 2 + 1
                    return http2Frame(1, flags: 5, stream: stream, block) + http2Frame(3, stream: stream, [0, 0, 0, 8])
                }
                return turn == 1 ? start : Array(opened.joined())
            })
        #expect(most <= 128 << 10, "\(most)")
        #expect(calls.count == (count - 2) * 20 && calls.allSatisfy { $0.path == "/a/B" && $0.reset != nil })
    }

    /// A header block that CONTINUATION frames never end is given up, and a call behind it is read.
    @Test func limitsHeaderBlocksWithoutEnd() throws {
        let part = http2Frame(9, stream: 1, Array(repeating: 0, count: 16_000))
        let count = 3 * HTTP2Receiver.blockLimit / part.count / 4
        let (most, calls) = try run(
            packets(count, clients: 1) { _, turn in
                if turn == 1 { return start + http2Frame(1, stream: 1, headers) }
                if turn == count - 1 { return http2Frame(1, flags: 5, stream: 3, headers) }
                return Array(repeatElement(part, count: 4).joined())
            }, limit: CallExtractor.memoryLimit)
        #expect(most <= 2 * HTTP2Receiver.blockLimit + (64 << 10), "\(most)")
        #expect(calls.last?.path == "/a/B")
    }

    /// Beyond so many connections those that are over make room, then those that were silent longest, whose calls say so.
    @Test(.enabled(if: Exhaustive.readsLargeInputs)) func limitsConnections() throws {
        let count = CallExtractor.connectionLimit + 200
        func packets(_ range: Range<Int>, isOver: Bool) -> [CapturedPacket] {
            let request = start + http2Frame(1, flags: 4, stream: 1, headers)
            return range.flatMap { client in
                var packets = [
                    packet(client: client, sequence: 0, flags: 2, [], number: 1),
                    packet(client: client, sequence: 1, flags: 0x10, request, number: 1),
                ]
                if isOver {
                    packets.append(packet(client: client, sequence: 1 + request.count, flags: 4, [], number: 1))
                }
                return packets
            }
        }
        func given(_ packets: [CapturedPacket]) -> [CapturedCall] {
            let extractor = CallExtractor(order: .ends)
            return extractor.append(pcap(.raw, packets)).filter { $0.omissions.contains(.limit) }
        }
        let open = packets(0..<count, isOver: false)
        #expect(given(open).count == CallExtractor.connectionLimit / 8)
        let (low, high) = (1000, 1000 + CallExtractor.connectionLimit / 4)
        #expect(given(Array(open[..<(low * 2)]) + packets(low..<high, isOver: true) + open[(high * 2)...]).isEmpty)
    }

    /// A server with a connection for each of its 5000 vehicles, which send in turns: all calls keep their paths, which only the
    /// header table of a connection has from the second call on.
    @Test func followsTheConnectionsOfAFleet() throws {
        let clients = Exhaustive.size(5000, inDebug: 1000)
        // A token of usual size, which stays in the table as the path does.
        let token: [UInt8] =
            [0x40, 13] + Array("authorization".utf8) + [0x7f, 0xe1, 5] + Array(repeating: 0x61, count: 864)
        let (_, calls) = try run(
            packets(clients * 4, clients: clients) { _, turn in
                turn == 1
                    ? start + http2Frame(1, flags: 5, stream: 1, headers + token)
                    : http2Frame(1, flags: 5, stream: turn * 2 - 1, [0x83, 0x86, 0xc0, 0xbf, 0xbe])
            }, limit: CallExtractor.memoryLimit)
        #expect(calls.count == clients * 3 && calls.allSatisfy { $0.path == "/a/B" && !$0.omissions.contains(.limit) })
    }

    @Test func limitsHeadsWithoutEnd() throws {
        let (most, _) = try run(
            packets(Exhaustive.size(3000, inDebug: 1000), clients: 100) { _, turn in
                Array(
                    ((turn == 1 ? "POST /a/B HTTP/1.1\r\n" : "") + "x: \(String(repeating: "y", count: 900))\r\n").utf8)
            })
        #expect(most <= Self.limit)
    }

    /// gzip data of a thousand times its size, of a capture that never ends: read in pieces, and found to be damaged.
    @Test func limitsCompressedNoise() throws {
        func bomb(_ zeros: Int) throws -> [UInt8] {
            var deflater = try Deflater(.gzip)
            var bomb: [UInt8] = []
            let header = (pcap(.raw, []) + Array(repeating: 0, count: zeros))[...]
            _ = deflater.deflate(header.span, limit: .max, appendingTo: &bomb)
            return bomb
        }
        let extractor = CallExtractor()
        let size = Exhaustive.size(8 << 20, inDebug: 1 << 20)
        #expect(extractor.append(try bomb(size)).isEmpty && extractor.finish().isEmpty)
        #expect(extractor.counts.packets == size / 16)
        // As one of several files.
        let file = try OpenCaptureFile(CaptureFile("bomb", content: try bomb(8 << 20)))
        var total = 0
        while let piece = try file.next() {
            #expect(piece.count <= 5 << 20)
            total += piece.count
        }
        #expect(total == pcap(.raw, []).count + (8 << 20))
    }
}
