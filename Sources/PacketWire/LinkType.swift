import ByteText

/// The kind of header that captured packets begin with.
///
/// Source: https://www.tcpdump.org/linktypes.html
public struct LinkType: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// BSD loopback: the address family in the byte order of the machine.
    public static var null: Self { .init(rawValue: 0) }
    /// Ethernet frames.
    public static var ethernet: Self { .init(rawValue: 1) }
    /// PPP, which modems and some tunnels have.
    public static var ppp: Self { .init(rawValue: 9) }
    /// IPv4 or IPv6 without a header before it; 12 and 14 are older numbers of the same. Apple's header has 12.
    public static var raw: Self { .init(rawValue: 101) }
    /// OpenBSD loopback: the address family in network byte order.
    public static var loop: Self { .init(rawValue: 108) }
    /// Linux cooked mode, version 1: what `tcpdump -i any` writes.
    public static var linuxCooked: Self { .init(rawValue: 113) }
    /// IPv4 packets without a link layer.
    public static var ipv4: Self { .init(rawValue: 228) }
    /// IPv6 packets without a link layer.
    public static var ipv6: Self { .init(rawValue: 229) }
    /// What the firewall of Linux hands to those who log packets, `tcpdump -i nflog:5`: so the traffic of a single app is recorded
    /// on Android, as a rule can name the app.
    public static var nflog: Self { .init(rawValue: 239) }
    /// Apple's header with the name of the process, before one of the others: what captures from iPhones have. Recorders on
    /// macOS also write 149 for it, as Apple's libpcap calls it.
    public static var pktap: Self { .init(rawValue: 258) }
    /// Linux cooked mode, version 2.
    public static var linuxCooked2: Self { .init(rawValue: 276) }

    static var raw12: Self { .init(rawValue: 12) }
    static var raw14: Self { .init(rawValue: 14) }
    static var pktap149: Self { .init(rawValue: 149) }

    /// Whether a packet that begins with such a header is read.
    package func isRead(in packet: Span<UInt8>) -> Bool {
        switch self {
        case .null, .ethernet, .ppp, .raw, .raw12, .raw14, .loop, .linuxCooked, .ipv4, .ipv6, .nflog, .pktap,
            .linuxCooked2:
            true
        // Anybody may use this number. The header is Apple's if it has the length of Apple's.
        case .pktap149: (108...1024).contains(packet.uint32(at: 0, isBigEndian: false) ?? 0)
        default: false
        }
    }
}
