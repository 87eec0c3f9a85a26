import ArgumentParser
import ConsoleText

/// An error that ends the command: its sentences are printed, then the process exits with the status.
struct CommandError: Error {
    /// Sentences for the user, each printed on a line of its own.
    let sentences: [SafeText]
    let status: ExitCode

    init(_ sentences: [SafeText], _ status: ExitCode) {
        (self.sentences, self.status) = (sentences, status)
    }

    init(_ sentence: SafeText, _ status: ExitCode) { self.init([sentence], status) }
}

/// An error in the arguments, which the argument parser prints with the usage of the command.
func usageError(_ text: SafeText) -> ValidationError { ValidationError(text.description) }

extension CommandError {
    /// The result of work with a file: the first error is told with the name of the file, and ends the command with `status`.
    static func naming<T>(_ path: String, status: ExitCode, _ work: () throws -> T) throws(CommandError) -> T {
        do {
            return try work()
        } catch let error as CommandError {
            throw error
        } catch {
            throw CommandError("\(path): \(error)", status)
        }
    }

    /// A file cannot be created, or must not be replaced.
    static func output(_ path: String, _ reason: String) -> CommandError {
        CommandError("\(path): \(reason)", ExitStatus.noOutput)
    }
}
