public import ArgumentParser
import ConsoleText
import GRPCWire
import ProtobufSchema
import WireCapture
public import WireInspect

/// `wiredump convert --type T --from X --to Y [FILE]`
struct ConvertCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Translates messages between binary, text, JSON, frames and more.",
        discussion: """
            A captured request, edited and framed again to be sent:
              wiredump convert --to json update.grpc > update.json
              $EDITOR update.json
              wiredump convert --type UpdateVehicleRequest \\
                --to frame --encoding gzip update.json > again.grpc

            Several at once, and bytes that no type explains:
              wiredump convert --to json calls/*.bin > calls.jsonl
              wiredump convert --from binary --to protoscope cut.bin

            MORE: wiredump help forms   what each form holds, and protoscope
            """)

    @OptionGroup var typeOptions: TypeOptions

    @Option(help: "What the input is. Found by itself, except for damaged bytes in protoscope.")
    var from: ConversionForm?

    @Option(help: "What the output shall be.")
    var to: ConversionForm

    @Option(
        help: ArgumentHelp("What compressed frames in the input use, if it is not to be guessed.", valueName: "name"))
    var fromEncoding: MessageEncoding?

    @Option(help: ArgumentHelp("What frames in the output use.", valueName: "name"))
    var encoding: MessageEncoding = .identity

    @Flag(help: "Pass over JSON members that the type does not know.")
    var ignoreUnknown = false

    @OptionGroup var redaction: RedactionOptions
    @OptionGroup var schemaOptions: SchemaOptions

    @Argument(help: .files("The inputs;"), completion: .file())
    var files: [String] = []

    func validate() throws {
        if fromEncoding != nil, let from, from != .frame {
            throw usageError("--from-encoding is of use with --from frame only.")
        }
        if ignoreUnknown, from != .json { throw usageError("--ignore-unknown is of use with --from json only.") }
        if typeOptions.type == nil, let from, from.needsType {
            throw usageError(
                "--from \(from.rawValue) needs --type; 'wiredump types' lists the messages. Without --from both are found."
            )
        }
    }

    func run(_ console: Console) throws {
        let schema = try schemaOptions.schema(console.notes)
        var converter = Converter(type: try typeOptions.message(in: schema))
        converter.inputEncoding = fromEncoding
        converter.encoding = encoding
        converter.ignoresUnknownMembers = ignoreUnknown
        converter.redactor = try redaction.redactor()
        redaction.tellKept(console, isText: false)
        let detector = TypeDetector(schema)
        var messages = ConversionInput([], as: nil)
        var names: [String] = []
        for (position, path) in (files.isEmpty ? ["-"] : files).enumerated() {
            let file = try redaction.open(path, at: position)
            names.append(file.name)
            var input = try read(file, converter, detector)
            if files.count > 1 { input.beOneOfSeveral(named: file.name) }
            messages.append(input)
        }
        var written = 0
        do throws(ConversionError) {
            console.output.progress = Progress()
            try converter.write(consume messages, as: to) {
                console.output.write(utf8: $0)
                written += $0.count
            }
        } catch {
            var sentences: [SafeText] = ["\(names.count == 1 ? names[0] : "\(names.count) inputs"): \(error)"]
            if written > 0 { sentences.append("the output is incomplete: it ends after \(written) bytes") }
            throw CommandError(sentences, ExitStatus.damaged)
        }
    }

    /// Reads the messages of an input.
    ///
    /// - Throws: ``CommandError`` with the name of the input.
    private func read(
        _ file: InputFile, _ converter: Converter, _ detector: TypeDetector
    ) throws(CommandError) -> ConversionInput {
        let bytes = try file.readAll()
        if from == nil, let capture = CaptureForm(recognizing: bytes) {
            throw CommandError(
                "\(file.name): this holds calls (\(capture)); their messages become files with: "
                    + "wiredump capture --extract FOLDER \(file.argument)", ExitStatus.damaged)
        }
        return try CommandError.naming(file.name, status: ExitStatus.damaged) {
            try converter.read(bytes, as: from, detector)
        }
    }
}

extension ConversionForm: ExpressibleByArgument {}
