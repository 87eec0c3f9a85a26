import ConsoleText
public import GRPCWire
public import ProtobufSchema
public import Redaction

/// What a ``Dump`` shows, and how.
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

    public var output = Output.tree
    /// What the outermost layer of the input is.
    public var form = InputForm.auto
    /// The type of the messages; `nil` finds it from the bytes.
    public var type: MessageDescriptor?
    /// What a set flag byte of a frame means; `nil` tells gzip and zlib apart by their first bytes.
    public var encoding: MessageEncoding?
    public var tree = TreeOptions()
    /// Puts stand-ins in place of what tells of persons, places and secrets, before anything is shown.
    public var redactor: Redactor?
    /// Colours of what is said about the input, on the error stream.
    public var messagePalette = Palette.plain
    public var limits = InputLimits()

    public init() {}
}
