import ByteText

/// The headers of network cards and tunnels: finds the IP header behind them.
///
/// Sources: https://www.tcpdump.org/linktypes.html, IEEE 802.1Q (VLAN), RFC 3032 (MPLS), RFC 2516 (PPPoE), RFC 1661
/// and 1662 (PPP), RFC 1042 (SNAP).
enum LinkLayer {
    /// The offset of the IP header in a packet; `nil` for packets without one. The offset may lie behind the last byte.
    static func ipHeader(in packet: Span<UInt8>, _ link: LinkType) -> Int? {
        switch link {
        // The family's number differs between systems; the version in the IP header says the same.
        case .null, .loop: 4
        case .ethernet: network(packet, typeAt: 12)
        case .raw, .ipv4, .ipv6, LinkType(rawValue: 12), LinkType(rawValue: 14): 0
        case .linuxCooked: network(packet, typeAt: 14)
        case .linuxCooked2:
            // The protocol stands first here; a VLAN tag may follow the 20 bytes.
            packet.uint16(at: 0).flatMap {
                isVLAN($0) ? network(packet, typeAt: 22) : payload(of: $0, in: packet, at: 20)
            }
        case .ppp, .pppInHDLC:
            // Address and control may be left out.
            pointToPoint(packet, at: packet.uint16(at: 0) == 0xff03 ? 2 : 0)
        case .pppOverEthernet: pointToPoint(packet, at: 6)
        case .pktap: pktap(packet)
        default: nil
        }
    }

    /// Apple's header has its own length and the type of the header behind it, in the byte order of Apple's machines.
    private static func pktap(_ packet: Span<UInt8>) -> Int? {
        guard let length = packet.uint32(at: 0, isBigEndian: false).map(Int.init), length <= packet.count,
            let link = packet.uint32(at: 8, isBigEndian: false).map(LinkType.init), link != .pktap
        else { return nil }
        return ipHeader(in: packet.extracting(length...), link).map { length + $0 }
    }

    /// The IP header behind an EtherType and its VLAN tags.
    private static func network(_ packet: Span<UInt8>, typeAt offset: Int) -> Int? {
        var offset = offset
        while let type = packet.uint16(at: offset) {
            guard isVLAN(type) else { return payload(of: type, in: packet, at: offset + 2) }
            offset += 4
        }
        return nil
    }

    /// The IP header in the payload of an EtherType.
    private static func payload(of type: UInt16, in packet: Span<UInt8>, at offset: Int) -> Int? {
        switch type {
        case 0x0800, 0x86dd: return offset
        case 0x8847, 0x8848:
            // MPLS: labels of four bytes; a bit marks the last.
            var offset = offset
            while let last = packet.uint8(at: offset + 2) {
                offset += 4
                if last & 1 == 1 { return offset }
            }
            return nil
        case 0x8864: return pointToPoint(packet, at: offset + 6)
        case ...1500:
            // A length: LLC and SNAP follow, and another type.
            guard packet.uint16(at: offset) == 0xaaaa, let type = packet.uint16(at: offset + 6), type > 1500 else {
                return nil
            }
            return payload(of: type, in: packet, at: offset + 8)
        default: return nil
        }
    }

    private static func pointToPoint(_ packet: Span<UInt8>, at offset: Int) -> Int? {
        guard let first = packet.uint8(at: offset) else { return nil }
        // The protocol may be written in one byte, which is odd then.
        let length = first & 1 == 1 ? 1 : 2
        switch length == 1 ? UInt16(first) : packet.uint16(at: offset) {
        case 0x21, 0x57: return offset + length
        default: return nil
        }
    }

    /// 802.1Q, 802.1ad and the older number of the latter.
    private static func isVLAN(_ type: UInt16) -> Bool { type == 0x8100 || type == 0x88a8 || type == 0x9100 }
}
