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

    @Flag(help: "With --extract, replace an earlier extraction: remove the files that its index names.")
    var force = false

    func validate() throws {
        guard extract == nil else { return }
        if force { throw usageError("--force is of use with --extract only.") }
        if streams { throw usageError("--streams is of use with --extract only.") }
    }

    /// - Parameter inputs: The files of the capture that is read.
    /// - Returns: `nil` without `--extract`.
    func folder(for inputs: [InputFile], isRedacted: Bool) throws(CommandError) -> MessageFolder? {
        guard let extract else { return nil }
        let options = MessageFolder.Options(
            replaces: force, isRedacted: isRedacted, inputs: inputs.compactMap(\.identity))
        return try MessageFolder(extract, options)
    }
}
