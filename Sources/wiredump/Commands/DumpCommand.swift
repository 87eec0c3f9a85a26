import ArgumentParser
import ConsoleText
import GRPCWire
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

            """ + commands + """


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

                WHAT IS FOUND WITHOUT BEING TOLD:
                  Layers, in any nesting: gRPC frames (one or several, gzip and zlib),
                  HTTP/2 frames, one packet, whole gzip, zlib and deflate data, base64
                  and base64url text, hex text (plain, spaced, 0x..; dumps of xxd,
                  hexdump, od, Wireshark, tcpdump, gdb; NSData), escaped strings, arrays
                  of numbers; also within a log line, a declaration, quotes, JSON, a
                  fenced block, UTF-16, behind the head of an HTTP message. What is left
                  is a message, or one in each line; also one that is written out in
                  ProtoJSON or text format. Its type is the one, of all that "wiredump
                  types" lists, that explains the bytes best; rivals are shown with
                  their share.
                  Where bytes can be read in two ways, the better one is shown and the
                  other one named.

                OUTPUT:
                  Number, name, type and value of each field. Long lists and strings
                  are shortened, which is always said; --all shows everything. Unknown
                  fields have their likeliest reading and their place. Damaged input
                  is printed as far as it can be read; what is wrong, where, and the
                  probable cause go to standard error. Updates end with notes about an
                  update_mask that is empty or names what cannot be updated.

                TYPES OF YOUR OWN:
                  --proto and --descriptor-set add messages and services to the
                  built-in ones, for every subcommand that reads messages. Imports are
                  found in the folder that is named and in those above a file.

                COMPLETIONS:
                  wiredump --generate-completion-script zsh   (or bash, or fish)

                EXIT CODES:
                   0  success
                   1  damaged input; diff: a difference
                   2  doctor --strict: errors were found; diff: an input is damaged
                  64  wrong usage
                  66  an input cannot be read, or is larger than 256 MiB
                  70  a fault of wiredump itself
                  73  a file cannot be created, or must not be replaced
                  74  the output cannot be written
                """,
        version: Wiredump.version)

    /// The other commands, one in a line.
    private static var commands: String {
        let others = Wiredump.subcommands.filter { $0 != DumpCommand.self }.map { $0.configuration }
        return others.map { "  " + ($0.commandName ?? "").padded(to: 10) + $0.abstract }.joined(separator: "\n")
    }

    @Argument(help: ArgumentHelp("Files to open; - or none is standard input.", valueName: "file"), completion: .file())
    var files: [String] = []

    @OptionGroup var arguments: DumpArguments

    func run(_ console: Console) throws {
        let (output, notes) = (console.output, console.notes)
        let schema = try arguments.schemaOptions.schema(notes)
        let detector = TypeDetector(schema)
        var options = try arguments.options(schema)
        output.progress = Progress()
        var isSound = true
        var isReadable = true
        for (position, path) in (files.isEmpty ? ["-"] : files).enumerated() {
            do throws(CommandError) {
                let file = try arguments.redaction.open(path, at: position)
                let start = try file.read(atMost: InputFile.pieceSize)
                if arguments.form == .auto, let capture = CaptureForm(recognizing: start) {
                    notes.tell(
                        "\(file.name): this holds calls (\(capture)); list them with: wiredump capture \(file.name)")
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
                }
            } catch {
                let hint = Spelling.suggestion(forPath: path)
                for sentence in error.sentences { notes.tell("\(sentence)\(hint)") }
                isReadable = false
            }
            output.finish()
            notes.flush()
        }
        if !isReadable { throw ExitStatus.noInput }
        if !isSound { throw ExitStatus.damaged }
    }
}
