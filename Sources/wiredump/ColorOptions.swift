import ArgumentParser
import Foundation
import WireInspect

/// When output is coloured.
struct ColorOptions: ParsableArguments {
    enum Choice: String, ExpressibleByArgument, CaseIterable {
        case auto, always, never
    }

    @Option(help: "Colours; auto means on a terminal, unless NO_COLOR is set.")
    var color: Choice = .auto

    /// For standard output.
    var palette: Palette { palette(for: STDOUT_FILENO) }

    /// - Parameter descriptor: Of the file that is written to.
    func palette(for descriptor: Int32) -> Palette {
        switch color {
        case .always: return Palette(isEnabled: true)
        case .never: return .plain
        case .auto:
            let environment = ProcessInfo.processInfo.environment
            // https://no-color.org: any value but the empty one turns colours off.
            let isWanted = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
            return Palette(isEnabled: isWanted && isatty(descriptor) == 1)
        }
    }
}
