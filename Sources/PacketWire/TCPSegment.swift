import ByteText

/// The header of a TCP segment. The payload is a range in the bytes that the header was read from.
///
/// Source: RFC 9293
package struct TCPSegment: Sendable {
    package let source: SocketAddress
    package let destination: SocketAddress
    package let sequence: UInt32
    package let acknowledgement: UInt32?
    package let isSYN: Bool
    package let isFIN: Bool
    package let isRST: Bool
    package let payload: Range<Int>
    /// Bytes at the end of the payload that the capture did not keep.
    package let missing: Int
}

extension TCPSegment {
    /// Reads the segment in an IP packet; `nil` for other protocols, and for packets that end before the payload.
    ///
    /// - Parameter bytes: The bytes that the packet was read from.
    package init?(_ packet: IPPacket, in bytes: Span<UInt8>) {
        guard packet.transport == IPPacket.tcp else { return nil }
        let start = packet.payload.lowerBound
        let header = bytes.extracting(packet.payload)
        guard let sourcePort = header.uint16(at: 0), let destinationPort = header.uint16(at: 2),
            let sequence = header.uint32(at: 4), let acknowledgement = header.uint32(at: 8),
            let size = header.uint8(at: 12), let flags = header.uint8(at: 13)
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
