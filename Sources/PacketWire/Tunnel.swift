import ByteText

/// Packets inside of packets: the networks of containers and clouds, and what they mirror for those who record traffic.
///
/// Sources: RFC 2003 and RFC 4213 (IP in IP), RFC 2890 (GRE), RFC 7348 (VXLAN), RFC 8926 (Geneve).
enum Tunnel {
    /// The offset of the IP header inside of a packet; `nil` for those that are no tunnel's.
    static func ipHeader(in packet: Span<UInt8>, behind outer: IPPacket) -> Int? {
        let start = outer.payload.lowerBound
        return switch outer.transport {
        case 4, 41: start
        case 17: datagram(packet, at: start)
        case 47: gre(packet, at: start)
        default: nil
        }
    }

    private static func gre(_ packet: Span<UInt8>, at offset: Int) -> Int? {
        guard let flags = packet.uint16(at: offset), let type = packet.uint16(at: offset + 2), flags & 7 == 0 else {
            return nil
        }
        // A checksum, a key and a number of the packet, of which each may be there.
        let fields = [0x8000, 0x2000, 0x1000].count { flags & $0 != 0 }
        return LinkLayer.ipHeader(in: packet, behind: type, at: offset + 4 + fields * 4)
    }

    /// UDP with the registered ports of VXLAN and Geneve, or the one that Linux had for VXLAN before.
    private static func datagram(_ packet: Span<UInt8>, at offset: Int) -> Int? {
        guard let port = packet.uint16(at: offset + 2), let flags = packet.uint8(at: offset + 8) else { return nil }
        switch port {
        case 4789, 8472:
            // The flag says that a network is named.
            guard flags & 8 != 0 else { return nil }
            return LinkLayer.ipHeader(in: packet, behind: LinkLayer.ethernet, at: offset + 16)
        case 6081:
            // The number of words of options.
            let start = offset + 16 + Int(flags & 0x3f) * 4
            return packet.uint16(at: offset + 10).flatMap { LinkLayer.ipHeader(in: packet, behind: $0, at: start) }
        default: return nil
        }
    }
}
