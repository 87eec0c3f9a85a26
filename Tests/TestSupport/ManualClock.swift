internal import Synchronization

/// A clock that stands still until a test turns it.
///
/// A loop that rests is a sleeper of the clock, so a test knows when everything that the last turn set off is done: as soon as
/// all its loops sleep again. No real time passes and nothing depends on how fast tasks are.
@available(macOS 15, iOS 18, *)
package final class ManualClock: Clock {
    package struct Instant: InstantProtocol {
        package var offset = Duration.zero

        package func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
        package func duration(to other: Self) -> Duration { other.offset - offset }
        package static func < (a: Self, b: Self) -> Bool { a.offset < b.offset }
    }

    private struct Sleeper {
        let id: Int
        let deadline: Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant()
        var lastID = 0
        var sleepers: [Sleeper] = []
        var watchers: [(counts: ClosedRange<Int>, continuation: CheckedContinuation<Void, Never>)] = []
        /// The task whose end is waited for has ended.
        var isOver = false

        /// Takes those who wait for as many sleepers as there are.
        mutating func satisfiedWatchers() -> [CheckedContinuation<Void, Never>] {
            let satisfied = watchers.filter { $0.counts.contains(sleepers.count) || isOver }.map(\.continuation)
            watchers.removeAll { $0.counts.contains(sleepers.count) || isOver }
            return satisfied
        }

        /// Takes the next sleeper, unless it sleeps longer than to a time, and turns the clock to its time.
        mutating func next(until end: Instant?) -> Sleeper? {
            guard let next = sleepers.min(by: { ($0.deadline, $0.id) < ($1.deadline, $1.id) }) else { return nil }
            if let end, next.deadline > end { return nil }
            now = max(now, next.deadline)
            sleepers.removeAll { $0.id == next.id }
            return next
        }
    }

    private let state = Mutex(State())

    package init() {}

    package var now: Instant { state.withLock(\.now) }
    package var minimumResolution: Duration { .zero }

    package func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let (isOver, watchers) = state.withLock { state in
                    if deadline <= state.now || Task.isCancelled { return (true, [CheckedContinuation<Void, Never>]()) }
                    state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
                    return (false, state.satisfiedWatchers())
                }
                if isOver { continuation.resume() }
                for watcher in watchers { watcher.resume() }
            }
        } onCancel: {
            let (sleeper, watchers) = state.withLock { state in
                let sleeper = state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
                return (sleeper, state.satisfiedWatchers())
            }
            sleeper?.continuation.resume(throwing: CancellationError())
            for watcher in watchers { watcher.resume() }
        }
    }

    /// Waits until so many tasks sleep, or more.
    package func asleep(_ count: Int) async { await asleep(count...(.max)) }

    /// Waits until so many tasks sleep.
    package func asleep(exactly count: Int) async { await asleep(count...count) }

    private func asleep(_ counts: ClosedRange<Int>) async {
        await withCheckedContinuation { continuation in
            let isSatisfied = state.withLock { state in
                if counts.contains(state.sleepers.count) || state.isOver { return true }
                state.watchers.append((counts, continuation))
                return false
            }
            if isSatisfied { continuation.resume() }
        }
    }

    /// Turns the clock on, and wakes one sleeper after the other, each when the one before sleeps again.
    ///
    /// - Parameter loops: How many tasks sleep between what they do.
    package func advance(by span: Duration, loops: Int = 1) async {
        let end = now.advanced(by: span)
        while true {
            await asleep(loops)
            guard let sleeper = state.withLock({ $0.next(until: end) }) else { break }
            sleeper.continuation.resume()
        }
        state.withLock { $0.now = end }
    }

    /// Turns the clock on until a task has ended, and wakes one sleeper after the other.
    ///
    /// - Parameter loops: How many tasks sleep between what they do, until the task ends.
    package func advance(untilTheEndOf task: Task<Void, Never>, loops: Int = 1) async {
        let watch = Task {
            await task.value
            let watchers = state.withLock { state in
                state.isOver = true
                return state.satisfiedWatchers()
            }
            for watcher in watchers { watcher.resume() }
        }
        while !state.withLock(\.isOver) {
            await asleep(loops)
            state.withLock { $0.isOver ? nil : $0.next(until: nil) }?.continuation.resume()
        }
        await watch.value
        state.withLock { $0.isOver = false }
    }

    /// Cancels a task, and turns the clock on until it has ended.
    package func end(_ task: Task<Void, Never>) async {
        task.cancel()
        await advance(untilTheEndOf: task)
    }
}
