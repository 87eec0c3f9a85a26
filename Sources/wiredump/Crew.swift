import Dispatch

/// Does pieces of work on all processors at once, and gives their results in the order of the work.
struct Crew<Result: Sendable> {
    private let queue = DispatchQueue(label: "wiredump.crew", attributes: .concurrent)
    private var jobs: [Job] = []
    private var weight = 0
    private let count = Platform.processors + 1
    private let limit: Int

    private final class Job: @unchecked Sendable {
        let weight: Int
        private let isDone = DispatchSemaphore(value: 0)
        /// Written before `isDone` is signalled, and read behind it.
        private var made: Result?

        init(weight: Int) { self.weight = weight }

        func run(_ work: () -> Result) {
            made = work()
            isDone.signal()
        }

        var result: Result? {
            isDone.wait()
            return made
        }
    }

    /// - Parameter limit: Beyond this weight no more work is taken before results are, so that memory is bounded. A single
    ///   piece of work may weigh more.
    init(limit: Int) { self.limit = limit }

    /// Whether a result has to be taken before there is more work.
    var isFull: Bool { jobs.count >= count || weight > limit }

    mutating func start(weight: Int, _ work: @escaping @Sendable () -> Result) {
        let job = Job(weight: weight)
        jobs.append(job)
        self.weight += weight
        queue.async { job.run(work) }
    }

    /// Waits for the oldest result; `nil` when there is none to wait for.
    mutating func next() -> Result? {
        guard !jobs.isEmpty else { return nil }
        let job = jobs.removeFirst()
        weight -= job.weight
        return job.result
    }
}
