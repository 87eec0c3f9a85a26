import ArgumentParser
import ConsoleText
import SystemPackage

/// The option that turns colours on and off.
struct ColorOptions: ParsableArguments {
    enum Choice: String, ExpressibleByArgument, CaseIterable {
        case auto, always, never
    }

    @Option(help: "Colours; auto means on a terminal, unless NO_COLOR is set.")
    var color: Choice = .auto

    var palette: Palette { palette(for: .standardOutput) }

    func palette(for descriptor: FileDescriptor) -> Palette {
        switch color {
        case .always: return Palette(isEnabled: true)
        case .never: return .plain
        case .auto:
            // https://no-color.org: any value but the empty one turns colours off.
            let isWanted =
                (Platform.environment("NO_COLOR") ?? "").isEmpty && Platform.environment("TERM") != "dumb"
            return Palette(isEnabled: isWanted && descriptor.isTerminal)
        }
    }
}
