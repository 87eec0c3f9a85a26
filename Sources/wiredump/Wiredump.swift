import ArgumentParser
import Foundation

/// The command as a whole: picks the subcommand.
@main struct Wiredump: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wiredump",
        abstract: "Opens captured Fleet Engine payloads: what was sent, field by field.",
        version: "0.1.0",
        subcommands: [
            DumpCommand.self, TypesCommand.self, ConvertCommand.self, BatchCommand.self, ExplainCommand.self,
            CaptureCommand.self, DiffCommand.self, DoctorCommand.self, ReportCommand.self,
        ],
        defaultSubcommand: DumpCommand.self)

    static func main() {
        // A reader that has seen enough closes its pipe; writing then fails with an error instead of ending the process.
        _ = signal(SIGPIPE, SIG_IGN)
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments == ["--help"] || arguments == ["-h"] || arguments == ["help"] {
            // The help of the default subcommand is the help that people look for; it lists the others.
            let output = FileSink(.standardOutput)
            output.write(DumpCommand.helpMessage() + "\n")
            output.close()
            return
        }
        do {
            var command = try parseAsRoot(arguments)
            try command.run()
        } catch {
            // What nobody foresaw must not look like damaged input.
            if exitCode(for: error) == .failure, !(error is ExitCode) {
                let notes = FileSink(.standardError)
                notes.tell("\(error)")
                notes.close()
                Foundation.exit(ExitStatus.internalFault.rawValue)
            }
            exit(withError: error)
        }
    }
}

/// Exit codes besides 0 and those of the argument parser (64 for wrong usage).
///
/// Source: sysexits(3)
enum ExitStatus {
    /// The input is damaged; what could be read was printed.
    static let damaged = ExitCode(1)
    /// Two things that were compared differ, as diff(1) says it.
    static let different = ExitCode(1)
    /// What was to be compared is damaged or not there.
    static let incomparable = ExitCode(2)
    /// `doctor --strict` found errors.
    static let errorsFound = ExitCode(2)
    /// An input cannot be opened or read.
    static let noInput = ExitCode(66)
    /// A fault of the command itself.
    static let internalFault = ExitCode(70)
}
