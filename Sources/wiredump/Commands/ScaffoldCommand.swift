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
        help: ArgumentHelp("The message or enum, by full or short name.", valueName: "name"),
        completion: TypeOptions.names)
    var name: String

    @Flag(name: .customLong("public"), help: "Make the types and their members public.")
    var isPublic = false

    @OptionGroup var schemaOptions: SchemaOptions

    func run(_ console: Console) throws {
        let schema = try schemaOptions.schema(console.notes)
        let enums = schema.enums.filter { $0.fullName == name || $0.name == name }
        let scaffold =
            if enums.count == 1, TypeListing(schema).exactMatches(name).isEmpty {
                MessageScaffold(enums[0], isPublic: isPublic)
            } else {
                MessageScaffold(try TypeOptions.message(named: name, in: schema), isPublic: isPublic)
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
