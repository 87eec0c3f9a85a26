import FleetWire
import Foundation

/// A capture of a few connections, repeated as the traffic of many clients: each time from another address, and later.
///
/// The same packets once more would not do: tshark takes them for retransmissions and looks at them no further.
struct Traffic {
    private let packets: [CapturedPacket]
    private let serverPort: UInt16
    private var link: UInt32 { packets.first?.link.rawValue ?? 1 }

    /// - Parameters:
    ///   - capture: Packets of Ethernet or Linux cooked mode, and IPv4 or IPv6.
    ///   - serverPort: Whoever has another port is a client.
    init(_ capture: URL, serverPort: UInt16) throws {
        self.serverPort = serverPort
        var reader = CaptureReader()
        reader.append([UInt8](try Data(contentsOf: capture)))
        var packets: [CapturedPacket] = []
        while let packet = try reader.next() { packets.append(packet) }
        self.packets = packets
    }

    /// Writes a pcap file of about `size` bytes.
    func write(size: Int, to path: String) throws {
        let start = packets.first?.time ?? 0
        let span = (packets.last?.time ?? 0) - start + 1_000_000_000
        var file: [UInt8] = []
        file.reserveCapacity(size + (1 << 20))
        for word in [0xa1b2_3c4d, 0x0004_0002, 0, 0, 1 << 18, link] { Self.append(word, to: &file) }
        var client: UInt32 = 10 << 24
        while file.count < size {
            for packet in packets {
                let time = UInt64((packet.time ?? 0) + Int64(client & 0xff_ffff) * span)
                Self.append(UInt32(time / 1_000_000_000), to: &file)
                Self.append(UInt32(time % 1_000_000_000), to: &file)
                Self.append(UInt32(packet.bytes.count), to: &file)
                Self.append(UInt32(packet.bytes.count), to: &file)
                file += readdressed(packet.bytes, client)
            }
            client += 1
        }
        try Data(file).write(to: URL(filePath: path))
    }

    /// A packet with another address of the client.
    private func readdressed(_ packet: [UInt8], _ client: UInt32) -> [UInt8] {
        // Behind 14 bytes of Ethernet or 16 of Linux cooked mode: of IPv4 the addresses' last four bytes at 12 and 16 of
        // its 20, of IPv6 at 20 and 36 of its 40. Then the ports.
        let start = link == 113 ? 16 : 14
        let (source, destination, ports): (Int, Int, Int)
        switch packet.dropFirst(start - 2).prefix(2) {
        case [0x08, 0x00]: (source, destination, ports) = (start + 12, start + 16, start + 20)
        case [0x86, 0xdd]: (source, destination, ports) = (start + 20, start + 36, start + 40)
        default: return packet
        }
        guard packet.count > ports + 4 else { return packet }
        let isFromServer = UInt16(packet[ports]) << 8 | UInt16(packet[ports + 1]) == serverPort
        var packet = packet
        for index in 0..<4 {
            let byte = UInt8(truncatingIfNeeded: client >> UInt32(24 - 8 * index))
            packet[(isFromServer ? destination : source) + index] = byte
        }
        return packet
    }

    private static func append(_ word: UInt32, to bytes: inout [UInt8]) {
        for shift: UInt32 in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
}
