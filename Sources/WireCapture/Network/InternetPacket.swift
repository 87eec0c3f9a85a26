/// An IP packet, or a fragment of one.
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

    var source: ArraySlice<UInt8>
    var destination: ArraySlice<UInt8>
    /// What the payload is, behind all extension headers.
    var transport: UInt8
    var payload: ArraySlice<UInt8>
    /// Length of the payload as announced; more than it has where the capture cut it.
    var length: Int
    /// `nil` for a whole packet.
    var fragment: Fragment?
}

extension InternetPacket {
    /// The IP packet in a captured one; `nil` where there is none, or it is cut before its payload.
    init?(_ packet: CapturedPacket) {
        guard let bytes = LinkLayer.internetPacket(packet) else { return nil }
        switch bytes.first.map({ $0 >> 4 }) {
        case 4: self.init(version4: Fields(bytes: bytes))
        case 6: self.init(version6: Fields(bytes: bytes))
        default: return nil
        }
    }

    private init?(version4 fields: Fields) {
        guard fields.bytes.count >= 20, let first = fields.byte(0), let total = fields.half(2),
            let identification = fields.half(4), let place = fields.half(6), let transport = fields.byte(9)
        else { return nil }
        let header = Int(first & 0x0f) * 4
        guard header >= 20, let rest = fields.dropping(header) else { return nil }
        // A length of zero is that of a packet that the network card was still to cut.
        let length = (total == 0 ? fields.bytes.count : Int(total)) - header
        guard length >= 0 else { return nil }
        source = fields.bytes.dropFirst(12).prefix(4)
        destination = fields.bytes.dropFirst(16).prefix(4)
        self.transport = transport
        payload = rest.prefix(length)
        self.length = length
        guard place & 0x3fff != 0 else { return }
        fragment = Fragment(
            identification: UInt32(identification), offset: Int(place & 0x1fff) * 8, hasMore: place & 0x2000 != 0)
    }

    private init?(version6 fields: Fields) {
        guard fields.bytes.count >= 40, let total = fields.half(4), let next = fields.byte(6) else { return nil }
        source = fields.bytes.dropFirst(8).prefix(16)
        destination = fields.bytes.dropFirst(24).prefix(16)
        transport = next
        length = total == 0 ? fields.bytes.count - 40 : Int(total)
        payload = fields.bytes.dropFirst(40).prefix(length)
        guard skipExtensions() else { return nil }
    }

    /// Takes extension headers off the payload, up to that of a fragment, whose rest is no header yet.
    private mutating func skipExtensions() -> Bool {
        while transport != Self.tcp {
            let fields = Fields(bytes: payload)
            guard let next = fields.byte(0), let words = fields.byte(1).map(Int.init) else { return false }
            let size: Int
            switch transport {
            case 0, 43, 60, 135, 139, 140: size = (words + 1) * 8
            case 51: size = (words + 2) * 4
            case 44:
                guard let place = fields.half(2), let identification = fields.word(4) else { return false }
                size = 8
                if place & 0xfff9 != 0 {
                    fragment = Fragment(
                        identification: identification, offset: Int(place & 0xfff8), hasMore: place & 1 != 0)
                }
            default: return true
            }
            guard let rest = fields.dropping(size), length >= size else { return false }
            (transport, payload, length) = (next, rest, length - size)
            if fragment != nil { return true }
        }
        return true
    }

    /// The packet whose payload has been put together from fragments.
    init?(whole payload: [UInt8], like fragment: InternetPacket) {
        self = fragment
        self.fragment = nil
        self.payload = payload[...]
        length = payload.count
        // Only IPv6 has headers between the fragment's and the transport's.
        if source.count == 16, !skipExtensions() { return nil }
    }
}
