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
        let named = try enumeration(in: schema)
        let scaffold =
            try named.map { MessageScaffold($0, isPublic: isPublic) }
            ?? MessageScaffold(try TypeOptions.message(named: name, in: schema), isPublic: isPublic)
        do throws(MessageScaffold.Refusal) {
            let source = try scaffold.source()
            for line in source.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
                console.output.write("\(line)\n")
            }
        } catch {
            throw usageError("\(error.description)")
        }
    }

    /// The enum with this full name or, if no message has the name, with this short name; `nil` when there is none.
    ///
    /// - Throws: `ValidationError` when several enums match.
    private func enumeration(in schema: Schema) throws -> EnumDescriptor? {
        if let named = schema.enumeration(named: name) { return named }
        guard TypeListing(schema).exactMatches(name).isEmpty else { return nil }
        let enums = schema.enums.filter { $0.name == name }
        guard enums.count > 1 else { return enums.first }
        throw TypeOptions.ambiguous(name, "enums", enums.map(\.fullName))
    }
}
