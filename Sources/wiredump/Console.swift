import SystemPackage

/// What a command writes to.
struct Console {
    /// What was asked for.
    let output = FileSink(.standardOutput)
    /// What else there is to say: what is wrong, what was left out.
    let notes = FileSink(.standardError)

    func finish() {
        output.finish()
        notes.finish()
    }
}
