import ArgumentParser

/// The command as shells complete it, with the options of the default subcommand, which the argument parser offers only
/// after the name of that subcommand.
///
/// Source: https://github.com/apple/swift-argument-parser/issues/488
struct CompletedWiredump: ParsableCommand {
    static let configuration = Wiredump.configuration

    @OptionGroup var arguments: DumpArguments

    /// Whether the arguments ask for a completion script, or come from a completion script that asks for words.
    static func isMeant(by arguments: [String]) -> Bool {
        guard let first = arguments.first else { return false }
        return first.hasPrefix("--generate-completion-script") || first == "---completion"
    }
}
