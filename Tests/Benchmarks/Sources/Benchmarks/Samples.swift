import CProbe

/// What one peer did for one measure.
struct Cell: Hashable {
    let peer: Peer.Name
    let measure: Measure
}

/// The times of all peers with one payload.
struct Samples {
    let payload: Payload
    private let timings: Timings<Cell>
    /// What doing the work once asks of the allocator, in the steady state; empty where that cannot be counted.
    private(set) var allocations: [Cell: (calls: Int, bytes: Int)] = [:]

    init(_ payload: Payload, peers: [Peer], rounds: Int) throws {
        self.payload = payload
        var work: [(key: Cell, work: Timings<Cell>.Work)] = []
        for peer in peers {
            for (measure, run) in peer.work {
                let cell = Cell(peer: peer.name, measure: measure)
                if probe_counts_allocations() { allocations[cell] = try Self.allocations(of: run) }
                work.append((cell, run))
            }
        }
        timings = try Timings(work, rounds: rounds)
    }

    /// The median time; `nil` if the peer has no such measure.
    func median(_ cell: Cell) -> Double? { timings.median(cell) }

    func minimum(_ cell: Cell) -> Double? { timings.minimum(cell) }

    /// The first one's time over the second one's.
    func ratio(_ cell: Cell, to other: Cell) -> Double? { timings.ratio(cell, to: other) }

    /// The difference between doing it four times and three times, so that what is done once does not count.
    private static func allocations(of work: (Int) throws -> Void) throws -> (calls: Int, bytes: Int) {
        func counted(_ times: Int) throws -> (calls: Int, bytes: Int) {
            let start = probe_allocations()
            try work(times)
            let end = probe_allocations()
            return (Int(end.calls - start.calls), Int(end.bytes - start.bytes))
        }
        _ = try counted(1)
        let three = try counted(3)
        let four = try counted(4)
        return (four.calls - three.calls, four.bytes - three.bytes)
    }
}
