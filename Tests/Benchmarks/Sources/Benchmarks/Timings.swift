import CProbe

/// The times of several pieces of work, taken in turns: what disturbs one round disturbs all of them.
struct Timings<Key: Hashable> {
    /// Does the same thing that many times in a row.
    typealias Work = (_ times: Int) throws -> Void

    /// Nanoseconds of the processor for doing the work once, one for each round.
    private var times: [Key: [Double]] = [:]

    init() {}

    init(_ work: [(key: Key, work: Work)], rounds: Int) throws {
        let repetitions = try work.map { try Self.repetitions(of: $0.work) }
        for round in 0..<rounds {
            // Another one begins each time.
            for index in work.indices {
                let index = (index + round) % work.count
                let count = repetitions[index]
                let taken = try nanoseconds { try work[index].work(count) }
                times[work[index].key, default: []].append(taken / Double(count))
            }
        }
    }

    /// The median time; `nil` if there is no such work.
    func median(_ key: Key) -> Double? { times[key].map { $0.median } }

    func minimum(_ key: Key) -> Double? { times[key]?.min() }

    /// The first one's time over the second one's: the median of the ratios within each round.
    func ratio(_ key: Key, to other: Key) -> Double? {
        guard let ours = times[key], let others = times[other] else { return nil }
        return zip(ours, others).map { $0 / $1 }.median
    }

    /// The times of a part, where each piece of work has so many of them.
    func divided(by parts: Double) -> Self {
        var result = Self()
        result.times = times.mapValues { $0.map { $0 / parts } }
        return result
    }

    /// How often the work fits in a millisecond, at least once.
    private static func repetitions(of work: Work) throws -> Int {
        var times = 1
        while true {
            let taken = try nanoseconds { try work(times) }
            if taken >= 500_000 { return max(1, Int(Double(times) * 1_000_000 / taken)) }
            times *= 2
        }
    }
}

/// What the work takes of the processor.
func nanoseconds(_ work: () throws -> Void) rethrows -> Double {
    let start = probe_thread_nanoseconds()
    try work()
    return Double(probe_thread_nanoseconds() - start)
}

extension [Double] {
    /// The middle one; not a number if there is none.
    var median: Double {
        if isEmpty { return .nan }
        let sorted = sorted()
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }
}
