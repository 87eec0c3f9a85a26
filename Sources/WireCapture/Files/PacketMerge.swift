import ByteText
import PacketWire

/// Reads the packets of several files in the order of their times, by the clock of one of the recorders.
///
/// Packets are held for a while before they are passed on: the copies and acknowledgements that other files have of them show
/// by how much the clocks differ, and copies may have bytes that the first recorder has cut off.
struct PacketMerge {
    /// Memory that the packets take that are held, in bytes.
    static let heldLimit = 8 << 20
    /// How long packets are held, by the times of those behind them, in nanoseconds: as long as a few calls of a driver.
    private static let heldTime: Int64 = 60_000_000_000

    /// A packet that is held.
    struct HeldPacket {
        fileprivate(set) var place: PacketPlace
        fileprivate(set) var bytes: [UInt8]
        /// The time by the clock of the recorder; that of the packet before where the packet has none.
        fileprivate let time: Int64
        /// Another file has the packet, too, and that one counts.
        fileprivate(set) var isCopy = false

        fileprivate var footprint: Int { bytes.count + 128 }
    }

    private struct Source {
        let file: OpenCaptureFile
        var reader = CaptureReader()
        /// The next packet; its bytes are in the reader's buffer.
        var next: PacketPlace?
        /// The time of the packet, or that of the one before where it has none.
        var time = Int64.min
        /// The packets before it that were not passed on yet.
        var held: ArraySlice<HeldPacket> = []

        /// Goes on to the next packet; to none at the end of the file.
        mutating func advance() throws {
            while true {
                next = try reader.nextPlace()
                if let next {
                    time = max(time, next.time ?? time)
                    return
                }
                guard let piece = try file.next() else { return try reader.finish() }
                reader.append(piece)
            }
        }
    }

    private var sources: [Source]
    private var duplicates: PacketDuplicates
    private var clocks: RecorderClocks
    private var heldBytes = 0
    /// Why files cannot be read on, by their names.
    private(set) var failures: [(file: String, failure: CaptureError)] = []
    /// The number of packets so far.
    private var count = 0

    init(_ files: [OpenCaptureFile]) throws {
        sources = files.map { Source(file: $0) }
        duplicates = PacketDuplicates(files: files.count)
        clocks = RecorderClocks(files: files.count)
        for index in sources.indices { try advance(index) }
        try fill(behind: sources.map(\.time).min() ?? 0)
    }

    private mutating func advance(_ index: Int) throws {
        do {
            try sources[index].advance()
        } catch let error as CaptureError {
            sources[index].next = nil
            failures.append((sources[index].file.name, error))
        }
    }

    /// Passes on the next packet, numbered in the order of all files, with the position of its file.
    ///
    /// - Returns: Whether there was one.
    mutating func next(_ body: (HeldPacket, Int) -> Void) throws -> Bool {
        let first = earliest { file in sources[file].held.first.map { $0.time &+ clocks.offsets[file] } }
        guard let first, var packet = sources[first].held.first else { return false }
        // The memory of the slice goes on holding what is removed.
        sources[first].held[sources[first].held.startIndex].bytes = []
        sources[first].held.removeFirst()
        heldBytes -= packet.footprint
        count += 1
        packet.place.number = count
        packet.place.time = packet.place.time.map { $0 &+ clocks.offsets[first] }
        body(packet, first)
        try fill(behind: packet.time)
        return true
    }

    /// The file with the earliest time, and of several the first.
    private func earliest(_ time: (Int) -> Int64?) -> Int? {
        var first: (file: Int, time: Int64)?
        for file in sources.indices {
            if let time = time(file), first.map({ time < $0.time }) ?? true { first = (file, time) }
        }
        return first?.file
    }

    /// Reads on until enough packets are held.
    private mutating func fill(behind time: Int64) throws {
        while let file = earliest({ sources[$0].next == nil ? nil : sources[$0].time }),
            heldBytes == 0 || heldBytes < Self.heldLimit && sources[file].time <= time &+ Self.heldTime
        {
            hold(file)
            try advance(file)
        }
    }

    /// Holds the next packet of a file.
    private mutating func hold(_ file: Int) {
        guard let next = sources[file].next else { return }
        let bytes = sources[file].reader.buffer[next.range]
        var packet = HeldPacket(place: next, bytes: Array(bytes), time: sources[file].time)
        if let datagram = IPPacket(bytes.span, next.link), !datagram.isFragment,
            let segment = TCPSegment(datagram, in: bytes.span)
        {
            let copy = PacketDuplicates.Copy(
                file: file, index: sources[file].held.endIndex, time: next.time, kept: segment.payload.count)
            if let original = duplicates.original(of: copy, segment, in: bytes.span) {
                packet.isCopy = true
                if !segment.payload.isEmpty || segment.missing > 0 {
                    clocks.compare(original, copy, isForward: segment.source < segment.destination)
                }
                if original.kept < copy.kept { complete(original, by: packet) }
            } else {
                clocks.compare(segment, copy)
            }
        }
        sources[file].held.append(packet)
        heldBytes += packet.footprint
    }

    /// Puts the bytes of a copy in the place of those of a packet, of which fewer were kept, if that is still held.
    private mutating func complete(_ original: PacketDuplicates.Copy, by copy: HeldPacket) {
        guard sources[original.file].held.indices.contains(original.index) else { return }
        var packet = HeldPacket(
            place: copy.place, bytes: copy.bytes, time: sources[original.file].held[original.index].time)
        packet.place.time = original.time
        heldBytes += packet.footprint - sources[original.file].held[original.index].footprint
        sources[original.file].held[original.index] = packet
    }

    /// The TLS key logs that were read in the files since the last call.
    mutating func takeKeyLogs() -> [[UInt8]] {
        sources.indices.flatMap { sources[$0].reader.takeKeyLogs() }
    }

    /// Packets that the recorders could not keep up with.
    var droppedPackets: Int { sources.reduce(0) { $0 + $1.reader.droppedPackets } }
}

/// Finds packets that are in several files.
///
/// A segment that one file has twice was sent twice: of each segment as many copies are new as the file has that has most.
/// Copies are found as long as no more than ``limit`` other segments came between them. Where a recorder has cut the payload,
/// the headers decide.
struct PacketDuplicates {
    /// Segments that are remembered.
    static let limit = 1 << 16

    /// A segment in one of the files.
    struct Copy {
        let file: Int
        /// The index among the packets of the file that were held.
        let index: Int
        let time: Int64?
        /// Bytes of the payload that the recorder has kept.
        var kept: Int
    }

    /// A segment with the number of its copies in each file, and the most copies that one file has.
    private struct Known {
        var first: Copy
        /// A hash of the payload; `nil` as long as every recorder has cut it.
        var content: Int?
        var counts: [UInt16]
        var most: UInt16 = 0
    }

    private let files: Int
    /// By a hash of the headers.
    private var known: [Int: Known] = [:]
    /// The keys in `known`, the oldest first.
    private var order: ArraySlice<Int> = []

    init(files: Int) { self.files = files }

    /// The first copy of a segment, if it came from another file; `nil` for a segment that is new.
    mutating func original(of copy: Copy, _ segment: TCPSegment, in packet: Span<UInt8>) -> Copy? {
        let fingerprint = Self.fingerprint(segment)
        let content = segment.missing == 0 ? Self.hash(packet.extracting(segment.payload)) : nil
        if known[fingerprint] == nil {
            if order.count == Self.limit { known[order.removeFirst()] = nil }
            order.append(fingerprint)
        }
        let new = Known(first: copy, content: content, counts: Array(repeating: 0, count: files))
        var copies = known[fingerprint] ?? new
        // The same headers with other bytes: of another connection.
        if let content, let before = copies.content, content != before { copies = new }
        copies.content = copies.content ?? content
        copies.counts[copy.file] &+= 1
        let isNew = copies.counts[copy.file] > copies.most
        if isNew { copies.most = copies.counts[copy.file] }
        let first = copies.first
        copies.first.kept = max(first.kept, copy.kept)
        known[fingerprint] = copies
        return isNew ? nil : first
    }

    private static func fingerprint(_ segment: TCPSegment) -> Int {
        var hasher = Hasher()
        hasher.combine(segment.source)
        hasher.combine(segment.destination)
        hasher.combine(segment.sequence)
        hasher.combine(segment.acknowledgement)
        hasher.combine([segment.isSYN, segment.isFIN, segment.isRST])
        hasher.combine(segment.payload.count + segment.missing)
        return hasher.finalize()
    }

    private static func hash(_ payload: Span<UInt8>) -> Int {
        var hasher = Hasher()
        let payload = [UInt8](copying: payload)
        unsafe payload.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        return hasher.finalize()
    }
}

/// The differences between the clocks of recorders: by the times of packets that several files have; where files have none in
/// common, as those with one direction each, by acknowledgements that come before what they acknowledge.
struct RecorderClocks {
    /// The packets of each direction that count: the latest, as clocks drift. Fewer than ``least`` may be packets that were
    /// sent twice, of which each file has another one.
    private static let most = 15
    private static let least = 3
    /// Pairs of segments and acknowledgements that are remembered.
    private static let exchangeLimit = 1 << 14

    /// The first segment that ends with a byte, and the first that acknowledges the bytes up to this one.
    private struct Exchange {
        var segment: PacketDuplicates.Copy?
        var acknowledgement: PacketDuplicates.Copy?
    }

    /// The clock of a file.
    private struct Clock {
        /// The first of the files that were compared with one another, by whose clock all of them are set.
        var base: Int
        /// The distance from that file: a clock is set by those that are no farther; `nil` as long as there is no other.
        var rank: Int?
        /// The offsets that would give packets the times of those in other files. First of copies, for each direction: these
        /// are wrong by the time from one recorder to the other, with opposite signs. Then of packets that acknowledge others,
        /// for which the offset is not less, and of packets that are acknowledged, for which it is not more.
        var samples: [ArraySlice<Int64>] = [[], [], [], []]

        /// No other file has packets of this one.
        var hasNoCopies: Bool { samples[0].isEmpty && samples[1].isEmpty }
    }

    private var clocks: [Clock]
    /// By a hash of the addresses and of the sequence number behind the byte.
    private var exchanges: [Int: Exchange] = [:]
    /// The keys in `exchanges`, the oldest first.
    private var order: ArraySlice<Int> = []
    /// By file, what makes times of its clock times of the clock that it is set by, in nanoseconds.
    private(set) var offsets: [Int64]

    init(files: Int) {
        clocks = (0..<files).map { Clock(base: $0) }
        offsets = Array(repeating: 0, count: files)
    }

    /// Compares the clocks of two files by a packet that both have.
    ///
    /// - Parameter isForward: Which of the two directions of its connection the packet has.
    mutating func compare(_ first: PacketDuplicates.Copy, _ second: PacketDuplicates.Copy, isForward: Bool) {
        guard let (file, offset) = sample(first, second) else { return }
        add(offset, to: isForward ? 0 : 1, of: file)
    }

    /// Compares the clock of a segment with those of the segments that it acknowledges, and that acknowledge it.
    mutating func compare(_ segment: TCPSegment, _ copy: PacketDuplicates.Copy) {
        let length = segment.payload.count + segment.missing + (segment.isSYN ? 1 : 0)
        if length > 0 {
            let end = segment.sequence &+ UInt32(truncatingIfNeeded: length)
            note(copy, isAcknowledgement: false, of: Self.key(segment.source, segment.destination, end))
        }
        if let end = segment.acknowledgement {
            note(copy, isAcknowledgement: true, of: Self.key(segment.destination, segment.source, end))
        }
    }

    private static func key(_ sender: SocketAddress, _ receiver: SocketAddress, _ end: UInt32) -> Int {
        var hasher = Hasher()
        hasher.combine(sender)
        hasher.combine(receiver)
        hasher.combine(end)
        return hasher.finalize()
    }

    private mutating func note(_ copy: PacketDuplicates.Copy, isAcknowledgement: Bool, of key: Int) {
        if exchanges[key] == nil {
            if order.count == Self.exchangeLimit { exchanges[order.removeFirst()] = nil }
            order.append(key)
        }
        var exchange = exchanges[key] ?? Exchange()
        guard (isAcknowledgement ? exchange.acknowledgement : exchange.segment) == nil else { return }
        if isAcknowledgement { exchange.acknowledgement = copy } else { exchange.segment = copy }
        exchanges[key] = exchange
        guard let segment = exchange.segment, let acknowledgement = exchange.acknowledgement,
            clocks[segment.file].base == clocks[acknowledgement.file].base || isBefore(acknowledgement, segment),
            let (file, offset) = sample(segment, acknowledgement), clocks[file].hasNoCopies
        else { return }
        add(offset, to: file == acknowledgement.file ? 2 : 3, of: file)
    }

    /// Whether a packet is before another one by the offsets so far.
    private func isBefore(_ first: PacketDuplicates.Copy, _ second: PacketDuplicates.Copy) -> Bool {
        guard let firstTime = first.time, let secondTime = second.time else { return false }
        return firstTime &+ offsets[first.file] < secondTime &+ offsets[second.file]
    }

    /// The file that is set by the clock of the other, and the offset by which both packets have the same time.
    private mutating func sample(
        _ first: PacketDuplicates.Copy, _ second: PacketDuplicates.Copy
    ) -> (file: Int, offset: Int64)? {
        let tolerance = CallExtractor.clockTolerance
        guard let firstTime = first.time, let secondTime = second.time,
            (-tolerance...tolerance).contains(secondTime &- firstTime), let file = follower(first.file, second.file)
        else { return nil }
        return file == second.file
            ? (file, offsets[first.file] &+ firstTime &- secondTime)
            : (file, offsets[second.file] &+ secondTime &- firstTime)
    }

    private mutating func add(_ offset: Int64, to kind: Int, of file: Int) {
        clocks[file].samples[kind].append(offset)
        if clocks[file].samples[kind].count > Self.most { clocks[file].samples[kind].removeFirst() }
        let samples = clocks[file].samples.map { $0.count < Self.least ? [] : $0.sorted() }
        let medians = samples[...1].filter { !$0.isEmpty }.map { $0[$0.count / 2] }
        let bounds = (samples[2].last ?? .min, samples[3].first ?? .max)
        if !medians.isEmpty {
            offsets[file] = medians.reduce(0, &+) / Int64(medians.count)
        } else if offsets[file] < bounds.0 || offsets[file] > bounds.1 {
            // In the middle, if both bounds are known.
            let known = [samples[2].last, samples[3].first].compactMap { $0 }
            offsets[file] = known.reduce(0, &+) / Int64(known.count)
        }
    }

    /// Which of two files is set by the clock of the other: the one that was compared later, or else the one that was named
    /// later.
    private mutating func follower(_ first: Int, _ second: Int) -> Int? {
        let (low, high) = (min(first, second), max(first, second))
        guard low < high else { return nil }
        if let lowRank = clocks[low].rank, let highRank = clocks[high].rank {
            guard clocks[low].base == clocks[high].base else { return nil }
            return lowRank < highRank ? high : low
        }
        let (before, behind) = clocks[high].rank == nil ? (low, high) : (high, low)
        let rank = clocks[before].rank ?? 0
        (clocks[before].rank, clocks[behind].rank, clocks[behind].base) = (rank, rank + 1, clocks[before].base)
        return behind
    }
}
