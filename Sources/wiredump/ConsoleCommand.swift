import ArgumentParser

/// A command that writes to a console. What it throws is told when all that it wrote is there.
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
