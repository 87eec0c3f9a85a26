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

            FILTERS apply to whatever is shown or written, and never change a
            call's number. A call has to meet each kind that is given; an option
            that is repeated asks for any of its values.

            MORE: wiredump help captures   files, columns of the list, --extract
                  wiredump help redaction  what is left out of the output
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
        let redactor = try redaction.redactor()
        redaction.tellKept(console, isText: !json && !writesFiles)
        let receiver = try receiver(for: input, schema, redactor, console)
        let filter = filterOptions.filter(schema)
        if let text = filter.redacted(redactor).text, !json, !writesFiles, !filterOptions.selectsOnlyNumbers {
            console.output.write(colors.palette.paint("filter: \(text)", .heading) + "\n")
        }
        let capture = try CaptureInput(
            input,
            extractor: keyOptions.extractor(
                schema,
                // A live list shows a call when it ends, and does not wait for calls that began before.
                order: isLive && !writesFiles && !json ? .ends : .requests,
                content: extraction.streams
                    ? .streams : receiver is ListReceiver && !filter.asksForSubjects ? .listing : .whole))
        var run = CaptureRun(filter: filter, receiver: receiver, isLive: isLive)
        try run.read(capture)
        capture.tellRemarks(console.notes)
        let problems = run.problems(capture)
        if !problems.isEmpty { throw CommandError(problems.map { "\(input.name): \($0)" }, ExitStatus.damaged) }
    }

    private func receiver(
        for input: InputFile, _ schema: Schema, _ redactor: Redactor?, _ console: Console
    ) throws -> any CallReceiver {
        let redact: RedactionOptions.Redaction = { redactor?.redact($0, schema: schema) ?? $0 }
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
