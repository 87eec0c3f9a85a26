import PacketWire

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
