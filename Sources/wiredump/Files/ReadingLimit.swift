import ConsoleText

/// The most bytes that are read of files, pipes and devices which have to be in memory as a whole. Captures and batches are
/// read piece by piece, and may be of any size.
///
/// `.github/SECURITY.md` lists these limits and those of the libraries.
struct ReadingLimit {
    let bytes: Int
    /// What is limited, for the error.
    let subject: String

    /// Messages and texts. Protobuf's own limit is 2 GiB, gRPC's 4 MiB unless it is set.
    static let input = ReadingLimit(bytes: 256 << 20, subject: "a message or text")
    /// All `.proto` files, and all descriptor sets. Those of all public Google APIs have some 50 MiB.
    static let schema = ReadingLimit(bytes: 64 << 20, subject: "schemas")

    /// A key log. A line has some 200 bytes, and a TLS 1.3 connection five lines.
    static let keyLog = ReadingLimit(bytes: 256 << 20, subject: "a key log")

    func check(_ count: Int, of name: String) throws(CommandError) {
        guard count > bytes else { return }
        throw CommandError(
            "\(name): larger than \(bytes >> 20) MiB, the most that is read of \(subject)", ExitStatus.noInput)
    }
}
