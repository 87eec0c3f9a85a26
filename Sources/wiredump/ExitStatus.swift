import ArgumentParser

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
    /// A file cannot be made or written.
    static let noOutput = ExitCode(73)
    /// Output cannot be written on.
    static let noWriting = ExitCode(74)
}
