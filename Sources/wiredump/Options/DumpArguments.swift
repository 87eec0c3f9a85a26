public import ArgumentParser
import GRPCWire
public import WireInspect

/// The options of `wiredump` without a subcommand: how files are opened and shown.
struct DumpArguments: ParsableArguments {
    @OptionGroup var typeOptions: TypeOptions

    @Option(name: .customLong("as"), help: "What the outermost layer is.")
    var form: InputForm = .auto

    @Option(help: ArgumentHelp("What compressed frames use.", valueName: "name"))
    var encoding: MessageEncoding?

    @Flag(help: "Print the official JSON mapping; several messages one in a line.")
    var json = false

    @Flag(help: "Print field numbers and wire types only, without the schema.")
    var raw = false

    @Flag(help: "Print every byte beside what it means: tag, length or value.")
    var hex = false

    @Flag(
        help: """
            Print the offset of each field in the file, in hex; in its message where the file holds that in another form.
            """)
    var offsets = false

    @Flag(name: [.long, .customShort("a")], help: "Leave nothing out of long lists and strings.")
    var all = false

    @OptionGroup var colors: ColorOptions
    @OptionGroup var redaction: RedactionOptions
    @OptionGroup var schemaOptions: SchemaOptions

    func validate() throws {
        if json && raw { throw usageError("--json needs the names of the schema, which --raw leaves out.") }
        if hex && (json || raw) {
            throw usageError("--hex is a form of output by itself, as --json and --raw are.")
        }
        if raw, typeOptions.type != nil { throw usageError("--raw shows no types, so --type has no use with it.") }
    }
}

extension InputForm: ExpressibleByArgument {}
