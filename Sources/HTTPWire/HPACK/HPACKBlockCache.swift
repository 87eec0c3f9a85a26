import ByteText

/// The last header blocks of a sender with the headers in them: senders repeat the same bytes from call to call.
///
/// The same bytes mean the same headers as long as the dynamic table does not change: see
/// ``HPACKDynamicTable/generation``.
struct HPACKBlockCache {
    /// How many blocks are remembered, and how large one may be, as sent and decoded.
    private static let limit = (count: 16, bytes: 4096)

    /// A block as it was sent, the headers in it, and the generation of the table that gave them.
    private struct Entry {
        var bytes: [UInt8] = []
        var headers: HeaderBlock?
        var generation = 0
    }

    /// By checksum. A new block replaces the one at its place.
    private var entries: [Entry] = []
    private(set) var footprint = 0

    /// The checksum that a block is looked up by; `nil` for blocks above the limit.
    static func checksum(of block: Span<UInt8>) -> UInt64? { block.count <= limit.bytes ? block.checksum : nil }

    /// The headers of a block, if they are here and were read with a table of the same generation.
    func headers(of block: Span<UInt8>, _ checksum: UInt64?, generation: Int) -> HeaderBlock? {
        guard let checksum, !entries.isEmpty else { return nil }
        let entry = entries[place(of: checksum)]
        return entry.generation == generation && entry.bytes.span.hasSameBytes(as: block) ? entry.headers : nil
    }

    mutating func insert(_ block: Span<UInt8>, _ checksum: UInt64?, _ headers: HeaderBlock, generation: Int) {
        guard let checksum, headers.size <= Self.limit.bytes else { return }
        if entries.isEmpty { entries = Array(repeating: Entry(), count: Self.limit.count) }
        let place = place(of: checksum)
        footprint -= entries[place].bytes.capacity + (entries[place].headers?.size ?? 0)
        entries[place].bytes.removeAll(keepingCapacity: true)
        entries[place].bytes.append(copying: block)
        (entries[place].headers, entries[place].generation) = (headers, generation)
        footprint += entries[place].bytes.capacity + headers.size
    }

    private func place(of checksum: UInt64) -> Int { Int(truncatingIfNeeded: checksum % UInt64(Self.limit.count)) }
}
