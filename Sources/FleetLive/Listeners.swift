/// The listeners of a reporter or trip model, each with its own stream of events.
struct Listeners<Event: Sendable> {
    private var continuations: [Int: AsyncStream<Event>.Continuation] = [:]
    private var lastID = 0

    var isEmpty: Bool { continuations.isEmpty }

    /// Adds a listener.
    ///
    /// - Parameter onEnd: Called with the listener's id when its stream has ended, because it was removed or stopped listening.
    mutating func add(onEnd: @escaping @Sendable (Int) -> Void) -> (id: Int, events: AsyncStream<Event>) {
        lastID += 1
        let id = lastID
        // So many events are kept for a listener who does not read them; beyond that, the oldest go first.
        let (stream, continuation) = AsyncStream<Event>.makeStream(bufferingPolicy: .bufferingNewest(256))
        continuation.onTermination = { _ in onEnd(id) }
        continuations[id] = continuation
        return (id, stream)
    }

    func send(_ event: Event) {
        for continuation in continuations.values { continuation.yield(event) }
    }

    func send(_ event: Event, to id: Int) { continuations[id]?.yield(event) }

    /// Removes a listener. What was sent before still reaches it.
    mutating func remove(_ id: Int) { continuations.removeValue(forKey: id)?.finish() }

    mutating func removeAll() {
        for continuation in continuations.values { continuation.finish() }
        continuations = [:]
    }
}
