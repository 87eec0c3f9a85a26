import ArgumentParser

/// `wiredump replay CAPTURE --to HOST:PORT`
struct ReplayCommand: LiveCommand {
    /// The bytes of an answer that are kept, with a hundred for each message.
    static let answerLimit = 64 << 20

    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Sends the requests of a capture again, and compares the answers.",
        discussion: """
            EXAMPLES:
              wiredump replay shift.pcap --to 8080
              wiredump replay shift.pcap --to 8080 --rate original
              wiredump replay shift.pcap --to 8080 --method GetTrip --token "$TOKEN"

            Requests are sent as they were captured, with their headers and deadlines
            but uncompressed. A call is sent once the calls have ended that had ended
            before it in the capture: those that overlapped there overlap here.
            --rate original also waits as long as their senders did, --rate 10 a tenth
            of that.

            Tokens are sent as they were captured; as they end after an hour, --token
            puts another one in their place. "wiredump serve --clock" answers at the
            time of a capture.

            OUTPUT: a line per call with its status, and below it what differs from the
            captured answer, as "wiredump diff" shows it. Where only times differ that a
            server sets by its clock, answers count as equal. Calls without a method or a
            whole request in the capture are left out.

            MORE: wiredump help exit-codes
            """)

    @Argument(help: ArgumentHelp("The capture; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var server: ServerOptions

    @Option(
        help: ArgumentHelp(
            "The pace: original, a factor from 0.001 to 10000, or max for as fast as the server answers.",
            valueName: "pace"))
    var rate = ReplayPace.max

    @Option(help: ArgumentHelp("Send this token in place of the captured ones.", valueName: "token"))
    var token: String?

    @Flag(help: "Print differing values in full, however long.")
    var full = false

    @OptionGroup var filterOptions: CallFilterOptions
    @OptionGroup var keyOptions: KeyOptions
    @OptionGroup var schemaOptions: SchemaOptions
    @OptionGroup var colors: ColorOptions
}
