internal import ByteText
internal import GRPCWire
public import ProtobufSchema

/// Prints what differs between two messages, for people and for scripts.
public struct DifferencePrinter: Sendable {
    public var palette: Palette
    /// Values in full. Otherwise long ones are cut, which is always visible.
    public var showsAll = false

    public init(palette: Palette = .plain) { self.palette = palette }

    /// Paths that are longer push the rest of their line aside.
    private static let pathLimit = 56
    /// Characters of a value that are shown, where there are two beside each other.
    private static let valueLimit = 72

    /// A line above others.
    package func heading(_ text: String) -> String { palette.paint(ValueText.safe(text), .heading) }

    /// Text without anything that could move a terminal's cursor.
    package func safe(_ text: String) -> String { ValueText.safe(text) }

    /// A string in quotes, cut as values are.
    package func quoted(_ text: String) -> String {
        ValueText.quoted(text, limit: showsAll ? .max : Self.valueLimit)
    }

    // MARK: Lines

    /// A line for each change: `~` changed, `+` added, `-` removed, `>` moved.
    public func print(_ difference: MessageDifference, indent: String = "", to output: any TextSink) {
        print(difference, indent: indent, oldLosses: nil, newLosses: nil, to: output)
    }

    /// The same of damaged messages: `?` for what may differ only because of what they have lost.
    func print(
        _ difference: MessageDifference, indent: String = "", oldLosses: Losses?, newLosses: Losses?,
        to output: any TextSink
    ) {
        let width = min(Self.pathLimit, difference.changes.map { ValueText.safe($0.path).count }.max() ?? 0)
        let line = FieldLine(limit: showsAll ? .max : Self.valueLimit)
        for change in difference.changes {
            let path = ValueText.safe(change.path)
            let space = String(repeating: " ", count: max(0, width - path.count))
            let parent = change.field?.parent
            let old = change.old.map { line.text($0, of: parent) } ?? ""
            let new = change.new.map { line.text($0, of: parent) } ?? ""
            let doubt = Doubt(change, oldLosses, newLosses)
            let (mark, role, text): (String, Palette.Role, String) =
                switch change.kind {
                case .added where doubt.isOfOld: ("?", .unknown, "(not read) → \(new)")
                case .removed where doubt.isOfNew: ("?", .unknown, "\(old) → (not read)")
                case .changed where doubt.isAny:
                    ("?", .unknown, "\(doubt.isOfOld ? "(not read)" : old) → \(doubt.isOfNew ? "(not read)" : new)")
                case .added where doubt.isAny: ("?", .unknown, new)
                case .removed where doubt.isAny: ("?", .unknown, old)
                case .moved where doubt.isAny: ("?", .unknown, Self.places(change))
                case .added: ("+", .text, new)
                case .removed: ("-", .error, old)
                case .changed: ("~", .notice, "\(old) → \(new)")
                case .moved: (">", .name, Self.places(change))
                }
            let name = palette.paint(path, change.field == nil ? .unknown : .name)
            output.write("\(indent)\(palette.paint(mark, role)) \(name)\(space)  \(text)\n")
        }
    }

    /// Which sides of a change are not known for sure: they may have what they seem to lack, or more than could be read.
    private struct Doubt {
        let isOfOld: Bool
        let isOfNew: Bool
        var isAny: Bool { isOfOld || isOfNew }

        init(_ change: MessageDifference.Change, _ old: Losses?, _ new: Losses?) {
            isOfOld = (change.kind == .added ? old?.hide(change) : old?.touch(change)) ?? false
            isOfNew = (change.kind == .removed ? new?.hide(change) : new?.touch(change)) ?? false
        }
    }

    private static func places(_ change: MessageDifference.Change) -> String {
        "from place \(change.oldPositions?.lowerBound ?? 0) to \(change.newPositions?.lowerBound ?? 0)"
    }

    // MARK: JSON

    /// An object for each change: `path`, `kind`, and `old` and `new` in the official JSON mapping; of elements of lists
    /// also `old_positions` and `new_positions`, each the first and the last. What has no JSON form, and fields that no
    /// schema knows, are objects with the member `hex`: the field with its tag.
    package func json(_ difference: MessageDifference, to json: inout JSONLine) {
        self.json(difference, oldLosses: nil, newLosses: nil, to: &json)
    }

    /// The same of damaged messages: `uncertain` is true of what may differ only because of what they have lost, and the
    /// value that is not known is left out.
    func json(_ difference: MessageDifference, oldLosses: Losses?, newLosses: Losses?, to json: inout JSONLine) {
        json.array { json in
            for change in difference.changes {
                json.object { json in
                    json.key("path")
                    json.string(change.path)
                    json.key("kind")
                    json.string(change.kind.rawValue)
                    Self.positions("old_positions", change.oldPositions, &json)
                    Self.positions("new_positions", change.newPositions, &json)
                    let doubt = Doubt(change, oldLosses, newLosses)
                    if doubt.isAny {
                        json.key("uncertain")
                        json.bool(true)
                    }
                    Self.value("old", doubt.isOfOld ? nil : change.old, change, change.oldPositions, &json)
                    Self.value("new", doubt.isOfNew ? nil : change.new, change, change.newPositions, &json)
                }
            }
        }
    }

    private static func positions(_ name: String, _ positions: Range<Int>?, _ json: inout JSONLine) {
        guard let positions, let last = positions.last else { return }
        json.key(name)
        json.array { json in
            json.number(positions.lowerBound)
            json.number(last)
        }
    }

    private static func value(
        _ name: String, _ bytes: [UInt8]?, _ change: MessageDifference.Change, _ positions: Range<Int>?,
        _ json: inout JSONLine
    ) {
        guard let bytes else { return }
        json.key(name)
        guard let field = change.field, let text = try? JSONWriter().json(bytes, as: field.parent),
            let value = Self.member(text, field, isSingle: positions?.count == 1)
        else {
            return json.object { json in
                json.key("hex")
                json.string(String(hex: bytes))
            }
        }
        json.raw(value)
    }

    /// The value of the only member of an object; of a list its only element, if one is wanted.
    private static func member(_ object: [UInt8], _ field: FieldDescriptor, isSingle: Bool) -> [UInt8]? {
        var value = object.dropFirst(1 + JSONLine.quoted(field.jsonName).count + 1).dropLast()
        while value.first == 0x20 { value.removeFirst() }
        guard !value.isEmpty else { return nil }
        if isSingle, !field.isMap { value = value.dropFirst().dropLast() }
        return Array(value)
    }
}
