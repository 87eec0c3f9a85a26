import ConsoleText
public import GRPCWire
public import ProtobufSchema
public import Redaction

/// The choices for the output of a ``Dump``.
public struct DumpOptions: Sendable {
    /// The shapes of output.
    public enum Output: Hashable, Sendable {
        /// A tree with the names of the schema.
        case tree
        /// A tree without a schema: numbers and wire types.
        case raw
        /// Every byte beside what it means.
        case hex
        /// The official JSON mapping: indented for one message, one line for each of several.
        case json
    }

    /// What is printed of each message.
    public var output = Output.tree
    /// The form of the outermost layer of the input.
    public var form = InputForm.auto
    /// The type of the messages; `nil` finds it from the bytes.
    public var type: MessageDescriptor?
    /// The encoding of compressed frames; `nil` tells gzip and zlib apart by their first bytes.
    public var encoding: MessageEncoding?
    /// How trees are printed.
    public var tree = TreeOptions()
    /// Replaces ids, places, names and secrets by stand-ins before anything is shown.
    public var redactor: Redactor?
    /// The colours of the notes on the error stream.
    public var messagePalette = Palette.plain
    /// How much is read of an input.
    public var limits = InputLimits()

    /// Trees without colours, of an input whose encoding is detected.
    public init() {}
}
