/// A TCP segment of a captured packet.
struct TCPSegment {
    var source: Endpoint
    var destination: Endpoint
    var sequence: UInt32
    var acknowledgement: UInt32?
    var isSYN: Bool
    var isFIN: Bool
    var isRST: Bool
    var payload: ArraySlice<UInt8>
    /// Bytes at the end of the payload that the capture did not keep.
    var missing: Int
}

extension TCPSegment {
    /// The segment in a packet; `nil` for packets that hold none, are cut before its payload, or are no first fragment.
    ///
    /// Sources: RFC 791 (IPv4), RFC 8200 (IPv6), RFC 9293 (TCP), https://www.tcpdump.org/linktypes.html
    init?(_ packet: CapturedPacket) {
        guard let internet = Self.internetPacket(packet) else { return nil }
        switch internet.first.map({ $0 >> 4 }) {
        case 4: self.init(ipv4: Fields(bytes: internet))
        case 6: self.init(ipv6: Fields(bytes: internet))
        default: return nil
        }
    }

    // MARK: Link layer

    private static func internetPacket(_ packet: CapturedPacket) -> ArraySlice<UInt8>? {
        let fields = Fields(bytes: packet.bytes[...])
        switch packet.link {
        case .null, .loop: return fields.dropping(4)
        case .ethernet: return network(fields, typeAt: 12)
        case .raw, .ipv4, .ipv6, LinkType(rawValue: 12), LinkType(rawValue: 14): return packet.bytes[...]
        case .linuxCooked: return network(fields, typeAt: 14)
        case .linuxCooked2:
            guard let type = fields.half(0) else { return nil }
            // The protocol stands first here; what follows the 20 bytes may be a VLAN tag.
            return isVLAN(type) ? network(fields, typeAt: 22) : fields.dropping(20)
        default: return nil
        }
    }

    /// What follows an EtherType and the VLAN tags behind it.
    private static func network(_ fields: Fields, typeAt offset: Int) -> ArraySlice<UInt8>? {
        var offset = offset
        while let type = fields.half(offset) {
            if isVLAN(type) {
                offset += 4
            } else {
                return type == 0x0800 || type == 0x86dd ? fields.dropping(offset + 2) : nil
            }
        }
        return nil
    }

    /// 802.1Q, 802.1ad and the older number of the latter.
    private static func isVLAN(_ type: UInt16) -> Bool { type == 0x8100 || type == 0x88a8 || type == 0x9100 }

    // MARK: Network layer

    private init?(ipv4 fields: Fields) {
        guard let first = fields.byte(0), let total = fields.half(2), let fragment = fields.half(6),
            fields.byte(9) == 6, fields.bytes.count >= 20
        else { return nil }
        let headerLength = Int(first & 0x0f) * 4
        // Fragments are left out, and so marked as a gap by the reassembly of their connection.
        guard headerLength >= 20, fragment & 0x3fff == 0 else { return nil }
        // A length of zero is that of a packet that the network card was still to cut.
        let length = total == 0 ? fields.bytes.count : Int(total)
        self.init(
            tcp: fields, at: headerLength, length: length - headerLength,
            source: fields.bytes.dropFirst(12).prefix(4),
            destination: fields.bytes.dropFirst(16).prefix(4))
    }

    private init?(ipv6 fields: Fields) {
        guard fields.bytes.count >= 40, let total = fields.half(4), var next = fields.byte(6) else { return nil }
        var offset = 40
        while next != 6 {
            guard let following = fields.byte(offset), let length = fields.byte(offset + 1) else { return nil }
            switch next {
            case 0, 43, 60, 135: offset += (Int(length) + 1) * 8
            case 51: offset += (Int(length) + 2) * 4
            case 44:
                // Only a fragment that is the whole packet.
                guard let place = fields.half(offset + 2), place & 0xfff9 == 0 else { return nil }
                offset += 8
            default: return nil
            }
            next = following
        }
        let length = total == 0 ? fields.bytes.count : 40 + Int(total)
        self.init(
            tcp: fields, at: offset, length: length - offset,
            source: fields.bytes.dropFirst(8).prefix(16),
            destination: fields.bytes.dropFirst(24).prefix(16))
    }

    // MARK: Transport layer

    private init?(
        tcp packet: Fields, at offset: Int, length: Int, source: ArraySlice<UInt8>, destination: ArraySlice<UInt8>
    ) {
        guard length >= 20, let bytes = packet.dropping(offset) else { return nil }
        let fields = Fields(bytes: bytes.prefix(length))
        guard let sourcePort = fields.half(0), let destinationPort = fields.half(2), let sequence = fields.word(4),
            let acknowledgement = fields.word(8), let size = fields.byte(12), let flags = fields.byte(13)
        else { return nil }
        let headerLength = Int(size >> 4) * 4
        guard headerLength >= 20, headerLength <= length else { return nil }
        self.source = Endpoint(address: source, port: sourcePort)
        self.destination = Endpoint(address: destination, port: destinationPort)
        self.sequence = sequence
        self.acknowledgement = flags & 0x10 != 0 ? acknowledgement : nil
        isSYN = flags & 0x02 != 0
        isFIN = flags & 0x01 != 0
        isRST = flags & 0x04 != 0
        payload = fields.dropping(headerLength) ?? []
        missing = length - headerLength - payload.count
    }
}
