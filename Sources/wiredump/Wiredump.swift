import ArgumentParser
import ConsoleText
import SystemPackage

/// The command as a whole: picks the subcommand.
@main struct Wiredump: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wiredump",
        abstract: "Opens captured Fleet Engine payloads: what was sent, field by field.",
        version: version, subcommands: subcommands, defaultSubcommand: DumpCommand.self)

    static let version = "0.1.0"
    static let subcommands: [any ParsableCommand.Type] = [
        DumpCommand.self, TypesCommand.self, ConvertCommand.self, BatchCommand.self, ExplainCommand.self,
        CaptureCommand.self, DiffCommand.self, DoctorCommand.self, ReportCommand.self, ScaffoldCommand.self,
        ServeCommand.self, ProxyCommand.self, ReplayCommand.self,
    ]

    static var commandNames: [String] { subcommands.compactMap { $0.configuration.commandName } }

    static func main() {
        Platform.ignoreClosedPipes()
        let arguments = Array(CommandLine.arguments.dropFirst())
        // On a terminal, a command without arguments would wait for somebody to type a message.
        let isAlone = arguments.isEmpty && FileDescriptor.standardInput.isTerminal
        if isAlone || arguments == ["--help"] || arguments == ["-h"] || arguments == ["help"] {
            // The help of the default subcommand also lists the others.
            return write(DumpCommand.helpMessage())
        }
        let root: any ParsableCommand.Type = CompletedWiredump.isMeant(by: arguments) ? CompletedWiredump.self : self
        do {
            if let topic = HelpTopic.topic(askedForBy: arguments) { return write(topic.text) }
            var command = try root.parseAsRoot(arguments)
            try command.run()
        } catch let error as CommandError {
            tell(error.sentences, error.status)
        } catch {
            // An unforeseen error must not look like damaged input.
            if exitCode(for: error) == .failure, !(error is ExitCode) {
                tell(["\(error)"], ExitStatus.internalFault)
            }
            let status = root.exitCode(for: error)
            let isOwn = status == .success || error is ExitCode
            let message = root.fullMessage(for: isOwn ? error : showable(error, arguments, root))
            let sink = FileSink(status == .success ? .standardOutput : .standardError)
            if message.isEmpty {
                // An exit code alone: everything is said.
            } else if status == .success {
                sink.write(SafeText(verbatim: message + "\n"))
            } else {
                for line in message.split(separator: "\n", omittingEmptySubsequences: false) {
                    sink.write("\(line)\n")
                }
            }
            sink.finish()
            exit(withError: status)
        }
    }

    /// The error of the argument parser about arguments in which escapes stand for what cannot be shown; any other error as
    /// it is. The parser quotes arguments, which may be names of files from anywhere, with ends of lines in them.
    private static func showable(
        _ error: any Error, _ arguments: [String], _ root: any ParsableCommand.Type
    ) -> any Error {
        do {
            _ = try root.parseAsRoot(arguments.map { SafeText($0).description })
            return error
        } catch let shown {
            return shown
        }
    }

    private static func write(_ text: String) {
        let output = FileSink(.standardOutput)
        output.write(SafeText(verbatim: text + "\n"))
        output.finish()
    }

    private static func tell(_ sentences: [SafeText], _ status: ExitCode) -> Never {
        FileSink.note(sentences)
        Interruption.endProcess()
        exit(withError: status)
    }
}
