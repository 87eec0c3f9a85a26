import ArgumentParser
import ByteText
import ConsoleText
import FleetErrors
import ProtobufSchema
import SystemPackage
import WireCapture
import WireInspect

/// `wiredump FILE...`
struct DumpCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump",
        abstract: "Opens captured Fleet Engine payloads: what was sent, field by field.",
        usage: """
            wiredump [options] [FILE ...]
            wiredump COMMAND ...
            """,
        discussion: """
            COMMANDS (wiredump help COMMAND says more):
            \(lines(of: others.map { ($0.commandName ?? "", $0.abstract) }))

            TOPICS (wiredump help TOPIC):
            \(lines(of: HelpTopic.all.map { ($0.name, $0.abstract) }))

            EXAMPLES:
              wiredump update.grpc                 what one call sent, frames and all
              pbpaste | wiredump                   hex or base64 from a bug report
              wiredump --json trip.bin | jq .name  the official JSON mapping
              wiredump --type Trip cut.bin         when the type is known already
              wiredump --hex update.grpc           every byte, and what it is
              wiredump types Trip                  the fields of a message
              wiredump --redact trip.bin           the same, fit for a ticket
              wiredump batch < vectors.jsonl       decode and re-encode a million
              pbpaste | wiredump explain           what an error means
              wiredump doctor shift.pcapng         what is wrong, and what to do

            EXIT CODES:
            \(ExitStatus.explanation.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
            """,
        version: Wiredump.version)

    private static var others: [CommandConfiguration] {
        Wiredump.subcommands.filter { $0 != DumpCommand.self }.map { $0.configuration }
    }

    private static func lines(of entries: [(name: String, abstract: String)]) -> String {
        entries.map { "  " + $0.name.padded(to: 13) + $0.abstract }.joined(separator: "\n")
    }

    @Argument(help: .files("Files to open;"), completion: .file())
    var files: [String] = []

    @OptionGroup var arguments: DumpArguments

    func run(_ console: Console) throws {
        let (output, notes) = (console.output, console.notes)
        let schema = try arguments.schemaOptions.schema(notes)
        let detector = TypeDetector(schema)
        var options = try options(schema)
        output.progress = Progress()
        arguments.redaction.tellKept(console, isText: !arguments.json)
        var isSound = true
        var isReadable = true
        for (position, path) in (files.isEmpty ? ["-"] : files).enumerated() {
            do throws(CommandError) {
                let file = try arguments.redaction.open(path, at: position)
                let start = try file.read(atMost: InputFile.pieceSize)
                if arguments.form == .auto, let capture = CaptureForm(recognizing: start) {
                    notes.tell(
                        "\(file.name): this holds calls (\(capture)); list them with: wiredump capture "
                            + "\(file.argument)")
                    isSound = false
                } else {
                    if position > 0 {
                        if !arguments.json { output.write("\n") }
                        if !arguments.redaction.samePlaces { options.redactor?.moveElsewhere() }
                    }
                    let bytes = try file.readAll(behind: start)
                    let result = Dump(detector: detector, options: options).run(
                        bytes, name: file.name, output: output, notes: notes)
                    isSound = isSound && result
                    if !result { tellIfError(bytes, file, notes) }
                }
            } catch {
                // The argument parser takes a mistyped subcommand for the name of a file.
                let name = path.contains("/") ? nil : nearestName(to: path, among: Wiredump.commandNames)
                let hint = name.map { "; did you mean: wiredump \($0)?" } ?? ""
                for sentence in error.sentences { notes.tell("\(sentence)\(hint)") }
                isReadable = false
            }
            output.finish()
            notes.flush()
        }
        if !isReadable { throw ExitStatus.noInput }
        if !isSound { throw ExitStatus.damaged }
    }

    /// Tells of a text that holds no message because it is an error: trailers, a JSON error, the text of a library.
    private func tellIfError(_ bytes: [UInt8], _ file: InputFile, _ notes: FileSink) {
        guard bytes.count <= InputFile.pieceSize, !bytes.contains(where: { $0 < 0x09 }) else { return }
        let explanation = Explanation(pasted: String(decoding: bytes, as: UTF8.self))
        guard [.trailers, .json, .nsError, .logLine].contains(explanation.form), explanation.call != nil else { return }
        notes.tell("\(file.name): this looks like \(explanation.form.title); wiredump explain tells what it means")
    }

    private func options(_ schema: Schema) throws -> DumpOptions {
        var options = DumpOptions()
        options.output = arguments.json ? .json : arguments.raw ? .raw : arguments.hex ? .hex : .tree
        options.form = arguments.form
        options.type = try arguments.typeOptions.message(in: schema)
        options.encoding = arguments.encoding
        options.tree.showsOffsets = arguments.offsets
        options.tree.showsAll = arguments.all
        options.tree.palette = arguments.colors.palette
        options.redactor = try arguments.redaction.redactor()
        options.messagePalette = arguments.colors.palette(for: .standardError)
        return options
    }
}
