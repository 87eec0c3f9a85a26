import GRPCWire
import PacketWire

/// Reassembles fragmented IP packets, whose fragments come in any order. Where fragments overlap, the one that begins
/// earlier in the packet counts, and of two equal fragments the first.
///
/// Source: RFC 791, section 3.2; RFC 8200, section 4.5
struct FragmentAssembler {
    /// Bytes that may wait for the rest of their packets. Routers give up after 60 seconds at most; 4 MiB is as much as
    /// 64 of the largest packets.
    static let byteLimit = 4 << 20
    /// Captured packets that may come between the first fragment and the last.
    static let patience = 4096
    /// Packets that may wait for fragments.
    static let packetLimit = 256
    /// Fragments of one packet. The largest packet has 45 over Ethernet, and 1366 where links carry no more than the 68
    /// bytes that IPv4 demands; each may come twice.
    static let fragmentLimit = 2 * 1366
    /// Memory that a waiting fragment takes beside its bytes.
    private static let overhead = 64

    private struct Key: Hashable {
        let source: NetworkAddress
        let destination: NetworkAddress
        let identification: UInt32
        /// The protocol of IPv4 packets; in IPv6 it is no part of the key.
        let transport: UInt8
    }

    private struct Waiting {
        var since: Int
        var parts: [(offset: Int, bytes: [UInt8])] = []
        /// The length of the whole packet, once its last fragment is there.
        var length: Int?
        /// The fragment that begins the packet: its header is that of the whole.
        var first: IPPacket?
        var size = 0
    }

    private var waiting: [Key: Waiting] = [:]
    /// Memory that is held, in bytes.
    var footprint: Int { size }
    private var size = 0

    /// Takes a fragment. The last missing one gives the whole packet and its payload.
    ///
    /// - Parameter bytes: The bytes that the fragment was read from.
    mutating func add(
        _ packet: IPPacket, in bytes: Span<UInt8>, number: Int
    ) -> (packet: IPPacket, payload: [UInt8])? {
        guard let fragment = packet.fragment else { return nil }
        // A fragment that the capture cut, or that reaches beyond the largest packet.
        guard packet.length == packet.payload.count, fragment.offset + packet.length <= 65_535 else { return nil }
        let key = Key(
            source: packet.source, destination: packet.destination, identification: fragment.identification,
            transport: packet.source.size == 4 ? packet.transport : 0)
        var whole = waiting.removeValue(forKey: key) ?? Waiting(since: number)
        size -= whole.size
        guard whole.parts.count < Self.fragmentLimit else { return nil }
        if fragment.offset == 0, whole.first == nil { whole.first = packet }
        if !fragment.hasMore, whole.length == nil { whole.length = fragment.offset + packet.length }
        let before = whole.parts.lastIndex { $0.offset <= fragment.offset } ?? -1
        whole.parts.insert((fragment.offset, [UInt8](copying: bytes.extracting(packet.payload))), at: before + 1)
        whole.size += packet.payload.count + Self.overhead
        if let first = whole.first, let payload = Self.join(whole) {
            let bytes = payload[...]
            return IPPacket(reassembled: bytes.span, first: first).map { ($0, payload) }
        }
        waiting[key] = whole
        size += whole.size
        if size > Self.byteLimit || waiting.count > Self.packetLimit { dropOld(number) }
        return nil
    }

    /// The payload of the whole packet; `nil` while some of it is missing.
    private static func join(_ whole: Waiting) -> [UInt8]? {
        guard let length = whole.length, whole.size >= length + whole.parts.count * overhead else { return nil }
        var payload: [UInt8] = []
        payload.reserveCapacity(length)
        for (offset, bytes) in whole.parts {
            guard offset <= payload.count else { return nil }
            payload += bytes.dropFirst(payload.count - offset)
        }
        return payload.count >= length ? Array(payload.prefix(length)) : nil
    }

    /// Drops the packets that have waited too long, and the oldest ones until half of the memory is free.
    private mutating func dropOld(_ number: Int) {
        for (key, whole) in waiting.sorted(by: { $0.value.since < $1.value.since }) {
            guard
                number - whole.since > Self.patience || size > Self.byteLimit / 2
                    || waiting.count > Self.packetLimit / 2
            else { return }
            size -= whole.size
            waiting[key] = nil
        }
    }
}
