import CallViews
import ConsoleText
import WireCapture
import WireInspect

/// Reads a capture and gives the calls that are wanted to a receiver.
struct CaptureRun {
    let filter: CallFilter
    let receiver: any CallReceiver
    /// Calls are to be shown as they end.
    let isLive: Bool

    /// How many calls the filter let through.
    private var taken = 0
    /// Numbers that were asked for and have not come.
    private var missing: Set<Int>

    /// How many calls there were, and how many the filter let through.
    struct Tally {
        let seen: Int
        let taken: Int
    }

    init(filter: CallFilter, receiver: any CallReceiver, isLive: Bool) {
        (self.filter, self.receiver, self.isLive) = (filter, receiver, isLive)
        missing = filter.numbers
    }

    /// All calls that were asked for by number are there: the rest of the file does not matter.
    private var isSatisfied: Bool { !filter.numbers.isEmpty && missing.isEmpty }

    /// - Throws: ``Fault``, when the capture cannot be read, or what comes of it cannot be written.
    mutating func read(_ capture: CaptureInput) throws {
        // What people watch is shown when it has ended; the rest when there is enough of it.
        var run = self
        defer {
            receiver.finish(Tally(seen: capture.count, taken: run.taken))
            self = run
        }
        try capture.forEach { hasEnded in
            if isLive, hasEnded { receiver.show() }
            return !run.isSatisfied
        } _: { call in
            try run.take(call)
        }
    }

    private mutating func take(_ call: CapturedCall) throws {
        missing.remove(call.number)
        guard filter.accepts(call) else { return }
        taken += 1
        try receiver.take(call)
    }

    /// What is wrong, a sentence each.
    func problems(_ capture: CaptureInput) -> [String] {
        var problems = [capture.problem].compactMap { $0 }
        let seen = counted(capture.count, "call")
        guard capture.count > 0 else { return problems }
        if !missing.isEmpty {
            let numbers = missing.sorted().map(String.init).joined(separator: ", ")
            problems.append("no call \(numbers); the capture has \(seen)")
        } else if taken == 0 {
            problems.append("none of \(seen) is one that the filters ask for")
        }
        return problems
    }
}
