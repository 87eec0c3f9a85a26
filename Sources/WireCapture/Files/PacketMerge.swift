import ByteText
import PacketWire

/// Reads the packets of several files in the order of their times, by the clock of one of the recorders.
///
/// Packets are held for a while before they are passed on: the copies and acknowledgements that other files have of them show
/// by how much the clocks differ, and copies may have bytes that the first recorder has cut off.
struct PacketMerge {
    /// Memory that the packets take that are held, in bytes.
    static let heldLimit = 8 << 20
    /// How long packets are held, by the times of those behind them, in nanoseconds: as long as a few calls of a driver that
    /// reports every few minutes.
    private static let heldTime: Int64 = 600_000_000_000

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
        var time = time
        while let file = earliest({ sources[$0].next == nil ? nil : sources[$0].time }),
            heldBytes == 0 || heldBytes < Self.heldLimit && sources[file].time <= time &+ Self.heldTime
        {
            // Behind a pause, the first packet waits for others that show how the clocks differ.
            if heldBytes == 0 { time = max(time, sources[file].time) }
            hold(file)
            try advance(file)
        }
    }

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
        unsafe payload.withUnsafeBufferPointer { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        return hasher.finalize()
    }
}
