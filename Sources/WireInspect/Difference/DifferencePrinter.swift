internal import ByteText
public import ConsoleText
package import JSONText
public import ProtobufSchema

/// Prints what differs between two messages, for people and for scripts.
public struct DifferencePrinter: Sendable {
    /// The colours of what was added, removed and changed.
    public var palette: Palette
    /// Whether values are shown in full. Otherwise long ones are cut, which is always visible.
    public var showsAll = false

    /// Writes values as JSON.
    package var writer = JSONWriter()

    /// A printer with the colours of `palette`.
    public init(palette: Palette = .plain) { self.palette = palette }

    /// Characters of a value that are shown, where there are two beside each other.
    private static let cutLimit = 72

    var valueLimit: Int { showsAll ? .max : Self.cutLimit }

    /// A line above others.
    package func heading(_ text: SafeText) -> SafeText { palette.paint(text, .heading) }

    /// A string in quotes, cut as values are.
    package func quoted(_ text: String) -> SafeText {
        ValueText.quoted(text, limit: valueLimit)
    }

    // MARK: Lines

    /// A line for each change: `~` changed, `+` added, `-` removed, `>` moved.
    public func print(_ difference: MessageDifference, indent: String = "", to output: any TextSink) {
        var lines = ChangeLines(self, indent: indent, to: output)
        for change in difference.changes { lines.add(change) }
        lines.finish()
    }

    // MARK: JSON

    /// Writes an array with an object for each change: `path`, `kind`, and `old` and `new` in the official JSON mapping;
    /// for elements of lists also `old_positions` and `new_positions`, each with the first and the last position. A value
    /// without a JSON form, or of a field that the schema does not know, is an object with the member `hex`: the field with
    /// its tag.
    package func json(_ difference: MessageDifference, to json: inout JSONPrinter) {
        json.array { json in
            for change in difference.changes { self.json(change, to: &json) }
        }
    }

    func json(_ change: MessageDifference.Change, to json: inout JSONPrinter) {
        json.object { json in
            json.string("path", change.path)
            json.string("kind", change.kind.rawValue)
            let lists: [StaticString] = ["old_positions", "new_positions"]
            for (name, positions) in zip(lists, [change.oldPositions, change.newPositions]) {
                guard let first = positions?.first, let last = positions?.last else { continue }
                json.array(name) { json in
                    json.number(first)
                    json.number(last)
                }
            }
            let sides: [(StaticString, [UInt8]?, Range<Int>?)] = [
                ("old", change.old, change.oldPositions), ("new", change.new, change.newPositions),
            ]
            for case (let name, let bytes?, let positions) in sides {
                let value = change.field.flatMap { self.value(of: $0, in: bytes, isElement: positions?.count == 1) }
                if let value {
                    json.raw(name, value)
                } else {
                    let size = writer.hidesCredentials ? Credentials.replacement(of: bytes[...]) : nil
                    json.object(name) { json in json.string("hex", size ?? String(hex: bytes)) }
                }
            }
        }
    }

    /// The value in the official JSON mapping; `nil` where the mapping has no form for it, such as for the seconds of a time.
    ///
    /// - Parameters:
    ///   - bytes: The field alone, with its tag.
    ///   - isElement: Whether the value of a list is its only element.
    private func value(of field: FieldDescriptor, in bytes: [UInt8], isElement: Bool) -> [UInt8]? {
        guard field.parent.wellKnown == nil, let object = try? writer.json(bytes, as: field.parent) else { return nil }
        // `{"name":value}`, and `{"name":[value]}` for an element.
        let isInList = isElement && field.isRepeated && !field.isMap
        let start = 1 + JSONPrinter.quoted(field.jsonName).count + 1
        return Array(object.dropFirst(start + (isInList ? 1 : 0)).dropLast(isInList ? 2 : 1))
    }
}
