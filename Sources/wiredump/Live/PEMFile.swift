#if Live
import ConsoleText

/// Reads a file in PEM, for TLS.
///
/// - Parameter kind: What the file is to hold, for the error.
/// - Throws: ``CommandError`` when the file cannot be read, or holds something else.
func readPEM<Content>(
    _ path: String, _ kind: SafeText, _ parse: ([UInt8]) throws -> Content
) throws(CommandError) -> (bytes: [UInt8], content: Content) {
    let bytes = try InputFile(path).readAll()
    // The error of the library names a place in its own source.
    guard let content = try? parse(bytes) else {
        throw CommandError("\(path): holds no \(kind) in PEM", ExitStatus.noInput)
    }
    return (bytes, content)
}
#endif
