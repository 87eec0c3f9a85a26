/// A packet of a network with its headers, as it is copied out of capture tools: what its transport carries.
///
/// Only taken for one when its length and, in IPv4, its check sum are right. Whole captures are read elsewhere.
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
            payload = internet.transportPayload(bytes[internet.start..<internet.end])
            return
        }
        return nil
    }

    /// The header of IPv4 or IPv6.
    private struct Internet {
        /// Where the header of the transport begins, and where the packet ends.
        let start: Int
        let end: Int
        private let transport: UInt8

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
                guard sum == 0xFFFF || word(10) == 0 else { return nil }
                start = first + header
                end = first + word(2)
                transport = bytes[first + 9]
            case 6:
                guard bytes.count >= 40 else { return nil }
                start = first + 40
                end = start + word(4)
                transport = bytes[first + 6]
            default: return nil
            }
            guard end <= bytes.endIndex else { return nil }
        }

        /// - Parameter bytes: Those behind this header.
        func transportPayload(_ bytes: ArraySlice<UInt8>) -> Range<Int> {
            let header: Int
            switch transport {
            case 6: header = bytes.count >= 20 ? Int(bytes[bytes.startIndex + 12] >> 4) * 4 : bytes.count
            case 17: header = 8
            default: header = bytes.count
            }
            return bytes.dropFirst(header).indices
        }
    }
}
