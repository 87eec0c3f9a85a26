internal import ByteText
public import ConsoleText
internal import GRPCWire
public import ProtobufSchema

/// Prints what differs between two messages, for people and for scripts.
public struct DifferencePrinter: Sendable {
    public var palette: Palette
    /// Values in full. Otherwise long ones are cut, which is always visible.
    public var showsAll = false

    public init(palette: Palette = .plain) { self.palette = palette }

    /// Characters of a value that are shown, where there are two beside each other.
    private static let cutLimit = 72

    var valueLimit: Int { showsAll ? .max : Self.cutLimit }

    /// A line above others.
    package func heading(_ text: String) -> String { palette.paint(ValueText.safe(text), .heading) }

    /// Text without anything that could move a terminal's cursor.
    package func safe(_ text: String) -> String { ValueText.safe(text) }

    /// A string in quotes, cut as values are.
    package func quoted(_ text: String) -> String {
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

    /// An object for each change: `path`, `kind`, and `old` and `new` in the official JSON mapping; of elements of lists
    /// also `old_positions` and `new_positions`, each the first and the last. What has no JSON form, and fields that no
    /// schema knows, are objects with the member `hex`: the field with its tag.
    package func json(_ difference: MessageDifference, to json: inout JSONLine) {
        json.array { json in
            for change in difference.changes { self.json(change, to: &json) }
        }
    }

    /// The object of one change. `uncertain` is true of what may differ only because of what a damaged message has lost,
    /// and the value that is not known is left out.
    func json(
        _ change: MessageDifference.Change, oldLosses: Losses? = nil, newLosses: Losses? = nil, to json: inout JSONLine
    ) {
        json.object { json in
            json.string("path", change.path)
            json.string("kind", change.kind.rawValue)
            Self.positions("old_positions", change.oldPositions, &json)
            Self.positions("new_positions", change.newPositions, &json)
            let doubt = Doubt(change, oldLosses, newLosses)
            if doubt.isAny { json.bool("uncertain", true) }
            Self.value("old", doubt.isOfOld ? nil : change.old, change, change.oldPositions, &json)
            Self.value("new", doubt.isOfNew ? nil : change.new, change, change.newPositions, &json)
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
        guard let field = change.field, Self.hasJSON(bytes, field.parent) else {
            return json.object { json in
                json.key("hex")
                json.raw { write in
                    write([UInt8(ascii: "\"")])
                    for start in stride(from: 0, to: bytes.count, by: Self.pieceSize) {
                        write(Array(String(hex: bytes[start..<min(start + Self.pieceSize, bytes.count)]).utf8))
                    }
                    write([UInt8(ascii: "\"")])
                }
            }
        }
        json.raw { write in
            let member = MemberText(of: field, isSingle: positions?.count == 1 && !field.isMap, to: write)
            let bytes = bytes[...]
            try? JSONWriter().write(bytes.span, as: field.parent) { member.add($0) }
            member.finish()
        }
    }

    private static let pieceSize = 1 << 16

    /// Whether the official mapping has a form for a field.
    private static func hasJSON(_ bytes: [UInt8], _ parent: MessageDescriptor) -> Bool {
        let bytes = bytes[...]
        return (try? JSONWriter().write(bytes.span, as: parent) { _ in }) != nil
    }
}

/// Takes the value of the only member out of an object, which comes in pieces; of a list its only element, if one is
/// wanted.
private final class MemberText {
    private let write: ([UInt8]) -> Void
    /// Bytes that are still to be left out, and how many are to be at the end.
    private var ahead: Int
    private let behind: Int
    private var held: [UInt8] = []

    init(of field: FieldDescriptor, isSingle: Bool, to write: @escaping ([UInt8]) -> Void) {
        // { "name": [ and ] }
        ahead = 1 + JSONLine.quoted(field.jsonName).count + 1 + (isSingle ? 1 : 0)
        behind = isSingle ? 2 : 1
        self.write = write
    }

    func add(_ piece: [UInt8]) {
        let left = min(ahead, piece.count)
        ahead -= left
        held += piece[left...]
        guard held.count > behind else { return }
        write(Array(held.dropLast(behind)))
        held.removeFirst(held.count - behind)
    }

    func finish() {
        guard held.count > behind else { return }
        write(Array(held.dropLast(behind)))
    }
}
