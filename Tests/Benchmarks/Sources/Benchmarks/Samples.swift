import CProbe

/// What one peer did for one measure.
struct Cell: Hashable {
    let peer: Peer.Name
    let measure: Measure
}

/// The times of all peers with one payload, taken in turns: what disturbs one round disturbs all of them.
struct Samples {
    let payload: Payload
    /// Nanoseconds for doing the work once, one for each round.
    private(set) var times: [Cell: [Double]] = [:]
    /// What doing the work once asks of the allocator, in the steady state; empty where that cannot be counted.
    private(set) var allocations: [Cell: (calls: Int, bytes: Int)] = [:]

    init(_ payload: Payload, peers: [Peer], rounds: Int) throws {
        self.payload = payload
        var cells: [(cell: Cell, times: Int, work: (Int) throws -> Void)] = []
        for peer in peers {
            for (measure, work) in peer.work {
                let cell = Cell(peer: peer.name, measure: measure)
                if probe_counts_allocations() { allocations[cell] = try Self.allocations(of: work) }
                cells.append((cell, try Self.repetitions(of: work), work))
            }
        }
        for round in 0..<rounds {
            // Another one begins each time.
            for index in cells.indices {
                let (cell, times, work) = cells[(index + round) % cells.count]
                self.times[cell, default: []].append(try Self.nanoseconds { try work(times) } / Double(times))
            }
        }
    }

    /// The median time; `nil` if the peer has no such measure.
    func median(_ cell: Cell) -> Double? { times[cell].map { $0.median } }

    func minimum(_ cell: Cell) -> Double? { times[cell]?.min() }

    /// The first one's time over the second one's: the median of the ratios within each round.
    func ratio(_ cell: Cell, to other: Cell) -> Double? {
        guard let ours = times[cell], let others = times[other] else { return nil }
        return zip(ours, others).map { $0 / $1 }.median
    }

    private static func nanoseconds(_ work: () throws -> Void) rethrows -> Double {
        let start = probe_thread_nanoseconds()
        try work()
        return Double(probe_thread_nanoseconds() - start)
    }

    /// How often the work fits in a millisecond, at least once.
    private static func repetitions(of work: (Int) throws -> Void) throws -> Int {
        var times = 1
        while true {
            let taken = try nanoseconds { try work(times) }
            if taken >= 500_000 { return max(1, Int(Double(times) * 1_000_000 / taken)) }
            times *= 2
        }
    }

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

extension [Double] {
    /// The middle one; not a number if there is none.
    var median: Double {
        if isEmpty { return .nan }
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}
