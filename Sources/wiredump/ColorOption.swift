public import ArgumentParser
import Foundation
public import WireInspect

/// When output is coloured.
enum ColorOption: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never

    /// - Parameter descriptor: Of the file that is written to.
    func palette(for descriptor: Int32) -> Palette {
        switch self {
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

extension InputForm: ExpressibleByArgument {}
