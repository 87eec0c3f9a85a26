import CallViews
import ArgumentParser
import ConsoleText
import ProtobufSchema
import WireCapture
import WireDoctor
import WireInspect

/// `wiredump diff A B`, and of calls and resources in captures
struct DiffCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Says what differs between two messages, or changed in a capture.",
        usage: """
            wiredump diff A B [--type NAME]
            wiredump diff CAPTURE [CAPTURE] --rpc N --rpc N
            wiredump diff CAPTURE --vehicle ID | --trip ID | --task ID | --all [--field PATH]
            """,
        discussion: """
            EXAMPLES:
              wiredump diff before.bin after.grpc         two messages, in any form
              wiredump diff shift.pcapng --rpc 3 --rpc 7  calls, by their numbers
              wiredump diff ok.pcap bad.pcap --rpc 3 --rpc 3
              wiredump diff shift.pcapng --trip trip-7    what changed, call by call
              wiredump diff shift.pcapng --vehicle v7 --field last_location.location
              wiredump diff --redact a.bin b.bin          for a ticket
              wiredump diff --json a.bin b.bin | jq -r '.changes[].path'

            OUTPUT, a line for each field:
              ~ changed, from what to what      + added      - removed
              > an element that has another place in its list
            Elements of lists are found again by key, name or ids, where they have
            them; other lists are aligned. Order and spelling on the wire make no
            difference. Behind what differs in a vehicle, trip or task stands the
            update_mask that would turn the first into the second.

            A capture's history has a block for each answer about the vehicle, trip
            or task: number and time of the call, method, what was sent (the
            update_mask), and what changed since the answer before.

            MORE: wiredump help exit-codes
            """)

    @Argument(
        help: ArgumentHelp("Two inputs, or captures; - is standard input.", valueName: "file"), completion: .file())
    var files: [String]

    @OptionGroup var typeOptions: TypeOptions

    @Option(name: .customLong("as"), help: "What the outermost layer of both inputs is.")
    var form: InputForm = .auto

    @OptionGroup var filterOptions: CallFilterOptions

    @Flag(help: "The history of everything in the capture.")
    var all = false

    @Option(help: ArgumentHelp("In a history, follow this field alone: last_location.location.", valueName: "path"))
    var field: String?

    @Flag(help: "Print JSON, for scripts: a line for each pair of messages, or for each answer.")
    var json = false

    @Flag(help: "Print values in full, however long.")
    var full = false

    @OptionGroup var colors: ColorOptions
    @OptionGroup var keyOptions: KeyOptions
    @OptionGroup var redaction: RedactionOptions
    @OptionGroup var schemaOptions: SchemaOptions

    private var rpc: [Int] { filterOptions.rpc }

    /// Whether the history of resources is shown.
    private var isHistory: Bool { all || !(filterOptions.vehicle + filterOptions.trip + filterOptions.task).isEmpty }

    func validate() throws {
        guard filterOptions.isEmpty && !all || typeOptions.type == nil && form == .auto else {
            throw usageError("--type and --as are for messages; a capture says what its calls hold.")
        }
        if isHistory {
            guard rpc.isEmpty else { throw usageError("--rpc compares two calls; a history has all of them.") }
        } else if !filterOptions.isEmpty || field != nil {
            guard rpc.count == 2, filterOptions.selectsOnlyNumbers, field == nil, files.count <= 2 else {
                throw usageError(
                    "Name what the history is of with --vehicle, --trip, --task or --all; or two calls of one capture or two "
                        + "with --rpc and nothing else.")
            }
        } else if files.count != 2 {
            throw usageError("Two inputs are compared; of one capture --vehicle, --trip, --task, --all or --rpc.")
        }
    }

    func run(_ console: Console) throws {
        let (output, notes) = (console.output, console.notes)
        var printer = DifferencePrinter(palette: colors.palette)
        printer.showsAll = full
        let schema = try schemaOptions.schema(console.notes)
        redaction.tellKept(console, isText: !json)
        let verdict: Comparison.Verdict
        if isHistory {
            let redactor = try redaction.redactor()
            var filter = filterOptions.filter(schema)
            var report = HistoryReport(
                of: all ? nil : filter.subjects, schema: schema, printer: printer, redactor: redactor, field: field,
                isJSON: json, to: output)
            let inputs = try redaction.open(captures: files)
            if !json, let text = filter.redacted(redactor).text {
                output.write(printer.heading("filter: \(text)") + "\n")
            }
            // The resources are selected by their names in answers, not by what else a call names.
            filter.subjects = [:]
            let capture = try read(inputs, schema, to: notes) { report.take($0, isSelected: filter.accepts($0)) }
            let result = report.finish()
            for remark in result.remarks { notes.tell("\(capture.name): \(remark)") }
            verdict = capture.problem == nil ? result.verdict : .damaged
        } else if !rpc.isEmpty {
            verdict = try compareCalls(schema, printer, to: console)
        } else {
            var comparison = Comparison(detector: TypeDetector(schema))
            comparison.form = form
            comparison.type = try typeOptions.message(in: schema)
            comparison.redactor = try redaction.redactor()
            comparison.printer = printer
            comparison.printsJSON = json
            output.progress = Progress()
            let inputs = (try redaction.open(files[0]), try redaction.open(files[1], at: 1))
            let old = Comparison.Input(name: inputs.0.name, bytes: try inputs.0.readAll())
            let new = Comparison.Input(name: inputs.1.name, bytes: try inputs.1.readAll())
            verdict = comparison.run(consume old, consume new, output: output, notes: notes)
        }
        switch verdict {
        case .same: break
        case .different: throw ExitStatus.different
        case .damaged: throw ExitStatus.incomparable
        }
    }

    private func compareCalls(
        _ schema: Schema, _ printer: DifferencePrinter, to console: Console
    ) throws -> Comparison.Verdict {
        var found: [CapturedCall?] = [nil, nil]
        var isSound = true
        for (position, file) in files.enumerated() {
            let wanted = files.count == 1 ? Array(rpc.enumerated()) : [(offset: position, element: rpc[position])]
            let capture = try read([redaction.open(file, at: position)], schema, to: console.notes) { call in
                for (place, number) in wanted where number == call.number { found[place] = call }
            }
            isSound = isSound && capture.problem == nil
            if let missing = wanted.first(where: { found[$0.offset] == nil }) {
                console.notes.tell("\(capture.name): there is no call \(missing.element)")
                return .damaged
            }
        }
        let redactor = try redaction.redactor()
        let calls = found.compactMap { $0 }
        let original = CallDifference(from: calls[0], to: calls[1], schema: schema)
        let shown = calls.map { redactor?.redact($0, schema: schema) ?? $0 }
        let difference = CallDifference(from: shown[0], to: shown[1], schema: schema)
        if difference.isEmpty != original.isEmpty { console.notes.tell("they differ in values that have one stand-in") }
        if json {
            console.output.write(utf8: Array("\(difference.jsonLine(printer))\n".utf8))
        } else {
            console.output.write(difference.text(printer))
        }
        guard isSound else { return .damaged }
        return original.isEmpty ? .same : .different
    }

    /// - Throws: ``ExitStatus/incomparable`` if there is no call.
    private func read(
        _ inputs: [InputFile], _ schema: Schema, to notes: FileSink, _ body: (CapturedCall) -> Void
    ) throws -> CaptureInput {
        var capture = CaptureInput(inputs: inputs, extractor: try keyOptions.extractor(schema))
        try capture.forEach(body)
        capture.tellRemarks(notes)
        if let problem = capture.problem { notes.tell("\(capture.name): \(problem)") }
        if capture.count == 0 { throw ExitStatus.incomparable }
        return capture
    }
}
