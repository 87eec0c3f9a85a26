import ArgumentParser

/// How fast the calls of a capture are sent again.
enum ReplayPace: ExpressibleByArgument {
    /// So many times as fast as they were made.
    case original(factor: Double)
    /// As soon as the calls have ended that they came after.
    case unlimited

    init?(argument: String) {
        switch argument {
        case "original": self = .original(factor: 1)
        case "max": self = .unlimited
        default:
            guard let factor = Double(argument.hasSuffix("x") ? String(argument.dropLast()) : argument),
                (0.001...10_000).contains(factor)
            else { return nil }
            self = .original(factor: factor)
        }
    }

    static let allValueStrings = ["original", "max"]
}
