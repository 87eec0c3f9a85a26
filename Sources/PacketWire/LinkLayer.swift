import ByteText

/// The headers of network cards: finds the IP header behind them.
///
/// Sources: https://www.tcpdump.org/linktypes.html, IEEE 802.1Q (VLAN), RFC 2516 (PPPoE), RFC 1661 (PPP).
enum LinkLayer {
    /// The offset of the IP header in a packet; `nil` for packets without one. The offset may lie behind the last byte.
    static func ipHeader(in packet: Span<UInt8>, _ link: LinkType) -> Int? {
        switch link {
        // The family's number differs between systems; the version in the IP header says the same.
        case .null, .loop: 4
        case .ethernet: network(packet, typeAt: 12)
        case .raw, .ipv4, .ipv6, .raw12, .raw14: 0
        case .ppp: ppp(packet, at: 0)
        case .linuxCooked: network(packet, typeAt: 14)
        case .linuxCooked2:
            // The protocol stands first here; a VLAN tag may follow the 20 bytes.
            packet.uint16(at: 0).flatMap {
                isVLAN($0) ? network(packet, typeAt: 22) : isIP($0) ? 20 : nil
            }
        case .nflog: nflog(packet)
        case .pktap, .pktap149: pktap(packet)
        default: nil
        }
    }

    /// Fields with their length and type, in the byte order of Linux machines, behind a header of 4 bytes; each begins at a
    /// multiple of 4. The field of type 9 holds the packet.
    private static func nflog(_ packet: Span<UInt8>) -> Int? {
        var offset = 4
        while let length = packet.uint16(at: offset, isBigEndian: false), length >= 4,
            let type = packet.uint16(at: offset + 2, isBigEndian: false)
        {
            if type == 9 { return offset + 4 }
            offset += (Int(length) + 3) & ~3
        }
        return nil
    }

    /// Apple's header has its own length and the type of the header behind it, in the byte order of Apple's machines.
    private static func pktap(_ packet: Span<UInt8>) -> Int? {
        guard let length = packet.uint32(at: 0, isBigEndian: false).map(Int.init), length <= packet.count,
            let link = packet.uint32(at: 8, isBigEndian: false).map(LinkType.init), link != .pktap,
            link != .pktap149
        else { return nil }
        return ipHeader(in: packet.extracting(length...), link).map { length + $0 }
    }

    /// The EtherType of Ethernet frames in a tunnel.
    static let ethernet: UInt16 = 0x6558

    /// The offset of the IP header in what a tunnel carries, by its EtherType: an IP packet or an Ethernet frame.
    static func ipHeader(in packet: Span<UInt8>, behind type: UInt16, at offset: Int) -> Int? {
        isIP(type) ? offset : type == ethernet ? network(packet, typeAt: offset + 12) : nil
    }

    /// The IP header behind an EtherType and its VLAN tags.
    private static func network(_ packet: Span<UInt8>, typeAt offset: Int) -> Int? {
        var offset = offset
        while let type = packet.uint16(at: offset) {
            if isIP(type) { return offset + 2 }
            // Six bytes of PPPoE, and PPP.
            if type == 0x8864 { return ppp(packet, at: offset + 8) }
            guard isVLAN(type) else { return nil }
            offset += 4
        }
        return nil
    }

    /// The IP header behind that of PPP, whose address and control may be left out, as may the first byte of the protocol.
    private static func ppp(_ packet: Span<UInt8>, at offset: Int) -> Int? {
        let offset = packet.uint16(at: offset) == 0xff03 ? offset + 2 : offset
        let protocols: [UInt8] = [0x21, 0x57]
        guard let first = packet.uint8(at: offset), let second = packet.uint8(at: offset + 1) else { return nil }
        if first == 0 { return protocols.contains(second) ? offset + 2 : nil }
        return protocols.contains(first) ? offset + 1 : nil
    }

    /// Whether an EtherType is that of IPv4 or IPv6.
    private static func isIP(_ type: UInt16) -> Bool { type == 0x0800 || type == 0x86dd }

    /// 802.1Q, 802.1ad and the older number of the latter.
    private static func isVLAN(_ type: UInt16) -> Bool { type == 0x8100 || type == 0x88a8 || type == 0x9100 }
}
