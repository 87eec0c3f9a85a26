/// Writes a pcap file of one TCP connection: bare IPv4 packets.
///
/// Source: https://www.tcpdump.org/manpages/pcap-savefile.5.txt, RFC 791, RFC 9293
struct CaptureBuilder {
    enum Side: Int, CaseIterable { case client, server }

    private struct Packet { let bytes: [UInt8] }

    private var packets: [Packet] = []
    private var sequence: [UInt32] = [1000, 5000]

    /// - Parameter isFromStart: Whether the packets that open the connection are there.
    init(isFromStart: Bool) {
        guard isFromStart else { return }
        add(.client, [], flags: 0x02)
        sequence[0] &+= 1
        add(.server, [], flags: 0x12)
        sequence[1] &+= 1
    }

    /// Bytes that one side sends, in segments of so many bytes.
    mutating func send(_ side: Side, _ bytes: [UInt8], segment: Int) {
        for start in stride(from: 0, to: bytes.count, by: segment) {
            let payload = Array(bytes[start..<min(start + segment, bytes.count)])
            add(side, payload, flags: 0x18)
            sequence[side.rawValue] &+= UInt32(payload.count)
        }
    }

    private mutating func add(_ side: Side, _ payload: [UInt8], flags: UInt8) {
        let ends: [[UInt8]] = [[127, 0, 0, 1], [127, 0, 0, 2]]
        let ports: [[UInt8]] = [[0xC3, 0x50], [0xC3, 0x83]]
        let (own, other) = (side.rawValue, 1 - side.rawValue)
        let length = 40 + payload.count
        let internet: [UInt8] =
            [0x45, 0, UInt8(length >> 8), UInt8(length & 0xFF), 0, 0, 0x40, 0, 64, 6, 0, 0] + ends[own] + ends[other]
        let segment = ports[own] + ports[other] + Self.big(sequence[own]) + Self.big(sequence[other])
        packets.append(Packet(bytes: internet + segment + [0x50, flags, 0xFF, 0xFF, 0, 0, 0, 0] + payload))
    }

    /// Packet and its successor change places.
    mutating func swap(at position: Int) {
        // The packets that open the connection stay at its beginning.
        guard packets.count > 4 else { return }
        let index = 2 + position % (packets.count - 3)
        packets.swapAt(index, index + 1)
    }

    /// A packet comes once more, behind its successor.
    mutating func repeatPacket(at position: Int) {
        guard packets.count > 4 else { return }
        let index = 2 + position % (packets.count - 3)
        packets.insert(packets[index], at: index + 2)
    }

    var file: [UInt8] {
        // Version 2.4, packets of any length, link type 101: bare IP.
        var bytes: [UInt8] = [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0] + [UInt8](repeating: 0, count: 8)
        bytes += Self.little(1 << 18) + Self.little(101)
        for (number, packet) in packets.enumerated() {
            bytes += Self.little(1_700_000_000) + Self.little(UInt32(number))
            bytes += Self.little(UInt32(packet.bytes.count)) + Self.little(UInt32(packet.bytes.count)) + packet.bytes
        }
        return bytes
    }

    private static func big(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    private static func little(_ value: UInt32) -> [UInt8] { big(value).reversed() }
}

/// HTTP/2 frames of gRPC calls, for seeds.
///
/// Sources: RFC 9113 (frames), RFC 7541 (literal headers without a table)
struct HTTP2Builder {
    private(set) var bytes: [UInt8] = []

    mutating func preface() { bytes += Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) }

    mutating func frame(_ type: UInt8, flags: UInt8 = 0, stream: UInt8 = 0, _ content: [UInt8] = []) {
        bytes += [0, UInt8(content.count >> 8), UInt8(content.count & 0xFF), type, flags, 0, 0, 0, stream] + content
    }

    mutating func headers(stream: UInt8, isLast: Bool = false, _ fields: [(String, String)]) {
        var block: [UInt8] = []
        for (name, value) in fields {
            block.append(0)
            for text in [name.utf8, value.utf8] { block += [UInt8(text.count)] + text }
        }
        frame(1, flags: isLast ? 5 : 4, stream: stream, block)
    }

    mutating func data(stream: UInt8, isLast: Bool = false, _ content: [UInt8]) {
        frame(0, flags: isLast ? 1 : 0, stream: stream, content)
    }
}
