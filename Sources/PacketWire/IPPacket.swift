import ByteText

/// The header of an IP packet. The payload is a range in the bytes that the header was read from.
///
/// Fragments are recognised and not put together: TCP sends no packet that is too large for its link.
///
/// Sources: RFC 791 (IPv4), RFC 8200 (IPv6), RFC 4302 (authentication header)
package struct IPPacket: Sendable {
    package let source: NetworkAddress
    package let destination: NetworkAddress
    /// Offset of the IP header.
    package let start: Int
    /// The protocol of the payload, behind all extension headers: 6 for TCP.
    package private(set) var transport: UInt8
    package private(set) var payload: Range<Int>
    /// Length of the payload as announced; more than ``payload`` has where the capture cut the packet.
    package private(set) var length: Int
    /// Whether the payload is a part of a larger packet's.
    package private(set) var isFragment = false

    /// Protocol 6.
    package static let tcp: UInt8 = 6
    private static let authentication: UInt8 = 51

    /// Reads the IP header in a captured packet, of tunnels the inmost; `nil` where there is none, or the packet ends before
    /// its payload.
    package init?(_ packet: Span<UInt8>, _ link: LinkType) {
        guard let start = LinkLayer.ipHeader(in: packet, link) else { return nil }
        self.init(packet, at: start)
        // Each tunnel takes bytes of the packet, so that there is an end.
        while !isFragment, let start = Tunnel.ipHeader(in: packet, behind: self),
            let inner = Self(packet, at: start)
        {
            self = inner
        }
    }

    private init?(_ packet: Span<UInt8>, at start: Int) {
        switch packet.uint8(at: start).map({ $0 >> 4 }) {
        case 4: self.init(version4: packet, at: start)
        case 6: self.init(version6: packet, at: start)
        default: return nil
        }
    }

    private init?(version4 packet: Span<UInt8>, at start: Int) {
        guard let first = packet.uint8(at: start), let total = packet.uint16(at: start + 2),
            let place = packet.uint16(at: start + 6), let transport = packet.uint8(at: start + 9)
        else { return nil }
        let header = Int(first & 0x0f) * 4
        let available = packet.count - start - header
        guard header >= 20, available >= 0 else { return nil }
        // Length 0: captured before TCP segmentation offload.
        length = total == 0 ? available : Int(total) - header
        guard length >= 0 else { return nil }
        source = NetworkAddress(version4: packet, at: start + 12)
        destination = NetworkAddress(version4: packet, at: start + 16)
        self.start = start
        self.transport = transport
        payload = (start + header)..<(start + header + min(length, available))
        // The offset of the fragment, and the bit "more fragments".
        isFragment = place & 0x3fff != 0
        guard isFragment || transport != Self.authentication || skipExtensions(packet) else { return nil }
    }

    private init?(version6 packet: Span<UInt8>, at start: Int) {
        let available = packet.count - start - 40
        guard available >= 0, let total = packet.uint16(at: start + 4), let next = packet.uint8(at: start + 6) else {
            return nil
        }
        source = NetworkAddress(version6: packet, at: start + 8)
        destination = NetworkAddress(version6: packet, at: start + 24)
        self.start = start
        transport = next
        length = total == 0 ? available : Int(total)
        payload = (start + 40)..<(start + 40 + min(length, available))
        guard skipExtensions(packet) else { return nil }
    }

    /// Takes the extension headers off the payload, up to a fragment header: behind that, the rest is data.
    private mutating func skipExtensions(_ packet: Span<UInt8>) -> Bool {
        while transport != Self.tcp {
            let header = packet.extracting(payload)
            guard let next = header.uint8(at: 0), let words = header.uint8(at: 1).map(Int.init) else { return false }
            let size: Int
            switch transport {
            case 0, 43, 60, 135, 139, 140: size = (words + 1) * 8
            case Self.authentication: size = (words + 2) * 4
            case 44:
                size = 8
                isFragment = (header.uint16(at: 2) ?? 0) & 0xfff9 != 0
            default: return true
            }
            guard size <= payload.count, length >= size else { return false }
            (transport, payload, length) = (next, payload.dropFirst(size), length - size)
            if isFragment { return true }
        }
        return true
    }

    /// Whether the payload is a UDP datagram with a long header of QUIC, by which connections are set up, in version 1 or 2.
    ///
    /// Sources: RFC 9000, section 17.2 (form, fixed bit, version); RFC 9369, section 3.1 (number of version 2)
    package func beginsQUIC(in bytes: Span<UInt8>) -> Bool {
        let datagram = bytes.extracting(payload)
        guard transport == 17, !isFragment, let first = datagram.uint8(at: 8), let version = datagram.uint32(at: 9)
        else { return false }
        return first & 0xc0 == 0xc0 && (version == 1 || version == 0x6b33_43cf)
    }

    /// Whether the checksum of an IPv4 header is right; `nil` where the packet has none: in IPv6, and before checksum offload.
    package func isChecksumRight(in bytes: Span<UInt8>) -> Bool? {
        guard source.size == 4, bytes.uint16(at: start + 10) != 0, let first = bytes.uint8(at: start) else {
            return nil
        }
        var checksum = InternetChecksum()
        checksum.add(bytes.extracting(start..<(start + Int(first & 0x0f) * 4)))
        return checksum.bytes == (0, 0)
    }
}
