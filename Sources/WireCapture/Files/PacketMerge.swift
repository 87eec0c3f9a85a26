import ByteText
import PacketWire

/// Reads the packets of several files in the order of their times, with one piece of each file in memory.
struct PacketMerge {
    private struct Source {
        let file: OpenCaptureFile
        var reader = CaptureReader()
        /// The next packet; its bytes are in the reader's buffer.
        var next: PacketPlace?
        /// The time of the packet, or that of the one before where it has none.
        var time = Int64.min

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
    /// Why files cannot be read on, by their names.
    private(set) var failures: [(file: String, failure: CaptureError)] = []
    /// The number of packets so far.
    private var count = 0

    init(_ files: [OpenCaptureFile]) throws {
        sources = files.map { Source(file: $0) }
        for index in sources.indices { try advance(index) }
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
    mutating func next(_ body: (PacketPlace, Span<UInt8>, Int) -> Void) throws -> Bool {
        var first: Int?
        for index in sources.indices where sources[index].next != nil {
            if first.map({ sources[index].time < sources[$0].time }) ?? true { first = index }
        }
        guard let first, var packet = sources[first].next else { return false }
        count += 1
        packet.number = count
        let bytes = sources[first].reader.buffer[packet.range]
        body(packet, bytes.span, first)
        try advance(first)
        return true
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
/// Copies are found as long as no more than ``limit`` other segments came between them.
struct PacketDuplicates {
    /// Segments that are remembered.
    static let limit = 1 << 16

    private let files: Int
    /// By fingerprint of a segment: the number of copies in each file, and the most copies that one file has.
    private var known: [Int: (counts: [UInt16], most: UInt16)] = [:]
    /// The fingerprints in `known`, the oldest first.
    private var order: ArraySlice<Int> = []

    init(files: Int) { self.files = files }

    /// Whether a segment is a copy of one that came from another file.
    mutating func isCopy(_ segment: TCPSegment, in packet: Span<UInt8>, file: Int) -> Bool {
        let fingerprint = Self.fingerprint(segment, packet)
        if known[fingerprint] == nil {
            if order.count == Self.limit { known[order.removeFirst()] = nil }
            order.append(fingerprint)
        }
        var copies = known[fingerprint] ?? (Array(repeating: 0, count: files), 0)
        copies.counts[file] &+= 1
        let isNew = copies.counts[file] > copies.most
        if isNew { copies.most = copies.counts[file] }
        known[fingerprint] = copies
        return !isNew
    }

    private static func fingerprint(_ segment: TCPSegment, _ packet: Span<UInt8>) -> Int {
        var hasher = Hasher()
        hasher.combine(segment.source)
        hasher.combine(segment.destination)
        hasher.combine(segment.sequence)
        hasher.combine(segment.acknowledgement)
        hasher.combine([segment.isSYN, segment.isFIN, segment.isRST])
        hasher.combine(segment.payload.count)
        let payload = [UInt8](copying: packet.extracting(segment.payload))
        unsafe payload.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        return hasher.finalize()
    }
}
