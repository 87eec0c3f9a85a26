import CallViews
import ConsoleText
import WireCapture

/// Reads a capture and passes the calls that a filter accepts to a receiver.
struct CaptureRun {
    let filter: CallFilter
    var receiver: any CallReceiver
    /// Whether calls are shown as soon as they end.
    let isLive: Bool
    /// Called with each call, also with those that the filter does not accept.
    var observe: (CapturedCall) -> Void = { _ in }

    /// How many calls the filter accepted.
    private(set) var taken = 0
    /// Numbers that the filter asks for and that have been read.
    private(set) var found: Set<Int> = []

    /// Whether all calls that the filter asks for by number were read: the rest of the file does not matter then.
    private var isSatisfied: Bool { !filter.numbers.isEmpty && found == filter.numbers }

    /// - Throws: ``CommandError`` when the capture cannot be read, or a file cannot be written.
    mutating func read(_ capture: inout CaptureInput) throws {
        defer {
            receiver.show()
            receiver.finish(seen: capture.count, taken: taken)
        }
        try capture.forEach {
            if isLive { receiver.show() }
            return !isSatisfied
        } _: { call in
            try take(call)
        }
    }

    private mutating func take(_ call: CapturedCall) throws {
        if filter.numbers.contains(call.number) { found.insert(call.number) }
        observe(call)
        guard filter.accepts(call) else { return }
        taken += 1
        try receiver.take(call)
    }

    /// Sentences about what is wrong with the capture, or missing in it.
    func problems(_ capture: CaptureInput) -> [SafeText] {
        var problems = [capture.problem].compactMap { $0 }
        guard capture.count > 0 else { return problems }
        let missing = filter.numbers.subtracting(found)
        if !missing.isEmpty {
            let numbers = missing.sorted().map(String.init).joined(separator: ", ")
            problems.append("no call \(numbers); the capture has \(counted(capture.count, "call"))")
        } else if taken == 0 {
            problems.append(capture.mismatch)
        }
        return problems
    }
}
