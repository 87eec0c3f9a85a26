import ArgumentParser
import ConsoleText
import ProtobufSchema
import WireInspect

/// `wiredump scaffold NAME`
struct ScaffoldCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "scaffold",
        abstract: "Prints a message or enum of your own schema as Swift source.",
        discussion: """
            The source has the form of this package's messages: the properties, one switch that decodes, one list that \
            encodes. It compiles as it is; keep it, and edit it when the .proto file changes. Messages and enums inside \
            are written with it, others need a call of their own.

            EXAMPLES:
              wiredump scaffold --proto acme.proto acme.Shift > Shift.swift
              wiredump scaffold --proto protos/ --public acme.Shift
            """)

    @Argument(
        help: ArgumentHelp("The full name of the message or enum.", valueName: "name"), completion: TypeOptions.names)
    var name: String

    @Flag(name: .customLong("public"), help: "Make the types and their members public.")
    var isPublic = false

    @OptionGroup var schemaOptions: SchemaOptions

    func run(_ console: Console) throws {
        let schema = try schemaOptions.schema(console.notes)
        let scaffold =
            schema.message(named: name).map { MessageScaffold($0, isPublic: isPublic) }
            ?? schema.enumeration(named: name).map { MessageScaffold($0, isPublic: isPublic) }
        guard let scaffold else {
            throw usageError(
                "The schema has no message or enum '\(name)'; 'wiredump types' lists all messages, with --proto also yours."
            )
        }
        do throws(MessageScaffold.Refusal) {
            let source = try scaffold.source()
            for line in source.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
                console.output.write("\(line)\n")
            }
        } catch {
            throw usageError("\(error.description)")
        }
    }
}
