import CallViews
import ArgumentParser
import ConsoleText
import WireCapture

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
              wiredump capture rotated/                 several files as one capture
              tcpdump -w - -U port 50051 | wiredump capture -

            Several files, or a folder, are read as one capture: the parts of a rotated
            recording, or recordings at both ends. Packets are merged by their times,
            and count once if several files have them; by these, clocks are set right
            that differ by up to 10 s. Rows name the file that shows the call first.
            HAR files, flows and logs follow file by file.

            FILTERS apply to whatever is shown or written, and never change a
            call's number. A call has to meet each kind that is given; an option
            that is repeated asks for any of its values.

            MORE: wiredump help captures   files, columns of the list, --extract
                  wiredump help redaction  what is left out of the output
            """)

    @Argument(help: .files("The capture; several files, or a folder of them, are read as one."), completion: .file())
    var files: [String] = []

    @OptionGroup var filterOptions: CallFilterOptions
    @OptionGroup var display: CallDisplayOptions

    @Flag(help: "With --json, print credentials as they were sent. Whoever reads them can act for somebody else.")
    var credentials = false

    @Option(
        help: ArgumentHelp("Write the messages to files in this folder, with an index.jsonl.", valueName: "folder"),
        completion: .directory)
    var extract: String?

    @Flag(help: "With --extract, also write each direction of a call as it was sent (.grpc).")
    var streams = false

    @Flag(help: "With --extract, replace an earlier extraction: remove the files that its index names.")
    var force = false

    @OptionGroup var keyOptions: KeyOptions
    @OptionGroup var redaction: RedactionOptions
    @OptionGroup var schemaOptions: SchemaOptions
    @OptionGroup var colors: ColorOptions

    func validate() throws {
        if extract == nil, force { throw usageError("--force is of use with --extract only.") }
        if extract == nil, streams { throw usageError("--streams is of use with --extract only.") }
        if credentials, !display.json { throw usageError("--credentials is of use with --json only.") }
        if extract != nil, display.json || display.open {
            throw usageError("--extract writes files and shows nothing; leave out --json and --open.")
        }
        if streams, redaction.isOn {
            throw usageError("--streams writes what was sent, which --redact replaces; choose one.")
        }
    }

    func run(_ console: Console) throws {
        let inputs = try redaction.open(captures: files)
        let schema = try schemaOptions.schema(console.notes)
        let isLive = inputs.count == 1 && inputs[0].size == nil
        let redactor = try redaction.redactor()
        let isText = !display.json && extract == nil
        redaction.tellKept(console, isText: isText)
        let redact = redactor.map { redactor in { @Sendable call in redactor.redact(call, schema: schema) } }
        let filter = filterOptions.filter(schema)
        let receiver: any CallReceiver
        var content = display.content(filter)
        if let extract {
            let folder = try MessageFolder(
                extract,
                MessageFolder.Options(
                    replaces: force, isRedacted: redaction.isOn, inputs: inputs.compactMap(\.identity)))
            receiver = FileReceiver(
                folder: folder, export: MessageExport(schema), redact: redact, writesStreams: streams,
                notes: console.notes)
            content = streams ? .streams : .whole
        } else {
            receiver = display.receiver(
                for: filter, CallJSON(schema, showsCredentials: credentials), schema, redact: redact,
                palette: colors.palette, showsFiles: inputs.count > 1, to: console)
        }
        if let text = filter.redacted(redactor).text, isText, !filterOptions.selectsOnlyNumbers {
            console.output.write(colors.palette.paint("filter: \(text)", .heading) + "\n")
        }
        var capture = try CaptureInput(
            inputs: inputs,
            extractor: keyOptions.extractor(
                schema,
                // A live list shows a call when it ends, and does not wait for calls that began before.
                order: isLive && isText ? .ends : .requests, content: content))
        var run = CaptureRun(filter: filter, receiver: receiver, isLive: isLive)
        try run.read(&capture)
        capture.tellRemarks(console.notes)
        let problems = run.problems(capture)
        if !problems.isEmpty { throw CommandError(problems.map { "\(capture.name): \($0)" }, ExitStatus.damaged) }
    }
}
