internal import ConsoleText
internal import ProtobufSchema

/// Prints changes as they are found, one in a line.
struct ChangeLines {
    private let printer: DifferencePrinter
    private let indent: String
    private let losses: (old: Losses?, new: Losses?)
    private let output: any TextSink
    private let line: FieldLine
    /// Changes that wait until it is known how wide their paths are.
    private var waiting: [MessageDifference.Change] = []
    private var waitingSize = 0
    /// Of the column of paths, as soon as that is known.
    private var width: Int?

    /// Paths that are longer push the rest of their line aside.
    private static let pathLimit = 56
    /// Changes by which the width of their paths is found, and the bytes that are kept of them.
    private static let waitingLimit = 1000
    private static let sizeLimit = 4 << 20

    init(
        _ printer: DifferencePrinter, indent: String = "", oldLosses: Losses? = nil, newLosses: Losses? = nil,
        to output: any TextSink
    ) {
        self.printer = printer
        self.indent = indent
        losses = (oldLosses, newLosses)
        self.output = output
        line = FieldLine(limit: printer.valueLimit)
    }

    mutating func add(_ change: MessageDifference.Change) {
        if let width { return write(change, width) }
        waiting.append(change)
        waitingSize += (change.old?.count ?? 0) + (change.new?.count ?? 0)
        if waiting.count >= Self.waitingLimit || waitingSize >= Self.sizeLimit { finish() }
    }

    /// Prints those that wait.
    mutating func finish() {
        let width = width ?? min(Self.pathLimit, waiting.map { ValueText.safe($0.path).count }.max() ?? 0)
        self.width = width
        for change in waiting { write(change, width) }
        waiting = []
    }

    private func write(_ change: MessageDifference.Change, _ width: Int) {
        let path = ValueText.safe(change.path)
        let space = String(repeating: " ", count: max(0, width - path.count))
        let doubt = Doubt(change, losses.old, losses.new)
        let unread = Part.text("(not read)")
        let old = change.old.map { Part.value($0) } ?? .text("")
        let new = change.new.map { Part.value($0) } ?? .text("")
        let (mark, role, parts): (String, Palette.Role, [Part]) =
            switch change.kind {
            case .added: ("+", .text, doubt.isOfOld ? [unread, new] : [new])
            case .removed: ("-", .error, doubt.isOfNew ? [old, unread] : [old])
            case .changed: ("~", .notice, [doubt.isOfOld ? unread : old, doubt.isOfNew ? unread : new])
            case .moved: (">", .name, [.text(Self.places(change))])
            }
        let name = printer.palette.paint(path, change.field == nil ? .unknown : .name)
        let shownMark = doubt.isAny ? printer.palette.paint("?", .unknown) : printer.palette.paint(mark, role)
        output.write("\(indent)\(shownMark) \(name)\(space)  ")
        for (position, part) in parts.enumerated() {
            if position > 0 { output.write(" → ") }
            switch part {
            case .text(let text): output.write(text)
            case .value(let field): line.write(field, of: change.field?.parent, to: output)
            }
        }
        output.write("\n")
    }

    /// A part of a line.
    private enum Part {
        case text(String)
        /// A field with its tag.
        case value([UInt8])
    }

    private static func places(_ change: MessageDifference.Change) -> String {
        "from place \(change.oldPositions?.lowerBound ?? 0) to \(change.newPositions?.lowerBound ?? 0)"
    }
}

/// Which sides of a change are not known for sure: they may have what they seem to lack, or more than could be read.
struct Doubt {
    let isOfOld: Bool
    let isOfNew: Bool
    var isAny: Bool { isOfOld || isOfNew }

    init(_ change: MessageDifference.Change, _ old: Losses?, _ new: Losses?) {
        isOfOld = (change.kind == .added ? old?.hide(change) : old?.touch(change)) ?? false
        isOfNew = (change.kind == .removed ? new?.hide(change) : new?.touch(change)) ?? false
    }
}
