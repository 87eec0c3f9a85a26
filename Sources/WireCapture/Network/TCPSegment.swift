/// A TCP segment of a captured packet.
struct TCPSegment {
    var source: Endpoint
    var destination: Endpoint
    var sequence: UInt32
    var acknowledgement: UInt32?
    var isSYN: Bool
    var isFIN: Bool
    var isRST: Bool
    var payload: ArraySlice<UInt8>
    /// Bytes at the end of the payload that the capture did not keep.
    var missing: Int
}

extension TCPSegment {
    /// The segment in a packet; `nil` for packets that hold none, or are cut before its payload.
    ///
    /// Source: RFC 9293
    init?(_ packet: InternetPacket) {
        guard packet.transport == InternetPacket.tcp else { return nil }
        let fields = Fields(bytes: packet.payload)
        guard let sourcePort = fields.half(0), let destinationPort = fields.half(2), let sequence = fields.word(4),
            let acknowledgement = fields.word(8), let size = fields.byte(12), let flags = fields.byte(13)
        else { return nil }
        let headerLength = Int(size >> 4) * 4
        guard headerLength >= 20, headerLength <= packet.length else { return nil }
        source = Endpoint(address: packet.source, port: sourcePort)
        destination = Endpoint(address: packet.destination, port: destinationPort)
        self.sequence = sequence
        self.acknowledgement = flags & 0x10 != 0 ? acknowledgement : nil
        isSYN = flags & 0x02 != 0
        isFIN = flags & 0x01 != 0
        isRST = flags & 0x04 != 0
        payload = fields.dropping(headerLength) ?? []
        missing = packet.length - headerLength - payload.count
    }
}
