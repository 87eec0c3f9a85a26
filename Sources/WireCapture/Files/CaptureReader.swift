import ByteText
import PacketWire

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
        var resolution = TimestampResolution.microseconds
        var timeOffset: Int64 = 0
        /// Bytes that are kept of a packet.
        var snapLength = Int.max
        /// Packets that did not make it from the interface to the file, by its last statistics.
        var dropped: UInt64 = 0
    }

    private var format = Format.unknown
    private var isBigEndian = false
    private var interfaces: [Interface] = []
    private(set) var buffer: [UInt8] = []
    private var head = 0
    /// The bytes of the file behind `buffer`, which ends in a record that is not whole. The first `taken` are in both.
    private var following: [UInt8] = []
    private var taken = 0
    /// Offset in the file of `buffer[head]`.
    private var position = 0
    private var packets = 0
    /// The TLS key logs that were read since the last ``takeKeyLogs()``.
    private var keyLogs: [[UInt8]] = []
    /// Packets that were dropped between those in the file, by the options of packets.
    private var droppedBetween: UInt64 = 0
    /// Packets that were dropped in sections that have ended, by the statistics of interfaces.
    private var droppedBefore: UInt64 = 0

    /// A reader that has been given nothing yet.
    public init() {}

    /// Packets that the recorder could not keep up with, by the statistics of the interfaces or the options of the packets
    /// behind them. 0 where the file does not say it, as in every pcap file.
    public var droppedPackets: Int {
        let inStatistics = interfaces.reduce(droppedBefore) { $0 &+ $1.dropped }
        return Int(clamping: max(inStatistics, droppedBetween))
    }

    /// Takes the next bytes of the file.
    ///
    /// The bytes stay where they are; only the rest of a record that began before them is copied.
    public mutating func append(_ chunk: some Collection<UInt8>) {
        if !following.isEmpty {
            following.append(contentsOf: chunk)
        } else if head == buffer.count {
            (buffer, head) = (chunk as? [UInt8] ?? Array(chunk), 0)
        } else {
            // Not in place: the caller may hold on to the chunk and use its memory again.
            buffer = Array(buffer[head...])
            (following, taken, head) = (chunk as? [UInt8] ?? Array(chunk), 0, 0)
        }
    }

    /// Goes on to `following` once the record that began before it has been read; returns `false` until then.
    private mutating func advance() -> Bool {
        guard !following.isEmpty, available <= taken else { return false }
        (buffer, head) = (following, taken - available)
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

    /// Reads the next packet as ``next()`` does, but leaves its bytes in `buffer`, where they stay until the next call.
    mutating func nextPlace() throws(CaptureError) -> PacketPlace? {
        while true {
            if let place = try readPlace() { return place }
            guard advance() || refill() else { return nil }
        }
    }

    /// The next packet, if all of it is in `buffer`.
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

    var hasKeyLogs: Bool { !keyLogs.isEmpty }

    /// The content of the Decryption Secrets Blocks that were read since the last call, where they are TLS key logs.
    mutating func takeKeyLogs() -> [[UInt8]] {
        guard !keyLogs.isEmpty else { return [] }
        defer { keyLogs = [] }
        return keyLogs
    }

    /// Says that the file has ended.
    ///
    /// - Throws: ``CaptureError/Code/truncated`` when it ended inside a record.
    public func finish() throws(CaptureError) {
        guard available > 0 else { return }
        throw error(.truncated, "the file ends inside a record; its last \(available) bytes are left out")
    }

    // MARK: pcap

    private mutating func readMagic() throws(CaptureError) -> Bool {
        guard available >= 4 else { return false }
        switch CaptureFileMagic(buffer.span.extracting(head...)) {
        case .pcapng: format = .pcapng
        case .pcap(let isBigEndian, let isNanoseconds):
            guard available >= 24 else { return false }
            self.isBigEndian = isBigEndian
            // The upper bits say whether frames have a checksum at their end.
            let link = LinkType(rawValue: word(20) & 0xffff)
            interfaces = [Interface(link: link, resolution: isNanoseconds ? .nanoseconds : .microseconds)]
            skip(24)
            format = .pcap
        case nil: throw error(.unknownFormat, "this is neither a pcap nor a pcapng file")
        }
        return true
    }

    private mutating func readRecord() throws(CaptureError) -> PacketPlace? {
        let header = 16
        guard available >= header else { return nil }
        let length = Int(word(8))
        guard length <= Self.recordLimit else {
            throw error(.tooLarge, "a packet of \(length) bytes is announced; the file is damaged here")
        }
        guard available >= header + length else { return nil }
        let time = Int64(word(0)) * 1_000_000_000 + interfaces[0].resolution.nanoseconds(UInt64(word(4)))
        let start = head + header
        packets += 1
        let packet = PacketPlace(
            number: packets, time: time, link: interfaces[0].link, range: start..<(start + length),
            originalLength: max(length, Int(word(12))))
        skip(header + length)
        return packet
    }

    // MARK: pcapng

    /// The type of a block, and the range of its body in `buffer`.
    private typealias Block = (type: UInt32, body: Range<Int>)

    private mutating func readBlock() throws(CaptureError) -> Block? {
        guard available >= 12 else { return nil }
        if word(0) == CaptureFileMagic.sectionHeader {
            guard let isBigEndian = CaptureFileMagic.isBigEndian(sectionHeader: buffer.span.extracting(head...)) else {
                throw error(.malformed, "the section header has no byte order")
            }
            self.isBigEndian = isBigEndian
        }
        let length = Int(word(4))
        guard length >= 12, length % 4 == 0 else {
            throw error(.malformed, "a block of \(length) bytes is announced, which no block can have")
        }
        guard length <= Self.recordLimit else {
            throw error(.tooLarge, "a block of \(length) bytes is announced; the file is damaged here")
        }
        guard available >= length else { return nil }
        defer { skip(length) }
        return (word(0), (head + 8)..<(head + length - 4))
    }

    private mutating func packet(in block: Block) -> PacketPlace? {
        let bytes = buffer[block.body]
        let body = bytes.span
        switch block.type {
        case CaptureFileMagic.sectionHeader:
            for interface in interfaces { droppedBefore &+= interface.dropped }
            interfaces = []
        case 1: addInterface(body)
        case 5:  // statistics of an interface
            guard let index = word(body, 0), interfaces.indices.contains(Int(index)) else { return nil }
            // Dropped by the interface, and by the system.
            interfaces[Int(index)].dropped = sum(ofOptions: [5, 7], in: body, from: 12)
        case 3: return simplePacket(block, body)
        case 2, 6:  // packet, enhanced packet
            guard let packet = packet(block, body) else { return nil }
            let options = (packet.range.upperBound - block.body.lowerBound + 3) / 4 * 4
            if options < body.count { droppedBetween &+= sum(ofOptions: [4], in: body, from: options) }
            return packet
        case 10:  // decryption secrets
            guard word(body, 0) == 0x544c_534b, let length = word(body, 4) else { return nil }  // "TLSK"
            keyLogs.append(body.array(min(8, body.count)..<min(8 + Int(length), body.count)))
        default: break
        }
        return nil
    }

    private mutating func addInterface(_ body: Span<UInt8>) {
        let link = LinkType(rawValue: UInt32(body.uint16(at: 0, isBigEndian: isBigEndian) ?? 1))
        var interface = Interface(link: link)
        if let length = word(body, 4), length > 0 { interface.snapLength = Int(length) }
        forEachOption(of: body, from: 8) { code, value in
            if code == 9, let byte = body.uint8(at: value.lowerBound) {
                interface.resolution = TimestampResolution(option: byte)
            } else if code == 14, value.count == 8 {
                let seconds = body.uint64(at: value.lowerBound, isBigEndian: isBigEndian) ?? 0
                interface.timeOffset = Int64(bitPattern: seconds) &* 1_000_000_000
            }
        }
        // More than any machine has: the rest of a damaged file is then read as the last of them.
        if interfaces.count < 65_536 { interfaces.append(interface) }
    }

    /// The packet of a simple packet block: of the first interface, without a time.
    private mutating func simplePacket(_ block: Block, _ body: Span<UInt8>) -> PacketPlace? {
        guard let length = word(body, 0).map(Int.init) else { return nil }
        packets += 1
        let interface = interfaces.first ?? Interface()
        let bytes = block.body.dropFirst(4).prefix(min(length, interface.snapLength))
        return PacketPlace(number: packets, time: nil, link: interface.link, range: bytes, originalLength: length)
    }

    /// The packet of an enhanced packet block, or of a packet block, which files had before: its bytes follow 20 bytes of other
    /// fields.
    private mutating func packet(_ block: Block, _ body: Span<UInt8>) -> PacketPlace? {
        let number = block.type == 2 ? body.uint16(at: 0, isBigEndian: isBigEndian).map(UInt32.init) : word(body, 0)
        guard let index = number.map(Int.init), let high = word(body, 4), let low = word(body, 8),
            let length = word(body, 12).map(Int.init)
        else { return nil }
        packets += 1
        let interface = interfaces.indices.contains(index) ? interfaces[index] : Interface()
        let time = interface.resolution.nanoseconds(UInt64(high) << 32 | UInt64(low)) &+ interface.timeOffset
        let first = min(block.body.lowerBound + 20, block.body.upperBound)
        return PacketPlace(
            number: packets, time: time, link: interface.link,
            range: first..<min(block.body.upperBound, first + length),
            originalLength: max(length, word(body, 16).map(Int.init) ?? 0))
    }

    /// Hands out the code of each option, and the range of its value.
    private func forEachOption(of body: Span<UInt8>, from start: Int, _ take: (UInt16, Range<Int>) -> Void) {
        var index = start
        while let code = body.uint16(at: index, isBigEndian: isBigEndian), code != 0,
            let length = body.uint16(at: index + 2, isBigEndian: isBigEndian)
        {
            take(code, (index + 4)..<(index + 4 + Int(length)))
            index += 4 + (Int(length) + 3) / 4 * 4
        }
    }

    private func sum(ofOptions codes: [UInt16], in body: Span<UInt8>, from start: Int) -> UInt64 {
        var sum: UInt64 = 0
        forEachOption(of: body, from: start) { code, value in
            guard value.count == 8, codes.contains(code) else { return }
            sum &+= body.uint64(at: value.lowerBound, isBigEndian: isBigEndian) ?? 0
        }
        return sum
    }

    private func word(_ body: Span<UInt8>, _ offset: Int) -> UInt32? {
        body.uint32(at: offset, isBigEndian: isBigEndian)
    }

    // MARK: Bytes

    private var available: Int { buffer.count - head }

    private func word(_ offset: Int) -> UInt32 {
        buffer.span.uint32(at: head + offset, isBigEndian: isBigEndian) ?? 0
    }

    private mutating func skip(_ count: Int) {
        head += count
        position += count
    }

    private func error(_ code: CaptureError.Code, _ detail: String) -> CaptureError {
        CaptureError(code, at: position, detail)
    }
}
