import GRPCWire

/// Header blocks that a sender repeats from call to call, and the fields in them.
///
/// The same bytes say the same as long as the table they refer to stays the same; who owns both takes care of that.
struct RepeatedBlocks {
    /// A sender has few kinds of blocks, and large ones are rare.
    private static let limit = (count: 4, bytes: 4096)

    private var blocks: [(bytes: [UInt8], fields: HeaderBlock)] = []
    /// The one that makes room for the next.
    private var oldest = 0
    /// Memory that they take, in bytes.
    private(set) var footprint = 0

    /// What a block was decoded to, if it is here.
    func fields(of block: Span<UInt8>) -> HeaderBlock? {
        for (bytes, fields) in blocks {
            if bytes.span.holdsSame(as: block) { return fields }
        }
        return nil
    }

    mutating func insert(_ block: Span<UInt8>, _ fields: HeaderBlock) {
        guard fields.size <= Self.limit.bytes, block.count <= Self.limit.bytes else { return }
        let new = (bytes: [UInt8](copying: block), fields: fields)
        footprint += block.count + fields.size
        guard blocks.count == Self.limit.count else { return blocks.append(new) }
        footprint -= blocks[oldest].bytes.count + blocks[oldest].fields.size
        blocks[oldest] = new
        oldest = (oldest + 1) % Self.limit.count
    }

    mutating func removeAll() {
        if !blocks.isEmpty { self = RepeatedBlocks() }
    }
}
