/// A TCP segment of a captured packet. Its payload stays where it is: in the bytes that it was read from.
struct TCPSegment {
    let source: SocketAddress
    let destination: SocketAddress
    let sequence: UInt32
    let acknowledgement: UInt32?
    let isSYN: Bool
    let isFIN: Bool
    let isRST: Bool
    let payload: Range<Int>
    /// Bytes at the end of the payload that the capture did not keep.
    let missing: Int
}

extension TCPSegment {
    /// The segment in a packet; `nil` for packets that hold none, or are cut before its payload.
    ///
    /// - Parameter bytes: What the packet was read from.
    ///
    /// Source: RFC 9293
    init?(_ packet: InternetPacket, in bytes: Span<UInt8>) {
        guard packet.transport == InternetPacket.tcp else { return nil }
        let start = packet.payload.lowerBound
        let header = bytes.extracting(packet.payload)
        guard let sourcePort = header.half(0), let destinationPort = header.half(2), let sequence = header.word(4),
            let acknowledgement = header.word(8), let size = header.byte(12), let flags = header.byte(13)
        else { return nil }
        let headerLength = Int(size >> 4) * 4
        guard headerLength >= 20, headerLength <= packet.length else { return nil }
        source = SocketAddress(address: packet.source, port: sourcePort)
        destination = SocketAddress(address: packet.destination, port: destinationPort)
        self.sequence = sequence
        self.acknowledgement = flags & 0x10 != 0 ? acknowledgement : nil
        isSYN = flags & 0x02 != 0
        isFIN = flags & 0x01 != 0
        isRST = flags & 0x04 != 0
        payload = min(start + headerLength, packet.payload.upperBound)..<packet.payload.upperBound
        missing = packet.length - headerLength - payload.count
    }
}
