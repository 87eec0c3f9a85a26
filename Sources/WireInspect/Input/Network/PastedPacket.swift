import ByteText
internal import PacketWire

/// A packet of a network with its headers, as it is copied out of capture tools.
///
/// Bytes are taken for a packet only when the lengths in the headers add up and, in IPv4, the checksum is right, where
/// there is one.
enum PastedPacket {
    /// Ethernet fills its frames up to 60 bytes and adds a checksum.
    private static let paddingLimit = 50

    /// The range of the bytes that TCP carries; empty in packets of other kinds. `nil` for bytes that are no packet.
    static func payload(of bytes: [UInt8]) -> Range<Int>? {
        let span = bytes.span
        var links: [LinkType] = [.raw, .ethernet, .linuxCooked, .linuxCooked2]
        // The address family of a loopback header is a small number in either byte order.
        if bytes.count > 4, bytes[1] == 0, bytes[2] == 0, (bytes[0] == 0) != (bytes[3] == 0) { links.append(.null) }
        for link in links {
            guard let packet = IPPacket(span, link), packet.length == packet.payload.count else { continue }
            let surplus = bytes.count - packet.payload.upperBound
            guard surplus == 0 || packet.start > 4 && surplus <= paddingLimit else { continue }
            let isChecksumRight = packet.isChecksumRight(in: span)
            guard isChecksumRight ?? true else { continue }
            let segment = packet.isFragment ? nil : TCPSegment(packet, in: span)
            // The checksum shows that this is a packet, whatever it carries.
            guard segment != nil || isChecksumRight == true else { continue }
            return segment?.payload ?? packet.payload.upperBound..<packet.payload.upperBound
        }
        return nil
    }
}
