import CallViews
import ArgumentParser
import ConsoleText
import ProtobufSchema
import WireCapture

/// The options that write messages to files.
struct ExtractionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Write the messages to files in this folder, with an index.jsonl.", valueName: "folder"),
        completion: .directory)
    var extract: String?

    @Flag(help: "With --extract, also write each direction of a call as it was sent (.grpc).")
    var streams = false

    @Flag(help: "With --extract, replace files that are there.")
    var force = false

    func validate() throws {
        guard extract == nil else { return }
        if force { throw usageError("--force is of use with --extract only.") }
        if streams { throw usageError("--streams is of use with --extract only.") }
    }

    /// - Returns: `nil` without `--extract`.
    func receiver(
        _ schema: Schema, _ redact: @escaping RedactionOptions.Redaction, notes: FileSink
    ) throws(CommandError) -> FileReceiver? {
        guard let extract else { return nil }
        return FileReceiver(
            try MessageFolder(extract, replaces: force), export: MessageExport(schema), redact, writesStreams: streams,
            notes: notes)
    }
}
