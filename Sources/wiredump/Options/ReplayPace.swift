import ArgumentParser

/// How fast the calls of a capture are sent again.
enum ReplayPace: ExpressibleByArgument {
    /// `factor` times as fast as in the capture.
    case original(factor: Double)
    /// Each call is sent once all calls have ended that ended before it in the capture.
    case max

    init?(argument: String) {
        switch argument {
        case "original": self = .original(factor: 1)
        case "max": self = .max
        default:
            guard let factor = Double(argument), (0.001...10_000).contains(factor) else { return nil }
            self = .original(factor: factor)
        }
    }

    static let allValueStrings = ["original", "max"]
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
