import ArgumentParser

/// The command as shells complete it: with the options of the subcommand that runs when none is named, which the
/// argument parser offers behind the name of that subcommand only.
///
/// Source: https://github.com/apple/swift-argument-parser/issues/488
struct CompletedWiredump: ParsableCommand {
    static let configuration = Wiredump.configuration

    @OptionGroup var arguments: DumpArguments

    /// Whether a completion script is asked for, or one that was made here asks for words.
    static func isMeant(by arguments: [String]) -> Bool {
        guard let first = arguments.first else { return false }
        return first.hasPrefix("--generate-completion-script") || first == "---completion"
    }
}
