internal import ByteText
public import ConsoleText
public import ProtobufSchema

/// Lists the messages of a schema and their fields: what `wiredump types` prints.
public struct TypeListing: Sendable {
    private let schema: Schema
    private let palette: Palette
    private let columns: Int?

    /// A listing of the types of a schema.
    ///
    /// - Parameter columns: The width of the terminal that shows the list of names; `nil` leaves lines whole.
    public init(_ schema: Schema, palette: Palette = .plain, columns: Int? = nil) {
        (self.schema, self.palette, self.columns) = (schema, palette, columns)
    }

    /// The messages that payloads can be: all but those that only describe schemas.
    private var messages: [MessageDescriptor] {
        schema.messages.filter { $0.package != "google.api" }
    }

    /// Messages with this full name, or else with this name inside of their package or message; case counts.
    public func exactMatches(_ name: String) -> [MessageDescriptor] {
        if let message = schema.message(named: name) { return [message] }
        return messages.filter { $0.shortName == name || $0.name == name }
    }

    /// The exact matches, or else the messages whose full name contains the text in any case; all for `""`.
    public func matches(_ text: String) -> [MessageDescriptor] {
        let exact = text.isEmpty ? [] : exactMatches(text)
        guard exact.isEmpty else { return exact }
        let wanted = text.lowercased()
        return messages.filter { wanted.isEmpty || $0.fullName.lowercased().mentions(wanted) }
    }

    // MARK: Printing

    /// The names by package, each with the first sentence of its documentation.
    public func printNames(of messages: [MessageDescriptor], to output: any TextSink) {
        let packages = Dictionary(grouping: messages, by: \.package).sorted { $0.key < $1.key }
        for (position, package) in packages.enumerated() {
            if position > 0 { output.write("\n") }
            output.write(palette.paint("\(package.key)", .heading) + "\n")
            let sorted = package.value.sorted { $0.fullName < $1.fullName }
            let width = min(40, sorted.map(\.shortName.count).max() ?? 0)
            for message in sorted {
                let name = SafeText(message.shortName)
                var text = SafeText(Self.firstSentence(message.documentation))
                if let columns { text = text.fitted(to: columns - 4 - max(width, name.columns)) }
                let label = palette.paint(name, .name) + .spaces(width - name.columns)
                let line: SafeText = "  \(label)  \(palette.paint(text, .quiet))"
                output.write(line.trimmed + "\n")
            }
        }
    }

    /// Number, name, type, behaviour and documentation of each field.
    public func printFields(of messages: [MessageDescriptor], to output: any TextSink) {
        for (position, message) in messages.enumerated() {
            if position > 0 { output.write("\n") }
            output.write(palette.paint("\(message.fullName)", .heading) + "\n")
            for line in message.documentation.split(separator: "\n") { output.write("  \(line)\n") }
            for method in schema.services.flatMap(\.methods) {
                if method.request == message { output.write("  Request of \(method.path)\n") }
                if method.response == message { output.write("  Response of \(method.path)\n") }
            }
            printFields(of: message, to: output)
        }
    }

    private func printFields(of message: MessageDescriptor, to output: any TextSink) {
        let fields = message.fields
        guard !fields.isEmpty else { return output.write("  No fields.\n") }
        output.write("\n")
        let numberWidth = max(4, String(fields.last?.number ?? 0).count)
        let nameWidth = min(40, fields.map(\.name.count).max() ?? 0)
        let typeWidth = min(36, fields.map { Self.type(of: $0).count }.max() ?? 0)
        for field in fields {
            let number: SafeText = "\(field.number)"
            let (name, type) = (SafeText(field.name), SafeText(Self.type(of: field)))
            var marks = field.behavior.names
            if field.cardinality == .required { marks.append("required") }
            if field.isDeprecated { marks.append("deprecated") }
            if let oneof = field.oneof { marks.append("oneof \(oneof.name)") }
            let cells = [
                .spaces(numberWidth - number.columns) + palette.paint(number, .quiet),
                palette.paint(name, .name) + .spaces(nameWidth - name.columns), type.padded(to: typeWidth),
                palette.paint("\(marks.joined(separator: ", "))", .symbol),
            ]
            output.write(cells.joined(separator: "  ").trimmed + "\n")
            var notes = field.documentation.split(separator: "\n").map(String.init)
            if let values = field.enumeration?.values {
                notes.append(values.map { "\($0.number) \($0.name)" }.joined(separator: ", "))
            }
            for note in notes { output.write("        " + palette.paint("\(note)", .quiet) + "\n") }
        }
    }

    private static func type(of field: FieldDescriptor) -> String {
        let label = field.isMap ? "" : field.isRepeated ? "repeated " : field.isOptional ? "optional " : ""
        return label + field.shortTypeName
    }

    private static func firstSentence(_ text: String) -> String {
        let line = text.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.isEmpty }
            .joined(separator: " ")
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        return words.firstIndex { $0.hasSuffix(".") }.map { words[...$0].joined(separator: " ") } ?? line
    }
}
