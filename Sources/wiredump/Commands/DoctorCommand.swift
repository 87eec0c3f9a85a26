import CallViews
import ArgumentParser
import ConsoleText
import ProtobufSchema
import Redaction
import SystemPackage
import WireCapture
import WireDoctor
import WireInspect

/// `wiredump doctor [FILE]`
struct DoctorCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Says what is wrong with a message or capture, and what to do.",
        discussion: """
            EXAMPLES:
              wiredump doctor shift.pcapng            a whole shift
              wiredump doctor --rpc 26 shift.pcapng   one call of it
              wiredump doctor --vehicle v7 shift.pcapng
              wiredump doctor update.grpc             what one call sent
              pbpaste | wiredump doctor               hex or base64 from a bug report
              wiredump doctor --json shift.pcapng | jq '.findings[].code'

            FILE is whatever "wiredump capture" reads (packets, HAR, flows, gRPC binary
            logs), or whatever wiredump itself opens. Requests are held against the
            rules of Fleet Engine: masks, names and ids, required fields, locations,
            times, attributes. In a capture also the tokens of refused calls, failures
            and what follows them, deadlines, how often vehicles report and whether
            they say that they go offline, how trips move, and why a rider sees no
            route or arrival time. Calls have the numbers of "wiredump capture": those
            of the order in which their requests ended.

            FILTERS select calls: these are counted, and a finding is shown if one of
            them is evidence of it. The others are examined all the same, since what
            is wrong with one call shows in others; intervals, states and statuses
            of vehicles and trips are those of the whole capture.

            SEVERITIES:
              error    something does not work, or is refused
              warning  something works otherwise than its sender probably means
              note     worth knowing: it explains what is seen

            MORE: wiredump help exit-codes
            """)

    @Argument(help: .files("The input; several captures, or a folder of them, are read as one."), completion: .file())
    var files: [String] = []

    @OptionGroup var typeOptions: TypeOptions

    @OptionGroup var filterOptions: CallFilterOptions

    @Flag(help: "Print JSON, for scripts.")
    var json = false

    @Flag(name: [.long, .customShort("a")], help: "List every vehicle and trip.")
    var all = false

    @Flag(help: "Exit with 2 when there are findings of severity error.")
    var strict = false

    @OptionGroup var keyOptions: KeyOptions
    @OptionGroup var colors: ColorOptions
    @OptionGroup var redaction: RedactionOptions
    @OptionGroup var schemaOptions: SchemaOptions

    func run(_ console: Console) throws {
        let schema = try schemaOptions.schema(console.notes)
        let filter = filterOptions.filter(schema)
        let redactor = try redaction.redactor()
        let type = try typeOptions.message(in: schema)
        let inputs = try redaction.open(captures: files)
        let input = inputs[0]
        let name = inputs.count == 1 ? input.name : "\(inputs.count) files"
        // The first bytes from a pipe may be too few to recognize a capture.
        let start = try inputs.count == 1 ? input.read(atMost: InputFile.pieceSize) : []
        let isCapture = inputs.count > 1 || CaptureForm(recognizing: start) != nil
        guard !isCapture || type == nil else {
            throw usageError("--type is for messages; a capture says what its calls hold.")
        }
        let result =
            try isCapture
            ? examine(
                CaptureInput(inputs: inputs, start: start, extractor: keyOptions.extractor(schema)),
                schema: schema, filter: filter, redactor: redactor, notes: console.notes)
            : examine(input.readAll(behind: start), schema: schema, as: type, redactor: redactor)
        redaction.tellKept(console, isText: !json)
        if let checkup = result.checkup {
            let filter = filter.redacted(redactor)
            if json {
                console.output.write(utf8: Array("\(CheckupJSON.text(checkup, filters: filter.conditions))\n".utf8))
            } else {
                let text = CheckupText(
                    palette: colors.palette, showsAll: all, columns: FileDescriptor.standardOutput.columns)
                console.output.write(text.text(checkup, name: name, filter: filter.text))
            }
        }
        if !result.faults.isEmpty {
            throw CommandError(result.faults.map { "\(name): \($0)" }, ExitStatus.damaged)
        }
        if strict, let checkup = result.checkup, checkup.count(.error) > 0 { throw ExitStatus.errorsFound }
    }

    /// The findings, and sentences about what is wrong with the input itself.
    private typealias Examination = (checkup: Checkup?, faults: [SafeText])

    // MARK: Captures

    private func examine(
        _ capture: consuming CaptureInput, schema: Schema, filter: CallFilter, redactor: Redactor?, notes: FileSink
    ) throws -> Examination {
        var doctor = CaptureDoctor(schema: schema)
        try capture.forEach { call in
            doctor.examine(call, isSelected: filter.accepts(call), shown: redactor?.redact(call, schema: schema))
        }
        capture.tellRemarks(notes)
        let faults = [capture.problem].compactMap { $0 }
        guard capture.count > 0 else { return (nil, faults) }
        let checkup = doctor.finish(capture.counts)
        return (checkup, faults + (checkup.examined == 0 ? [capture.mismatch] : []))
    }

    // MARK: Messages

    private func examine(
        _ bytes: [UInt8], schema: Schema, as given: MessageDescriptor?, redactor: Redactor?
    ) throws -> Examination {
        guard filterOptions.isEmpty else { throw usageError("Calls can be selected of a capture; this is none.") }
        let peeler = Peeler(detector: TypeDetector(schema), type: given)
        var peeled = peeler.peel(bytes)
        peeled.joinOthers()
        let written =
            peeled.isText
            ? WrittenMessages.firstError(in: bytes, peeler.detector, type: given, quotes: !redaction.isOn)
            : nil
        if given != nil, let written { return (nil, ["\(written)"]) }
        var result: Examination = (nil, peeled.problems.map { "\($0)" })
        let examine: ([[UInt8]]) -> Checkup
        if given == nil, peeled.hasSeveralTypes {
            let types = peeled.messages.map { peeled.detection(of: $0).likelyType }
            if types.contains(nil) {
                result.faults.append("the type of some of these messages is uncertain; name one with --type")
            }
            examine = { MessageDoctor.examine(zip($0, types).map { (bytes: $0, type: $1) }) }
        } else {
            let isNoMessage = peeled.isNoMessage()
            guard let type = given ?? (isNoMessage ? nil : peeled.detection.likelyType) else {
                let isExplained = peeled.messages.isEmpty && !result.faults.isEmpty
                let doubt = isNoMessage ? "no message is in this text" : peeled.detection.doubt
                if !isExplained { result.faults.append("\(written ?? doubt)") }
                return result
            }
            examine = { MessageDoctor.examine($0, as: type) }
        }
        let checkup = examine(peeled.messages.map(\.bytes))
        if let redactor { peeled.redact(with: redactor, as: given) }
        result.checkup = redactor == nil ? checkup : checkup.told(by: examine(peeled.messages.map(\.bytes)))
        if checkup.findings.contains(where: { $0.kind == .damagedMessage }) {
            let name = checkup.messageType.map { "damaged as a \($0)" } ?? "a message is damaged"
            result.faults.append("\(name); \"wiredump\" shows what can be read")
        }
        return result
    }
}
