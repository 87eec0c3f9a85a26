import ByteText

/// The orders in which a sender puts gRPC's headers: one for each kind of its blocks.
struct HPACKHeaderOrders {
    /// A server has three kinds: the headers of responses, trailers, and trailers without headers before them. Large
    /// blocks are rare.
    private static let limit = (kinds: 3, headers: 64)

    private(set) var orders: [[HPACKNameID]] = []
    /// A number for each kind, which blocks of the same kind share.
    private var kinds: [UInt64] = []

    /// Takes a block. The first blocks tell enough: their order is that of the sender's code.
    mutating func insert(_ block: HeaderBlock) {
        guard kinds.count < Self.limit.kinds else { return }
        let kind = block.lastByName
        guard !kinds.contains(kind), block.count <= Self.limit.headers else { return }
        kinds.append(kind)
        let bytes = block.bytes
        orders.append(block.places.compactMap { HPACKNameID(ofGRPC: bytes.span.extracting($0.name)) })
    }
}
