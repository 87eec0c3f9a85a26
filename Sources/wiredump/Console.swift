import ArgumentParser
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
