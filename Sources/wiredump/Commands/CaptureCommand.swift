import CallViews
import ArgumentParser
import ConsoleText
import ProtobufSchema
import Redaction
import WireCapture
import WireInspect

/// `wiredump capture [FILE]`
struct CaptureCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "capture",
        abstract: "Lists the calls in a network capture, and opens them.",
        discussion: """
            EXAMPLES:
              wiredump capture shift.pcapng             one line per call
              wiredump capture shift.pcapng --rpc 7     call 7 of the list in full
              wiredump capture shift.pcapng --status failed --open
              wiredump capture shift.pcapng --vehicle driver_7 --method UpdateVehicle
              wiredump capture --json shift.pcapng      one JSON object per call
              wiredump capture --extract calls shift.pcapng
              tcpdump -w - -U port 50051 | wiredump capture -

            FILE is pcap or pcapng (Ethernet, VLAN, loopback, Linux cooked mode,
            Apple's pktap or bare IP); or a HAR file; or a flow file of mitmproxy
            (mitmdump -w); or a gRPC binary log; each also compressed with gzip, or
            pasted as base64, hex or a dump. TLS connections are decrypted with the
            key logs of --keys and SSLKEYLOGFILE, and with keys that the capture
            holds. Calls are gRPC and grpc-web, over HTTP/2 and HTTP/1.1. TCP segments
            out of order, repeated or missing are put right as far as they can be; IP
            fragments are not put together. In a capture that begins in the middle
            of a connection, headers that were sent before are unknown: they are left
            out, not guessed. Where packets are missing later, those that were sent
            before are known, as long as calls behind the gap fit them in one way
            only; such calls say so (presumed_headers in JSON).

            THE LIST:
              The date, then for each call of the day: number, time, duration,
              client and stream, method, bytes sent each way, what compressed
              them, status, category and message. A failure is marked with !, one
              that healthy apps have with ~. From a pipe, calls are shown as they
              end, with the numbers that they have in a file: those of the order
              in which the requests ended, as far as that is known by then.
              Behind the message stands of which calls the capture does not have
              everything (partial: beginning, request, response, headers), or
              whoever recorded or read it kept no more (recorder, limit).

            FILTERS apply to whatever is shown or written, and never change a
            call's number. A call has to meet each kind that is given; an option
            that is repeated asks for any of its values.

            Credentials are not shown, wherever they stand: their size in bytes is.
            With --credentials, --json has them as they were sent, or with --redact
            their stand-ins.

            --extract writes each message, decompressed, to a file of its own (.bin).
            With --streams, each direction of a call is written as well (.grpc): its
            messages as they were sent, prefixes included, compressed where they
            were; also those that are damaged. wiredump reads both kinds of files.
            Neither has what grpc-web or HTTP put around the messages.

            EXIT CODES:
              0  read to its end   1  damaged, or no call found   64  wrong usage
              66  the file cannot be read   73  a file of --extract is in the way
              74  the output cannot be written
            """)

    @Argument(help: ArgumentHelp("The capture; - or none is standard input.", valueName: "file"), completion: .file())
    var file = "-"

    @OptionGroup var filterOptions: CallFilterOptions

    @Flag(help: "Open every call that the filters let through.")
    var open = false

    @Flag(name: [.long, .customShort("a")], help: "In opened calls, leave nothing out of long lists and strings.")
    var all = false

    @Flag(help: "Print JSON, for scripts: a line per call.")
    var json = false

    @Flag(help: "With --json, print credentials as they were sent. Whoever reads them can act for somebody else.")
    var credentials = false

    @OptionGroup var extraction: ExtractionOptions
    @OptionGroup var keyOptions: KeyOptions
    @OptionGroup var redaction: RedactionOptions
    @OptionGroup var schemaOptions: SchemaOptions
    @OptionGroup var colors: ColorOptions

    private var writesFiles: Bool { extraction.extract != nil }

    func validate() throws {
        if credentials, !json { throw usageError("--credentials is of use with --json only.") }
        if json, open { throw usageError("--json and --open are two ways to show a call; choose one.") }
        if writesFiles, json || open {
            throw usageError("--extract writes files and shows nothing; leave out --json and --open.")
        }
        if extraction.streams, redaction.isOn {
            throw usageError("--streams writes what was sent, which --redact replaces; choose one.")
        }
    }

    func run(_ console: Console) throws {
        let input = try redaction.open(file)
        let schema = try schemaOptions.schema(console.notes)
        let isLive = input.size == nil
        let receiver = try receiver(for: input, schema, console)
        let filter = filterOptions.filter(schema)
        let capture = try CaptureInput(
            input,
            extractor: keyOptions.extractor(
                // A live list shows a call when it ends, and does not wait for calls that began before.
                order: isLive && !writesFiles && !json ? .ends : .requests,
                content: extraction.streams
                    ? .streams : receiver is ListReceiver && !filter.asksForSubjects ? .refusedRequests : .whole))
        var run = CaptureRun(filter: filter, receiver: receiver, isLive: isLive)
        try run.read(capture)
        capture.tellRemarks(console.notes)
        let problems = run.problems(capture)
        if !problems.isEmpty { throw CommandError(problems.map { "\(input.name): \($0)" }, ExitStatus.damaged) }
    }

    private func receiver(for input: InputFile, _ schema: Schema, _ console: Console) throws -> any CallReceiver {
        let redact = try redaction.redaction(schema)
        if let folder = try extraction.folder(for: input, isRedacted: redaction.isOn) {
            return FileReceiver(
                folder, export: MessageExport(schema), redact, writesStreams: extraction.streams, notes: console.notes)
        }
        if json { return JSONReceiver(CallJSON(schema, showsCredentials: credentials), redact, output: console.output) }
        guard open || !filterOptions.rpc.isEmpty else {
            return ListReceiver(colors.palette, redact: redaction.isOn ? redact : nil, to: console)
        }
        var options = TreeOptions()
        options.showsAll = all
        options.palette = colors.palette
        return SheetReceiver(CallSheet(schema, options: options), redact, output: console.output)
    }
}
