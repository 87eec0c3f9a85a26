import ArgumentParser
import CallViews
import ConsoleText
import ProtobufSchema
import SystemPackage
import WireCapture
import WireInspect

/// The options of what is shown and recorded of live traffic: those of `wiredump capture`.
struct TrafficOptions: ParsableArguments {
    @OptionGroup var filterOptions: CallFilterOptions

    @Flag(help: "Open every call that the filters let through.")
    var open = false

    @Flag(name: [.long, .customShort("a")], help: "In opened calls, leave nothing out of long lists and strings.")
    var all = false

    @Flag(help: "Print JSON, for scripts: a line per call.")
    var json = false

    @Option(
        name: [.customLong("record"), .customShort("o")],
        help: ArgumentHelp(
            "Record the traffic, for wiredump capture, doctor, report and Wireshark: a pcap file without encryption.",
            valueName: "file"),
        completion: .file())
    var record: String?

    @Flag(help: "With --record, replace an earlier recording.")
    var force = false

    @OptionGroup var redaction: RedactionOptions
    @OptionGroup var schemaOptions: SchemaOptions
    @OptionGroup var colors: ColorOptions

    func validate() throws {
        if json, open { throw usageError("--json and --open are two ways to show a call; choose one.") }
        if force, record == nil { throw usageError("--force is of use with --record only.") }
    }

    /// - Returns: The receiver that shows the calls, and the parts of calls that it needs.
    func receiver(_ schema: Schema, _ console: Console) throws -> (any CallReceiver, CallExtractor.Content) {
        let redact = try redaction.redaction(schema)
        if json { return (JSONReceiver(CallJSON(schema), redact, output: console.output), .whole) }
        guard open || !filterOptions.rpc.isEmpty else {
            let list = ListReceiver(
                CallList(palette: colors.palette, columns: FileDescriptor.standardOutput.columns),
                redact: redaction.isOn ? redact : nil, to: console)
            return (list, filterOptions.filter(schema).asksForSubjects ? .whole : .listing)
        }
        var options = TreeOptions()
        options.showsAll = all
        options.palette = colors.palette
        return (SheetReceiver(CallSheet(schema, options: options), redact, output: console.output), .whole)
    }

    /// The file that is recorded to; `nil` without `--record`.
    func recording() throws(CommandError) -> OutputFile? {
        guard let record else { return nil }
        return try OutputFile(
            record,
            replacing: .init(isForced: force, kind: "a capture") { CaptureForm(recognizing: $0) != nil })
    }
}
