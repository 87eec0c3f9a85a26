#if Live
internal import Synchronization

/// Limits the number of calls in flight. Others wait, in the order in which they came.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class CallGate: Sendable {
    private struct State {
        /// The places that are free; below zero, how many calls wait.
        var places: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(places: Int) { state = Mutex(State(places: places)) }

    /// Waits for a place. A cancelled task waits, too: its call ends as soon as it begins.
    func enter() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                state.places -= 1
                if state.places < 0 { state.waiting.append(continuation) }
                return state.places >= 0
            }
            if isFree { continuation.resume() }
        }
    }

    /// Gives the place to the next one who waits.
    func leave() {
        let next = state.withLock { state in
            state.places += 1
            return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
        }
        next?.resume()
    }
}
#endif
