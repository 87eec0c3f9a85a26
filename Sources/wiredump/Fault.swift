import ArgumentParser

/// Ends a command: what is wrong is told, then it exits.
struct Fault: Error {
    /// For whoever started the command.
    let sentences: [String]
    let status: ExitCode

    init(_ sentences: [String], _ status: ExitCode) {
        (self.sentences, self.status) = (sentences, status)
    }

    init(_ sentence: String, _ status: ExitCode) { self.init([sentence], status) }
}

extension Fault {
    /// A file that cannot be made or written.
    static func output(_ path: String, _ reason: String) -> Fault { Fault("\(path): \(reason)", ExitStatus.noOutput) }
}
