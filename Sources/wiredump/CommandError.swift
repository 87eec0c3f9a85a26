import ArgumentParser

/// An error that ends the command: its sentences are printed, then the process exits with the status.
struct CommandError: Error {
    /// Sentences for the user, each printed on a line of its own.
    let sentences: [String]
    let status: ExitCode

    init(_ sentences: [String], _ status: ExitCode) {
        (self.sentences, self.status) = (sentences, status)
    }

    init(_ sentence: String, _ status: ExitCode) { self.init([sentence], status) }
}

extension CommandError {
    /// A file cannot be created or written.
    static func output(_ path: String, _ reason: String) -> CommandError {
        CommandError("\(path): \(reason)", ExitStatus.noOutput)
    }
}
