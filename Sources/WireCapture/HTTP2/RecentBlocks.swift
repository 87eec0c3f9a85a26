/// The last few header blocks of a sender, in no order.
struct RecentBlocks {
    /// A sender has few kinds of blocks, and large ones are rare.
    private static let limit = (count: 4, bytes: 4096)

    private(set) var blocks: [HeaderBlock] = []
    /// The one that makes room for the next.
    private var oldest = 0
    /// Memory that they take, in bytes.
    private(set) var footprint = 0

    mutating func insert(_ block: HeaderBlock) {
        guard block.size <= Self.limit.bytes else { return }
        footprint += block.size
        guard blocks.count == Self.limit.count else { return blocks.append(block) }
        footprint -= blocks[oldest].size
        blocks[oldest] = block
        oldest = (oldest + 1) % Self.limit.count
    }
}
