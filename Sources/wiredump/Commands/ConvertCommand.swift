public import ArgumentParser
import ConsoleText
import GRPCWire
import ProtobufSchema
import Redaction
import SystemPackage
public import WireInspect

/// `wiredump convert --type T --from X --to Y [FILE]`
struct ConvertCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Translates messages between binary, text, JSON, frames and more.",
        discussion: """
            A captured request, edited and framed again to be sent:
              wiredump convert --type UpdateVehicleRequest \\
                --from frame --to json update.grpc > update.json
              $EDITOR update.json
              wiredump convert --type UpdateVehicleRequest \\
                --from json --to frame --encoding gzip update.json > again.grpc

            FORMS:
              binary      one message's bytes    hex    digits, a message in a line
              base64      a message in a line    frame  length-prefixed, compressed or not
              json        the official mapping   text   protobuf text format
              protoscope  one message's bytes as text, unknown and damaged ones as well

            Between binary, hex, base64, frame and protoscope the bytes of a message
            stay as they are. JSON leaves out fields that the type does not know; text
            keeps them. Exit codes are those of wiredump itself.

            Hex and base64 may stand among other text, as in logs. Of several
            messages there each is converted, in their order; binary, text and protoscope,
            which hold one, are refused then, and the lines are named. JSON may be
            several documents, one behind another or in an array; it is written
            with a document in a line.

            Of what cannot be converted nothing is written. Output of more than a
            megabyte is written while it is made: where it ends early, standard
            error says that it is incomplete, and the exit code is 1.

            PROTOSCOPE (https://github.com/protocolbuffers/protoscope):
            """ + Protoscope.help.split(separator: "\n").map { "\n  \($0)" }.joined()
                + """


                Lengths are computed, so values can be edited; --type adds names.
                  wiredump convert --from binary --to protoscope cut.bin > cut.txt
                """)

    @Option(
        help: ArgumentHelp("The type of the messages, for json and text; names in protoscope.", valueName: "name"),
        completion: TypeOptions.names)
    var type: String?

    @Option(help: "What the input is.")
    var from: ConversionForm

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

    @Argument(help: ArgumentHelp("The input; - or none is standard input.", valueName: "file"), completion: .file())
    var file: String = "-"

    func validate() throws {
        if fromEncoding != nil, from != .frame {
            throw usageError("--from-encoding is of use with --from frame only.")
        }
        if type == nil, from.needsType || to.needsType {
            throw usageError("json and text need --type; 'wiredump types' lists the messages.")
        }
    }

    func run(_ console: Console) throws {
        let schema = try schemaOptions.schema(console.notes)
        var converter = Converter(type: try type.map { try TypeOptions.message(named: $0, in: schema) })
        converter.inputEncoding = fromEncoding
        converter.encoding = encoding
        converter.ignoresUnknownMembers = ignoreUnknown
        converter.redactor = try redaction.redactor()
        let file = try redaction.open(self.file)
        let input = try file.readAll()
        var written = 0
        do throws(ConversionError) {
            console.output.progress = Progress()
            let output: any TextSink = to == .json ? JSONSink(console.output) : console.output
            try converter.convert(input, from: from, to: to) {
                output.write(utf8: $0)
                written += $0.count
            }
        } catch {
            var sentences: [SafeText] = ["\(file.name): \(error)"]
            if written > 0 { sentences.append("the output is incomplete: it ends after \(written) bytes") }
            throw CommandError(sentences, ExitStatus.damaged)
        }
    }
}

extension ConversionForm: ExpressibleByArgument {}
