import ArgumentParser
import ConsoleText
import SystemPackage

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
        Platform.ignoreClosedPipes()
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments == ["--help"] || arguments == ["-h"] || arguments == ["help"] {
            // The help of the default subcommand also lists the others.
            let output = FileSink(.standardOutput)
            output.write(DumpCommand.helpMessage() + "\n")
            output.finish()
            return
        }
        let root: any ParsableCommand.Type = CompletedWiredump.isMeant(by: arguments) ? CompletedWiredump.self : self
        do {
            var command = try root.parseAsRoot(arguments)
            try command.run()
        } catch let error as CommandError {
            tell(error.sentences, error.status)
        } catch {
            // An unforeseen error must not look like damaged input.
            if exitCode(for: error) == .failure, !(error is ExitCode) {
                tell(["\(error)"], ExitStatus.internalFault)
            }
            root.exit(withError: error)
        }
    }

    private static func tell(_ sentences: [String], _ status: ExitCode) -> Never {
        let notes = FileSink(.standardError)
        for sentence in sentences { notes.tell(sentence) }
        notes.finish()
        exit(withError: status)
    }
}
