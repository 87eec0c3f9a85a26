import ArgumentParser

/// Exit codes besides 0 and those of the argument parser (64 for wrong usage).
///
/// Source: sysexits(3)
enum ExitStatus {
    /// The input is damaged; what could be read was printed.
    static let damaged = ExitCode(1)
    /// The inputs of `diff` differ, as for diff(1).
    static let different = ExitCode(1)
    /// An input of `diff` is damaged, or has no such call.
    static let incomparable = ExitCode(2)
    /// `doctor --strict` found errors.
    static let errorsFound = ExitCode(2)
    /// An input cannot be opened or read.
    static let noInput = ExitCode(66)
    /// The command needs something that is not there: a part that was not built, an address that is in use or cannot
    /// be reached.
    static let unavailable = ExitCode(69)
    /// The command failed for an unforeseen reason.
    static let internalFault = ExitCode(70)
    /// A file cannot be created, or must not be replaced.
    static let noOutput = ExitCode(73)
    /// Writing to a file or to standard output failed.
    static let noWriting = ExitCode(74)

    /// All exit codes, for the help.
    static let explanation = """
         0  success; diff: no difference
         1  damaged input, of which what can be read is printed or reported; a
            capture without calls, or nothing that could be explained.
            diff: a difference; replay: an answer differs
         2  doctor --strict: errors were found;
            diff: an input is damaged, or has no such call
        64  wrong usage
        66  an input cannot be read, or is larger than what is read of its kind
        69  the part that uses the network was not built (the trait Live), or
            an address is in use or cannot be reached
        70  an internal error of wiredump
        73  a file cannot be created, or must not be replaced
        74  the output cannot be written
        """
}
