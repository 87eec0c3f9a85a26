#if Live
import Dispatch
import Synchronization

/// The result of a task, for a thread that is not one of Swift's.
@available(macOS 15, *)
final class TaskOutcome<Success: Sendable>: Sendable {
    private let stored = Mutex<Result<Success, any Error>?>(nil)
    private let group = DispatchGroup()

    /// The result; `nil` while the task runs.
    var result: Result<Success, any Error>? { stored.withLock { $0 } }

    /// Starts the task.
    ///
    /// - Parameter finish: Called when the result is there.
    init(_ work: @escaping @Sendable () async throws -> Success, then finish: @escaping @Sendable () -> Void = {}) {
        group.enter()
        Task {
            let result: Result<Success, any Error>
            do { result = .success(try await work()) } catch { result = .failure(error) }
            stored.withLock { $0 = result }
            finish()
            group.leave()
        }
    }

    /// Waits for the task. Not to be called in a task.
    func wait() throws -> Success {
        group.wait()
        return try result?.get() ?? wait()
    }
}
#endif
