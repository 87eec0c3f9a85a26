/// A packet of a network with its headers, as it is copied out of capture tools: what its transport carries.
///
/// Only taken for one when its lengths add up and, in IPv4, its check sum is right, where it has one. Whole captures are
/// read elsewhere.
///
/// Sources: https://www.tcpdump.org/linktypes.html, https://datatracker.ietf.org/doc/html/rfc791#section-3.1,
/// https://datatracker.ietf.org/doc/html/rfc8200#section-3, https://datatracker.ietf.org/doc/html/rfc9293#section-3.1
struct NetworkPacket {
    /// What TCP or UDP carries; empty in packets of other kinds.
    let payload: Range<Int>

    /// Header lengths of the links that packets are captured on, and where the header says what follows it.
    private static let links: [(length: Int, type: Int)] = [
        (14, 12),  // Ethernet
        (18, 16),  // Ethernet with a VLAN tag
        (22, 20),  // with two
        (16, 14),  // Linux "cooked", as of `tcpdump -i any`
        (20, 0),  // the same, version 2
    ]
    /// What a loopback header says before IPv4 and, on different systems, IPv6.
    private static let loopbackFamilies: Set<UInt8> = [2, 10, 24, 28, 30]
    /// Ethernet fills its frames up to 60 bytes and adds a check sum.
    private static let paddingLimit = 50

    init?(_ bytes: [UInt8]) {
        func word(_ offset: Int) -> Int { Int(bytes[offset]) << 8 | Int(bytes[offset + 1]) }
        var starts = [0]
        if bytes.count > 4, bytes[1] == 0, bytes[2] == 0, bytes[0] == 0 || bytes[3] == 0,
            Self.loopbackFamilies.contains(bytes[0] | bytes[3])
        {
            starts.append(4)
        }
        for link in Self.links where bytes.count > link.length && [0x0800, 0x86DD].contains(word(link.type)) {
            starts.append(link.length)
        }
        for start in starts {
            guard let internet = Internet(bytes[start...]) else { continue }
            let excess = bytes.count - internet.end
            guard excess == 0 || start > 4 && excess <= Self.paddingLimit else { continue }
            if let payload = Self.payload(of: internet.transport, bytes[internet.start..<internet.end]) {
                self.payload = payload
                return
            }
            // Its check sum says that it is a packet, whatever it carries.
            guard internet.isCertain else { continue }
            payload = internet.end..<internet.end
            return
        }
        return nil
    }

    /// What TCP or UDP carries; `nil` where their header is not what it has to be, and for others.
    ///
    /// - Parameter bytes: Those of the transport.
    private static func payload(of transport: UInt8, _ bytes: ArraySlice<UInt8>) -> Range<Int>? {
        let start = bytes.startIndex
        switch transport {
        case 6:
            guard bytes.count >= 20 else { return nil }
            let header = Int(bytes[start + 12] >> 4) * 4
            return header >= 20 && header <= bytes.count ? (start + header)..<bytes.endIndex : nil
        case 17:
            guard bytes.count >= 8 else { return nil }
            let length = Int(bytes[start + 4]) << 8 | Int(bytes[start + 5])
            return length == bytes.count ? (start + 8)..<bytes.endIndex : nil
        default: return nil
        }
    }

    /// The header of IPv4, or that of IPv6 with those that may follow it.
    private struct Internet {
        /// Where the header of the transport begins, and where the packet ends.
        let start: Int
        let end: Int
        /// The number of the transport; of a fragment without its beginning, and where headers are not known, 255.
        let transport: UInt8
        /// The check sum of the header is right.
        let isCertain: Bool

        /// The headers of IPv6 that only say how long they are: options and routing.
        private static let extensions: Set<UInt8> = [0, 43, 60]
        private static let unknown: UInt8 = 255

        init?(_ bytes: ArraySlice<UInt8>) {
            let first = bytes.startIndex
            guard bytes.count >= 20 else { return nil }
            func word(_ offset: Int) -> Int { Int(bytes[first + offset]) << 8 | Int(bytes[first + offset + 1]) }
            switch bytes[first] >> 4 {
            case 4:
                let header = Int(bytes[first] & 0x0F) * 4
                guard header >= 20, header <= bytes.count, word(2) >= header else { return nil }
                // Devices that compute the sum themselves hand packets out without it.
                var sum = stride(from: 0, to: header, by: 2).reduce(0) { $0 + word($1) }
                while sum > 0xFFFF { sum = (sum & 0xFFFF) + (sum >> 16) }
                isCertain = sum == 0xFFFF
                guard isCertain || word(10) == 0 else { return nil }
                start = first + header
                end = first + word(2)
                let isLaterFragment = word(6) & 0x1FFF != 0
                transport = isLaterFragment ? Self.unknown : bytes[first + 9]
            case 6:
                guard bytes.count >= 40 else { return nil }
                isCertain = false
                end = first + 40 + word(4)
                guard end <= bytes.endIndex else { return nil }
                var (next, place) = (bytes[first + 6], first + 40)
                while Self.extensions.contains(next), place + 8 <= end {
                    next = bytes[place]
                    place += (Int(bytes[place + 1]) + 1) * 8
                }
                guard place <= end else { return nil }
                (start, transport) = (place, next)
            default: return nil
            }
            guard end <= bytes.endIndex else { return nil }
        }
    }
}
