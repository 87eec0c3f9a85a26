/// In which orders a sender puts the headers of gRPC: one for each kind of its blocks.
struct HeaderOrders {
    /// Of a server those are the headers of responses, trailers, and trailers without headers before them. Large blocks are
    /// rare.
    private static let limit = (kinds: 3, headers: 64)

    private(set) var orders: [[NumberedName]] = []
    /// What blocks of each kind have in common.
    private var kinds: [Int32] = []

    /// Takes a block. The first kinds tell enough: their order is that of the sender's code.
    mutating func insert(_ block: HeaderBlock) {
        guard kinds.count < Self.limit.kinds else { return }
        let kind = block.commonPlaces.wrappedSum()
        guard !kinds.contains(kind), block.count <= Self.limit.headers else { return }
        kinds.append(kind)
        var order: [NumberedName] = []
        let bytes = block.bytes
        for place in block.places {
            if let name = NumberedName(usual: bytes.span.extracting(place.name)) { order.append(name) }
        }
        orders.append(order)
    }
}
