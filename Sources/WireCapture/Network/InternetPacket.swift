/// An IP packet, or a fragment of one. Its payload stays where it is: in the bytes that it was read from.
///
/// Sources: RFC 791 (IPv4), RFC 8200 (IPv6), RFC 4302 (authentication header)
struct InternetPacket {
    static let tcp: UInt8 = 6

    struct Fragment {
        let identification: UInt32
        /// Where the payload stands in that of the whole packet, in bytes.
        let offset: Int
        let hasMore: Bool
    }

    let source: NetworkAddress
    let destination: NetworkAddress
    /// What the payload is, behind all extension headers.
    private(set) var transport: UInt8
    private(set) var payload: Range<Int>
    /// Length of the payload as announced; more than it has where the capture cut it.
    private(set) var length: Int
    /// `nil` for a whole packet.
    private(set) var fragment: Fragment?
}

extension InternetPacket {
    /// The IP packet in a captured one; `nil` where there is none, or it is cut before its payload.
    init?(_ packet: Span<UInt8>, _ link: LinkType) {
        guard let start = LinkLayer.internetHeader(in: packet, link), let first = packet.byte(start) else { return nil }
        switch first >> 4 {
        case 4: self.init(version4: packet, at: start)
        case 6: self.init(version6: packet, at: start)
        default: return nil
        }
    }

    private init?(version4 packet: Span<UInt8>, at start: Int) {
        guard let first = packet.byte(start), let total = packet.half(start + 2),
            let identification = packet.half(start + 4), let place = packet.half(start + 6),
            let transport = packet.byte(start + 9)
        else { return nil }
        let header = Int(first & 0x0f) * 4
        let available = packet.count - start - header
        guard header >= 20, available >= 0 else { return nil }
        // A length of zero is that of a packet that the network card was still to cut.
        length = total == 0 ? available : Int(total) - header
        guard length >= 0 else { return nil }
        source = NetworkAddress(version4: packet, at: start + 12)
        destination = NetworkAddress(version4: packet, at: start + 16)
        self.transport = transport
        payload = (start + header)..<(start + header + min(length, available))
        guard place & 0x3fff != 0 else { return }
        fragment = Fragment(
            identification: UInt32(identification), offset: Int(place & 0x1fff) * 8, hasMore: place & 0x2000 != 0)
    }

    private init?(version6 packet: Span<UInt8>, at start: Int) {
        let available = packet.count - start - 40
        guard available >= 0, let total = packet.half(start + 4), let next = packet.byte(start + 6) else { return nil }
        source = NetworkAddress(version6: packet, at: start + 8)
        destination = NetworkAddress(version6: packet, at: start + 24)
        transport = next
        length = total == 0 ? available : Int(total)
        payload = (start + 40)..<(start + 40 + min(length, available))
        guard skipExtensions(packet) else { return nil }
    }

    /// Takes extension headers off the payload, up to that of a fragment, whose rest is no header yet.
    private mutating func skipExtensions(_ packet: Span<UInt8>) -> Bool {
        while transport != Self.tcp {
            let header = packet.extracting(payload)
            guard let next = header.byte(0), let words = header.byte(1).map(Int.init) else { return false }
            let size: Int
            switch transport {
            case 0, 43, 60, 135, 139, 140: size = (words + 1) * 8
            case 51: size = (words + 2) * 4
            case 44:
                guard let place = header.half(2), let identification = header.word(4) else { return false }
                size = 8
                if place & 0xfff9 != 0 {
                    fragment = Fragment(
                        identification: identification, offset: Int(place & 0xfff8), hasMore: place & 1 != 0)
                }
            default: return true
            }
            guard size <= payload.count, length >= size else { return false }
            (transport, payload, length) = (next, payload.dropFirst(size), length - size)
            if fragment != nil { return true }
        }
        return true
    }

    /// The packet whose payload has been put together from fragments.
    init?(whole payload: Span<UInt8>, like fragment: InternetPacket) {
        self = fragment
        self.fragment = nil
        self.payload = payload.indices
        length = payload.count
        // Only IPv6 has headers between the fragment's and the transport's.
        if source.size == 16, !skipExtensions(payload) { return nil }
    }
}
