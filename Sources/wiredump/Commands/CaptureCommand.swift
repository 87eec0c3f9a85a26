import CallViews
import ArgumentParser
import ConsoleText
import ProtobufSchema
import Redaction
import SystemPackage
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
              wiredump capture rotated/                 several files as one capture
              tcpdump -w - -U port 50051 | wiredump capture -

            Several files, or a folder, are read as one capture: the parts of a rotated
            recording, or recordings at both ends. Packets are merged by their times,
            and count once if several files have them; rows name the file that shows
            the call first. HAR files, flows and logs follow file by file.

            FILTERS apply to whatever is shown or written, and never change a
            call's number. A call has to meet each kind that is given; an option
            that is repeated asks for any of its values.

            MORE: wiredump help captures   files, columns of the list, --extract
                  wiredump help redaction  what is left out of the output
            """)

    @Argument(
        help: ArgumentHelp(
            "The capture; several files, or a folder of them, are read as one. - or none is standard input.",
            valueName: "file"), completion: .file())
    var files: [String] = []

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
        let inputs = try redaction.open(captures: files)
        let schema = try schemaOptions.schema(console.notes)
        let isLive = inputs.count == 1 && inputs[0].size == nil
        let redactor = try redaction.redactor()
        redaction.tellKept(console, isText: !json && !writesFiles)
        let receiver = try receiver(for: inputs, schema, redactor, console)
        let filter = filterOptions.filter(schema)
        if let text = filter.redacted(redactor).text, !json, !writesFiles, !filterOptions.selectsOnlyNumbers {
            console.output.write(colors.palette.paint("filter: \(text)", .heading) + "\n")
        }
        let capture = try CaptureInput(
            inputs,
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
        if !problems.isEmpty { throw CommandError(problems.map { "\(capture.name): \($0)" }, ExitStatus.damaged) }
    }

    private func receiver(
        for inputs: [InputFile], _ schema: Schema, _ redactor: Redactor?, _ console: Console
    ) throws -> any CallReceiver {
        let redact: RedactionOptions.Redaction = { redactor?.redact($0, schema: schema) ?? $0 }
        if let folder = try extraction.folder(for: inputs, isRedacted: redaction.isOn) {
            return FileReceiver(
                folder, export: MessageExport(schema), redact, writesStreams: extraction.streams, notes: console.notes)
        }
        if json { return JSONReceiver(CallJSON(schema, showsCredentials: credentials), redact, output: console.output) }
        guard open || !filterOptions.rpc.isEmpty else {
            return ListReceiver(
                CallList(
                    palette: colors.palette, columns: FileDescriptor.standardOutput.columns,
                    showsFiles: inputs.count > 1), redact: redaction.isOn ? redact : nil,
                to: console)
        }
        var options = TreeOptions()
        options.showsAll = all
        options.palette = colors.palette
        return SheetReceiver(CallSheet(schema, options: options), redact, output: console.output)
    }
}
