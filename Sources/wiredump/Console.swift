import ArgumentParser
import ConsoleText
import SystemPackage

/// The two streams that a command writes to.
struct Console {
    /// Takes the result of the command.
    let output = FileSink(.standardOutput)
    /// Takes errors, warnings and notes.
    let notes = FileSink(.standardError)

    func finish() {
        output.finish()
        notes.finish()
    }
}

/// A command that writes to a console. Everything that it wrote is flushed before an error that it throws is printed.
protocol ConsoleCommand: ParsableCommand {
    func run(_ console: Console) throws
}

extension ConsoleCommand {
    func run() throws {
        let console = Console()
        defer { console.finish() }
        try run(console)
    }
}

/// A command that uses the network, which builds without the trait Live leave out.
protocol LiveCommand: ConsoleCommand {
    #if Live
    @available(macOS 15, *)
    func runLive(_ console: Console) throws
    #endif
}

extension LiveCommand {
    func run(_ console: Console) throws {
        #if Live
        guard #available(macOS 15, *) else {
            throw CommandError("this needs macOS 15 or later", ExitStatus.unavailable)
        }
        try runLive(console)
        #else
        throw CommandError(
            [
                "\(Self.configuration.commandName ?? "") uses the network, which this build of wiredump leaves out; build it with the trait Live, which fetches grpc-swift-2 and SwiftNIO:",
                "swift build --configuration release --traits Live --product wiredump",
            ], ExitStatus.unavailable)
        #endif
    }
}

extension ArgumentHelp {
    /// The help of arguments that are files, where `-` or no file stands for standard input.
    static func files(_ text: String) -> Self { Self("\(text) - or none is standard input.", valueName: "file") }
}
