import ArgumentParser
import WireInspect

/// `wiredump batch [FILE]`
struct BatchCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Decodes and re-encodes messages: JSON lines in, JSON lines out.",
        discussion: """
            INPUT, one object in a line; other members are passed over:
              {"type":"google.type.LatLng","hex":"09000000000000e03f"}
              {"type":"google.type.LatLng","json":{"latitude":0.5}}
              {"type":"google.type.LatLng","text":"latitude: 0.5"}

            OUTPUT, line for line and in order; empty lines are passed over:
              {"type":...,"hex":...,"json":...}
                "hex" is what the decoded Swift value encodes to, "json" what it
                holds in the official JSON mapping, or null where that has no form.
              {"type":...,"error":{"reason":...,"offset":...,"path":...}}
                The bytes are not such a message: a stable word, the offset in the
                bytes (the JSON value, the text), and the field. An unknown type has
                the reason unknown_type.
              {"error":{"reason":...,"offset":...,"path":"","line":...}}
                The line is not such an object: invalid_json, invalid_hex,
                missing_type, missing_hex or line_too_long, the offset in the
                line, and its number from 1. A type that was read is there, too.

            Lines are handled as they come, in constant memory; a line may have
            32 MiB. Bad lines neither end the stream nor change the exit code;
            count the errors instead.
            """)

    @Flag(help: "Add the member \"text\": the message in text format, unknown fields included.")
    var text = false

    @OptionGroup var redaction: RedactionOptions
    @OptionGroup var schemaOptions: SchemaOptions

    @Argument(help: .files("The lines;"), completion: .file())
    var file: String = "-"

    func run(_ console: Console) throws {
        let input = try redaction.open(file)
        var processor = BatchProcessor(schema: try schemaOptions.schema(console.notes))
        processor.printsText = text
        processor.redactor = try redaction.redactor()
        redaction.tellKept(console, isText: false)
        var lines: [UInt8] = []
        let progress = Progress(input)
        var chunk: [UInt8] = []
        while try input.readSome(into: &chunk) {
            progress?.add(chunk.count)
            processor.append(chunk, to: &lines)
            console.output.write(utf8: lines)
            lines.removeAll(keepingCapacity: true)
            // A short read means that the writer waits, perhaps for these answers.
            if chunk.count < InputFile.pieceSize { console.output.flush() }
        }
        processor.finish(to: &lines)
        console.output.write(utf8: lines)
    }
}
