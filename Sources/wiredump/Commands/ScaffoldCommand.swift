import ArgumentParser
import ConsoleText
import ProtobufSchema
import WireInspect

/// `wiredump scaffold NAME`
struct ScaffoldCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "scaffold",
        abstract: "Prints a message of your own schema as Swift source.",
        discussion: """
            The source has the form of this package's messages: the properties, one switch that decodes, one list that \
            encodes. It compiles as it is; keep it, and edit it when the .proto file changes.

            EXAMPLES:
              wiredump scaffold --proto acme.proto acme.Shift > Shift.swift
              wiredump scaffold --proto protos/ --public acme.Shift
            """)

    @Argument(help: ArgumentHelp("The full name of the message.", valueName: "name"), completion: TypeOptions.names)
    var name: String

    @Flag(name: .customLong("public"), help: "Make the types and their members public.")
    var isPublic = false

    @OptionGroup var schemaOptions: SchemaOptions

    func run(_ console: Console) throws {
        let schema = try schemaOptions.schema(console.notes)
        guard let message = schema.message(named: name) else {
            throw usageError(
                "The schema has no message '\(name)'; 'wiredump types' lists all, with --proto also yours.")
        }
        do throws(MessageScaffold.Refusal) {
            let source = try MessageScaffold(message, isPublic: isPublic).source()
            for line in source.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
                console.output.write("\(line)\n")
            }
        } catch {
            throw usageError("\(error.description)")
        }
    }
}
