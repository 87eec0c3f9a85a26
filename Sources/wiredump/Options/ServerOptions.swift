import ArgumentParser
import ConsoleText

/// The options that say to which server calls are sent, and whether the connection to it is encrypted.
struct ServerOptions: ParsableArguments {
    @Option(name: .customLong("to"), help: ArgumentHelp("The server.", valueName: "[host:]port"))
    var address: ServerAddress

    @Flag(help: "Encrypt the connection to the server with TLS.")
    var tls = false

    @Option(
        help: ArgumentHelp(
            "With --tls, trust the certificates in this file, in PEM, in place of those of the system.",
            valueName: "file"),
        completion: .file())
    var trust: String?

    func validate() throws {
        if trust != nil, !tls { throw usageError("--trust is of use with --tls only.") }
    }
}
