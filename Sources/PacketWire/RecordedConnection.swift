import ByteText

/// The packets of a TCP connection whose bytes are known, for a capture of traffic that a program passes on itself.
///
/// The packets begin with IP headers (``LinkType/raw``). Sequence numbers begin at 0 on both sides, nothing is lost or sent
/// twice, and what one side sends acknowledges all that the other side has sent before.
package struct RecordedConnection: Sendable {
    /// The end of the connection that sends a packet.
    package enum Side: Int, Sendable {
        case client, server

        var other: Side { self == .client ? .server : .client }
    }

    private struct End {
        let address: SocketAddress
        /// The sequence number of the next byte.
        var next: UInt32 = 0
        var isFinished = false
    }

    /// The flags of a TCP header.
    ///
    /// Source: https://www.rfc-editor.org/rfc/rfc9293.html#section-3.1
    private struct Flags: OptionSet {
        let rawValue: UInt8
        static let fin = Flags(rawValue: 1)
        static let syn = Flags(rawValue: 2)
        static let push = Flags(rawValue: 8)
        static let ack = Flags(rawValue: 16)
    }

    /// Bytes of content in a packet: some frames of HTTP/2, and far from the 64 KiB that an IP packet may have.
    private static let segmentSize = 32 << 10

    /// By ``Side``.
    private var ends: [End]
    private var isOpen = false

    /// - Parameters:
    ///   - client: The end that has opened the connection.
    ///   - server: The other end, which has an address of the same version of IP.
    package init(client: SocketAddress, server: SocketAddress) {
        ends = [End(address: client), End(address: server)]
    }

    /// Appends the records of packets that carry `bytes`, behind the handshake if these are the first.
    ///
    /// - Parameter time: Nanoseconds since 1970.
    package mutating func send(_ bytes: [UInt8], from side: Side, at time: Int64, to file: inout PcapWriter) {
        if !isOpen {
            isOpen = true
            write(.syn, from: .client, at: time, to: &file)
            write([.syn, .ack], from: .server, at: time, to: &file)
            write(.ack, from: .client, at: time, to: &file)
        }
        for start in stride(from: 0, to: bytes.count, by: Self.segmentSize) {
            let content = bytes[start..<min(start + Self.segmentSize, bytes.count)]
            write([.push, .ack], from: side, content: content, at: time, to: &file)
        }
    }

    /// Appends the records of the packets that end a direction; nothing when it has ended before.
    package mutating func finish(_ side: Side, at time: Int64, to file: inout PcapWriter) {
        guard isOpen, !ends[side.rawValue].isFinished else { return }
        write([.fin, .ack], from: side, at: time, to: &file)
        ends[side.rawValue].isFinished = true
        write(.ack, from: side.other, at: time, to: &file)
    }

    private mutating func write(
        _ flags: Flags, from side: Side, content: ArraySlice<UInt8> = [], at time: Int64, to file: inout PcapWriter
    ) {
        let (sender, receiver) = (ends[side.rawValue], ends[side.other.rawValue])
        // The largest segment, and windows of 1 GiB, as no packet waits for another.
        let options: [UInt8] = flags.contains(.syn) ? [2, 4, UInt8(Self.segmentSize >> 8), 0, 3, 3, 14, 1] : []
        var segment: [UInt8] = []
        segment.reserveCapacity(24 + content.count)
        segment.append(bigEndian: sender.address.port)
        segment.append(bigEndian: receiver.address.port)
        segment.append(bigEndian: sender.next)
        segment.append(bigEndian: flags.contains(.ack) ? receiver.next : 0)
        segment += [UInt8(((20 + options.count) / 4) << 4), flags.rawValue, 0xff, 0xff, 0, 0, 0, 0]
        segment += options
        segment += content
        let (source, destination) = (sender.address.address.bytes, receiver.address.address.bytes)
        var checksum = InternetChecksum()
        let pseudoHeader =
            source + destination + [0, 6, UInt8(segment.count >> 8), UInt8(truncatingIfNeeded: segment.count)]
        checksum.add(pseudoHeader.span)
        checksum.add(segment.span)
        (segment[16], segment[17]) = checksum.bytes
        ends[side.rawValue].next &+= UInt32(content.count) &+ (flags.isDisjoint(with: [.syn, .fin]) ? 0 : 1)
        file.append(Self.header(from: source, to: destination, length: segment.count) + segment, at: time)
    }

    /// The IP header before a segment of `length` bytes.
    private static func header(from source: [UInt8], to destination: [UInt8], length: Int) -> [UInt8] {
        guard source.count == 4 else {
            return [0x60, 0, 0, 0, UInt8(length >> 8), UInt8(truncatingIfNeeded: length), 6, 64] + source + destination
        }
        var header: [UInt8] = [0x45, 0]
        header.append(bigEndian: UInt16(20 + length))
        // No identification, as the packet must not be fragmented.
        header += [0, 0, 0x40, 0, 64, 6, 0, 0] + source + destination
        var checksum = InternetChecksum()
        checksum.add(header.span)
        (header[10], header[11]) = checksum.bytes
        return header
    }
}
