import Dispatch

/// Runs jobs on all processors and returns their results in the order in which the jobs were started.
struct ConcurrentJobs<Result: Sendable> {
    private let queue = DispatchQueue(label: "wiredump.jobs", attributes: .concurrent)
    private var jobs: [(weight: Int, job: Job)] = []
    private var weight = 0
    private let count = Platform.processors + 1
    private let limit: Int

    private final class Job: @unchecked Sendable {
        let isDone = DispatchSemaphore(value: 0)
        /// Written before `isDone` is signalled, and read after that.
        var result: Result?
    }

    /// - Parameter limit: The total weight of unfinished jobs above which ``isFull`` is set, so that memory is bounded. A
    ///   single job may weigh more.
    init(limit: Int) { self.limit = limit }

    /// Whether a result has to be taken before another job is started.
    var isFull: Bool { jobs.count >= count || weight > limit }

    mutating func start(weight: Int, _ work: @escaping @Sendable () -> Result) {
        let job = Job()
        jobs.append((weight, job))
        self.weight += weight
        queue.async {
            job.result = work()
            job.isDone.signal()
        }
    }

    /// Waits for the result of the oldest job; `nil` when no job is left.
    mutating func next() -> Result? {
        guard !jobs.isEmpty else { return nil }
        let (weight, job) = jobs.removeFirst()
        self.weight -= weight
        job.isDone.wait()
        return job.result
    }
}
