import ByteText
import GRPCWire

/// The last header blocks of a sender with the headers in them: senders repeat the same bytes from call to call.
///
/// The same bytes mean the same headers as long as the dynamic table does not change; then the owner empties the cache.
struct HPACKBlockCache {
    /// A sender has few kinds of blocks, and large ones are rare.
    private static let limit = (count: 4, bytes: 4096)

    /// A block as it was sent, and the headers in it.
    private struct Entry {
        let bytes: [UInt8]
        let headers: HeaderBlock
    }

    private var blocks: [Entry] = []
    /// The index of the block that makes room for the next one.
    private var oldest = 0
    /// Memory that the blocks take, in bytes.
    private(set) var footprint = 0

    /// The headers of a block, if it is here.
    func headers(of block: Span<UInt8>) -> HeaderBlock? {
        blocks.first { $0.bytes.span.hasSameBytes(as: block) }?.headers
    }

    mutating func insert(_ block: Span<UInt8>, _ headers: HeaderBlock) {
        guard headers.size <= Self.limit.bytes, block.count <= Self.limit.bytes else { return }
        let new = Entry(bytes: [UInt8](copying: block), headers: headers)
        footprint += block.count + headers.size
        guard blocks.count == Self.limit.count else { return blocks.append(new) }
        footprint -= blocks[oldest].bytes.count + blocks[oldest].headers.size
        blocks[oldest] = new
        oldest = (oldest + 1) % Self.limit.count
    }

    mutating func removeAll() {
        if !blocks.isEmpty { self = HPACKBlockCache() }
    }
}
