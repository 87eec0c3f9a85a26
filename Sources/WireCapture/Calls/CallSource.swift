public import PacketWire

/// Reads a file of one form that arrives in pieces, and puts its calls into a ``CallQueue``.
protocol CallSource: AnyObject {
    /// Takes the next bytes of the file.
    func append(_ chunk: [UInt8]) throws(CaptureError)
    /// Says that the file has ended: open calls are handed out as far as they are known.
    func finish() throws(CaptureError)
    var counts: CaptureCounts { get }
}

/// The packets, connections and other things that were seen in a file besides calls.
public struct CaptureCounts: Hashable, Sendable {
    /// Packets of a capture.
    public internal(set) var packets = 0
    /// Packets that another file has, too, where several are read.
    public internal(set) var duplicatePackets = 0
    /// Packets that the capture has cut.
    public internal(set) var cutPackets = 0
    /// Packets that the recorder could not keep up with: see ``CaptureReader/droppedPackets``.
    public internal(set) var droppedPackets = 0
    /// Packets that begin with headers that are not read.
    public internal(set) var unreadPackets = 0
    /// The kind of header that the first of them begins with.
    public internal(set) var unreadLink: LinkType?
    /// Fragments of IP packets with TCP, which are not put together.
    public internal(set) var fragments = 0
    /// Packets that begin QUIC connections, which carry HTTP/3 in place of TCP. No calls are read from these.
    public internal(set) var quicPackets = 0
    /// Places in HTTP connections where bytes are missing: of packets that were cut, or are not in the capture at all.
    public internal(set) var gaps = 0
    /// The number of bytes that are missing there.
    public internal(set) var missingBytes = 0
    /// Packets with a TCP segment.
    public internal(set) var segments = 0
    /// TCP connections.
    public internal(set) var connections = 0
    /// Entries of a HAR file, a flow file or a binary log.
    public internal(set) var entries = 0
    /// Header blocks that were not read to their end, because their headers are larger than is read of a capture.
    public internal(set) var limitedHeaderBlocks = 0
    /// HTTP exchanges that are no gRPC calls.
    public internal(set) var passedOver = 0
    /// TLS connections that could not be decrypted; none where ``CallExtractor`` was given nothing to decrypt with.
    public internal(set) var encrypted = EncryptedConnections()

    /// Adds what was seen in another file.
    mutating func add(_ other: CaptureCounts) {
        let sums: [WritableKeyPath<Self, Int>] = [
            \.packets, \.duplicatePackets, \.cutPackets, \.droppedPackets, \.unreadPackets, \.fragments,
            \.quicPackets, \.segments, \.connections, \.entries, \.limitedHeaderBlocks,
        ]
        for sum in sums { self[keyPath: sum] += other[keyPath: sum] }
        unreadLink = unreadLink ?? other.unreadLink
    }

    /// Counts a packet without a segment that is read.
    mutating func note(unread packet: Span<UInt8>, _ link: LinkType) {
        if !link.isRead(in: packet) {
            unreadPackets += 1
            unreadLink = unreadLink ?? link
        } else if let datagram = IPPacket(packet, link) {
            if datagram.isFragment, datagram.transport == IPPacket.tcp { fragments += 1 }
            if datagram.beginsQUIC(in: packet) { quicPackets += 1 }
        }
    }

    /// Whether packets, or parts of packets, are missing: what the capture does not show may still have been sent.
    public var lacksPackets: Bool {
        cutPackets > 0 || gaps > 0 || droppedPackets > 0 || unreadPackets > 0 || fragments > 0
    }
}

extension CaptureCounts: CustomStringConvertible {
    /// `99 packets and 1 TCP connection`, or `6 entries`; and the number of HTTP exchanges that were no gRPC.
    public var description: String {
        func count(_ number: Int, _ one: String, plural several: String) -> String {
            "\(number) \(number == 1 ? one : several)"
        }
        let read =
            entries > 0
            ? count(entries, "entry", plural: "entries")
            : count(packets, "packet", plural: "packets") + " and "
                + count(connections, "TCP connection", plural: "TCP connections")
        guard passedOver > 0 else { return read }
        return read + " with " + count(passedOver, "other exchange of HTTP", plural: "other exchanges of HTTP")
    }
}
