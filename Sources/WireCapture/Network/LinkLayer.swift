/// Finds the IP packet behind the headers that a network card or a tunnel puts before it.
///
/// Sources: https://www.tcpdump.org/linktypes.html, IEEE 802.1Q (VLAN), RFC 3032 (MPLS), RFC 2516 (PPPoE), RFC 1661
/// and 1662 (PPP), RFC 1042 (SNAP).
enum LinkLayer {
    /// The bytes from the IP header on; `nil` for packets that hold none.
    static func internetPacket(_ packet: CapturedPacket) -> ArraySlice<UInt8>? {
        internetPacket(packet.bytes[...], packet.link, mayNest: true)
    }

    private static func internetPacket(
        _ bytes: ArraySlice<UInt8>, _ link: LinkType, mayNest: Bool
    ) -> ArraySlice<UInt8>? {
        let fields = Fields(bytes: bytes)
        switch link {
        // The family's number differs between systems; the version in the IP header says the same.
        case .null, .loop: return fields.dropping(4)
        case .ethernet: return network(fields, typeAt: 12)
        case .raw, .ipv4, .ipv6, LinkType(rawValue: 12), LinkType(rawValue: 14): return bytes
        case .linuxCooked: return network(fields, typeAt: 14)
        case .linuxCooked2:
            guard let type = fields.half(0) else { return nil }
            // The protocol stands first here; what follows the 20 bytes may be a VLAN tag.
            return isVLAN(type) ? network(fields, typeAt: 22) : payload(type, fields, at: 20)
        case .ppp, .pppInHDLC:
            // Address and control may be left out.
            return pointToPoint(fields, at: fields.half(0) == 0xff03 ? 2 : 0)
        case .pppOverEthernet: return pointToPoint(fields, at: 6)
        case .pktap:
            // Apple's header says how long it is and what follows it, in the byte order of its machines.
            let header = Fields(bytes: bytes, isBigEndian: false)
            guard mayNest, let length = header.word(0), let link = header.word(8),
                let rest = header.dropping(Int(length))
            else { return nil }
            return internetPacket(rest, LinkType(rawValue: link), mayNest: false)
        default: return nil
        }
    }

    /// What follows an EtherType and the VLAN tags behind it.
    private static func network(_ fields: Fields, typeAt offset: Int) -> ArraySlice<UInt8>? {
        var offset = offset
        while let type = fields.half(offset) {
            guard isVLAN(type) else { return payload(type, fields, at: offset + 2) }
            offset += 4
        }
        return nil
    }

    private static func payload(_ type: UInt16, _ fields: Fields, at offset: Int) -> ArraySlice<UInt8>? {
        switch type {
        case 0x0800, 0x86dd: return fields.dropping(offset)
        case 0x8847, 0x8848:
            // MPLS: labels of four bytes; a bit marks the last.
            var offset = offset
            while let last = fields.byte(offset + 2) {
                offset += 4
                if last & 1 == 1 { return fields.dropping(offset) }
            }
            return nil
        case 0x8864: return pointToPoint(fields, at: offset + 6)
        case ...1500:
            // A length: LLC and SNAP follow, and another type.
            guard fields.half(offset) == 0xaaaa, let type = fields.half(offset + 6), type > 1500 else { return nil }
            return payload(type, fields, at: offset + 8)
        default: return nil
        }
    }

    private static func pointToPoint(_ fields: Fields, at offset: Int) -> ArraySlice<UInt8>? {
        guard let first = fields.byte(offset) else { return nil }
        // The protocol may be written in one byte, which is odd then.
        let length = first & 1 == 1 ? 1 : 2
        switch length == 1 ? UInt16(first) : fields.half(offset) {
        case 0x21, 0x57: return fields.dropping(offset + length)
        default: return nil
        }
    }

    /// 802.1Q, 802.1ad and the older number of the latter.
    private static func isVLAN(_ type: UInt16) -> Bool { type == 0x8100 || type == 0x88a8 || type == 0x9100 }
}
