/// Reads the packets of a pcap or pcapng file that arrives in pieces of any size.
///
/// Sources: https://datatracker.ietf.org/doc/draft-ietf-opsawg-pcap/ and
/// https://datatracker.ietf.org/doc/draft-ietf-opsawg-pcapng/
public struct CaptureReader: Sendable {
    /// The largest record that is believed, in bytes. Wireshark's own limit for a packet is 256 KiB.
    public static let recordLimit = 16 << 20

    private enum Format { case unknown, pcap, pcapng }
    private struct Interface {
        var link = LinkType.ethernet
        var ticks = TickLength.microseconds
        var offset: Int64 = 0
        var snapLength = 0
        /// Packets that did not make it from the interface to the file, by its last statistics.
        var dropped: UInt64 = 0
    }

    private var format = Format.unknown
    private var isBigEndian = false
    /// Bytes of the header of each packet in a pcap file.
    private var recordHeader = 16
    private var interfaces: [Interface] = []
    private(set) var buffer: [UInt8] = []
    private var head = 0
    /// Bytes behind those in `buffer`, which ends in a record that is not whole. As many as `taken` are in both.
    private var following: [UInt8] = []
    private var taken = 0
    /// How many bytes were in `buffer` before any of `following`.
    private var tail = 0
    /// Offset in the file of `buffer[head]`.
    private var position = 0
    private var packets = 0
    /// Packets that were dropped before each of those in the file, and in sections that have ended.
    private var droppedBetween: UInt64 = 0
    private var droppedBefore: UInt64 = 0

    public init() {}

    /// How many packets the recorder could not keep up with, by what pcapng says of that: in the statistics of interfaces,
    /// or with the packets behind them. 0 where nothing is said, as in every pcap file.
    public var droppedPackets: Int {
        let inStatistics = interfaces.reduce(droppedBefore) { $0.addingReportingOverflow($1.dropped).partialValue }
        return Int(clamping: max(inStatistics, droppedBetween))
    }

    /// Takes the next bytes of the file.
    ///
    /// They stay where they are; only the beginning is copied, to the end of a record that began before them.
    public mutating func append(_ chunk: some Collection<UInt8>) {
        if !following.isEmpty {
            following.append(contentsOf: chunk)
        } else if head == buffer.count {
            (buffer, head) = (chunk as? [UInt8] ?? Array(chunk), 0)
        } else {
            // Not in place: whoever read the file may hold on to the piece and use its memory again.
            buffer = Array(buffer[head...])
            (following, taken, head, tail) = (chunk as? [UInt8] ?? Array(chunk), 0, 0, buffer.count)
        }
    }

    /// Goes on to `following` once the record that began before it has been read; returns `false` when it has not been.
    private mutating func advance() -> Bool {
        guard !following.isEmpty, head >= tail else { return false }
        (buffer, head) = (following, taken - (buffer.count - head))
        following = []
        return true
    }

    /// Takes more of `following`; returns `false` when there is none.
    private mutating func refill() -> Bool {
        guard taken < following.count else { return false }
        let count = min(max(4096, buffer.count), following.count - taken)
        buffer.append(contentsOf: following[taken..<(taken + count)])
        taken += count
        return true
    }

    /// The next packet, or `nil` until more bytes arrive.
    ///
    /// - Throws: ``CaptureError``; the file cannot be read beyond it.
    public mutating func next() throws(CaptureError) -> CapturedPacket? {
        guard let place = try nextPlace() else { return nil }
        return CapturedPacket(
            number: place.number, time: place.time, link: place.link, bytes: Array(buffer[place.range]),
            originalLength: place.originalLength)
    }

    /// As ``next()``; the packet's bytes stay where they are, in `buffer`, until the next call.
    mutating func nextPlace() throws(CaptureError) -> PacketPlace? {
        while true {
            if let place = try readPlace() { return place }
            guard advance() || refill() else { return nil }
        }
    }

    /// The next packet that is in `buffer` as a whole.
    private mutating func readPlace() throws(CaptureError) -> PacketPlace? {
        while true {
            switch format {
            case .unknown: guard try readMagic() else { return nil }
            case .pcap: return try readRecord()
            case .pcapng:
                guard let block = try readBlock() else { return nil }
                if let packet = packet(in: block) { return packet }
            }
        }
    }

    /// Says that the file has ended.
    ///
    /// - Throws: ``CaptureError/Code/truncated`` when it ended inside a record.
    public func finish() throws(CaptureError) {
        guard available > 0 else { return }
        throw error(.truncated, "the file ends inside a record; its last \(available) bytes are left out")
    }

    // MARK: pcap

    /// What the first four bytes of a pcap file say, read in network byte order.
    struct Magic {
        var isBigEndian: Bool
        var ticks: TickLength
        /// Bytes of the header of each packet.
        var recordHeader = 16

        init?(_ word: UInt32) {
            isBigEndian = word >> 24 == 0xa1
            switch isBigEndian ? word : word.byteSwapped {
            case 0xa1b2_c3d4: ticks = .microseconds
            case 0xa1b2_3c4d: ticks = .nanoseconds
            case 0xa1b2_cd34:
                // A patched libpcap that old systems had; the header has three more fields.
                ticks = .microseconds
                recordHeader = 24
            default: return nil
            }
        }
    }

    private mutating func readMagic() throws(CaptureError) -> Bool {
        guard available >= 4 else { return false }
        isBigEndian = true
        let word = word(0)
        if word == 0x0a0d_0d0a {
            format = .pcapng
            return true
        }
        guard let magic = Magic(word) else {
            throw error(.unknownFormat, "this is neither a pcap nor a pcapng file")
        }
        isBigEndian = magic.isBigEndian
        recordHeader = magic.recordHeader
        guard available >= 24 else { return false }
        var interface = Interface()
        interface.ticks = magic.ticks
        // The upper bits say whether frames have a check sum at their end.
        interface.link = LinkType(rawValue: self.word(20) & 0xffff)
        interfaces = [interface]
        skip(24)
        format = .pcap
        return true
    }

    private mutating func readRecord() throws(CaptureError) -> PacketPlace? {
        guard available >= recordHeader else { return nil }
        let length = Int(word(8))
        guard length <= Self.recordLimit else {
            throw error(.tooLarge, "a packet of \(length) bytes is announced; the file is damaged here")
        }
        guard available >= recordHeader + length else { return nil }
        let fraction = Int64(word(4)) * (interfaces[0].ticks == .nanoseconds ? 1 : 1000)
        let time = Int64(word(0)) * 1_000_000_000 + fraction
        let start = head + recordHeader
        packets += 1
        let packet = PacketPlace(
            number: packets, time: time, link: interfaces[0].link, range: start..<(start + length),
            originalLength: max(length, Int(word(12))))
        skip(recordHeader + length)
        return packet
    }

    // MARK: pcapng

    /// The type of a block, and where its body stands in `buffer`.
    private struct Block {
        let type: UInt32
        let body: Range<Int>
    }

    private mutating func readBlock() throws(CaptureError) -> Block? {
        guard available >= 12 else { return nil }
        // The type of a section header reads the same in both byte orders; the order follows it.
        if word(0) == 0x0a0d_0d0a {
            let order = (0..<4).map { buffer[head + 8 + $0] }
            switch order {
            case [0x1a, 0x2b, 0x3c, 0x4d]: isBigEndian = true
            case [0x4d, 0x3c, 0x2b, 0x1a]: isBigEndian = false
            default: throw error(.malformed, "the section header has no byte order")
            }
        }
        let length = Int(word(4))
        guard length >= 12, length % 4 == 0 else {
            throw error(.malformed, "a block of \(length) bytes is announced, which no block can have")
        }
        guard length <= Self.recordLimit else {
            throw error(.tooLarge, "a block of \(length) bytes is announced; the file is damaged here")
        }
        guard available >= length else { return nil }
        let block = Block(type: word(0), body: (head + 8)..<(head + length - 4))
        skip(length)
        return block
    }

    private mutating func packet(in block: Block) -> PacketPlace? {
        let bytes = buffer[block.body]
        let body = bytes.span
        switch block.type {
        case 0x0a0d_0d0a:
            for interface in interfaces { droppedBefore &+= interface.dropped }
            interfaces = []
        case 1:
            var interface = Interface()
            interface.link = LinkType(rawValue: UInt32(half(body, 0) ?? 1))
            interface.snapLength = Int(word(body, 4) ?? 0)
            forEachOption(of: body, from: 8) { code, value, length in
                if code == 9, let byte = body.byte(value) {
                    interface.ticks = TickLength(option: byte)
                } else if code == 14, length == 8 {
                    let seconds = Int64(bitPattern: double(body, value))
                    interface.offset = seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue
                }
            }
            // More than any machine has: the rest of a damaged file is then read as the last of them.
            if interfaces.count < 65_536 { interfaces.append(interface) }
        case 6:  // enhanced packet
            guard let index = word(body, 0), let length = word(body, 12) else { return nil }
            let time = time(body, interface: Int(index), at: 4)
            let packet = packet(
                block, interface: Int(index), time, length: length, original: word(body, 16), at: 20)
            let options = (packet.range.upperBound - block.body.lowerBound + 3) / 4 * 4
            if options < body.count { droppedBetween &+= sum(of: [4], in: body, from: options) }
            return packet
        case 5:  // statistics of an interface
            guard let index = word(body, 0), interfaces.indices.contains(Int(index)) else { return nil }
            // By the interface, and by the system.
            interfaces[Int(index)].dropped = sum(of: [5, 7], in: body, from: 12)
        case 2:  // packet, obsolete
            guard let index = half(body, 0), let length = word(body, 12) else { return nil }
            let time = time(body, interface: Int(index), at: 4)
            return packet(block, interface: Int(index), time, length: length, original: word(body, 16), at: 20)
        case 3:  // simple packet: no time, and only as long as the snap length
            guard let original = word(body, 0), let interface = interfaces.first else { return nil }
            let limit = interface.snapLength == 0 ? Int.max : interface.snapLength
            let length = min(Int(original), limit, body.count - 4)
            return packet(
                block, interface: 0, nil, length: UInt32(truncatingIfNeeded: length), original: original, at: 4)
        default: break
        }
        return nil
    }

    private mutating func packet(
        _ block: Block, interface index: Int, _ time: Int64?, length: UInt32, original: UInt32?, at start: Int
    ) -> PacketPlace {
        packets += 1
        let link = interfaces.indices.contains(index) ? interfaces[index].link : Interface().link
        let first = min(block.body.lowerBound + start, block.body.upperBound)
        return PacketPlace(
            number: packets, time: time, link: link,
            range: first..<min(block.body.upperBound, first + Int(length)),
            originalLength: max(Int(length), Int(original ?? length)))
    }

    private func time(_ body: Span<UInt8>, interface index: Int, at offset: Int) -> Int64? {
        guard let high = word(body, offset), let low = word(body, offset + 4) else { return nil }
        let interface = interfaces.indices.contains(index) ? interfaces[index] : Interface()
        return interface.ticks.nanoseconds(UInt64(high) << 32 | UInt64(low)) &+ interface.offset
    }

    /// - Parameter take: Is given the code of an option, where its value stands, and how long that is.
    private func forEachOption(of body: Span<UInt8>, from start: Int, _ take: (UInt16, Int, Int) -> Void) {
        var index = start
        while let code = half(body, index), code != 0, let length = half(body, index + 2) {
            take(code, index + 4, Int(length))
            index += 4 + (Int(length) + 3) / 4 * 4
        }
    }

    /// What options that count something add up to.
    private func sum(of codes: [UInt16], in body: Span<UInt8>, from start: Int) -> UInt64 {
        var sum: UInt64 = 0
        forEachOption(of: body, from: start) { code, value, length in
            if length == 8, codes.contains(code) { sum &+= double(body, value) }
        }
        return sum
    }

    /// Eight bytes; 0 where they are not there.
    private func double(_ body: Span<UInt8>, _ offset: Int) -> UInt64 {
        guard let first = word(body, offset), let second = word(body, offset + 4) else { return 0 }
        return isBigEndian ? UInt64(first) << 32 | UInt64(second) : UInt64(second) << 32 | UInt64(first)
    }

    private func half(_ body: Span<UInt8>, _ offset: Int) -> UInt16? { body.half(offset, isBigEndian: isBigEndian) }
    private func word(_ body: Span<UInt8>, _ offset: Int) -> UInt32? { body.word(offset, isBigEndian: isBigEndian) }

    // MARK: Bytes

    private var available: Int { buffer.count - head }

    private func word(_ offset: Int) -> UInt32 {
        buffer.span.word(head + offset, isBigEndian: isBigEndian) ?? 0
    }

    private mutating func skip(_ count: Int) {
        head += count
        position += count
    }

    private func error(_ code: CaptureError.Code, _ detail: String) -> CaptureError {
        CaptureError(code: code, offset: position, detail: detail)
    }
}
