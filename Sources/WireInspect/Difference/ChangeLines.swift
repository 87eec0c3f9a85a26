internal import ConsoleText
internal import ProtobufSchema

/// Prints the changes of a message as they are found, one in a line.
struct ChangeLines {
    private let printer: DifferencePrinter
    private let indent: String
    private let output: any TextSink
    /// The first changes, held back until the width of the column of paths is known.
    private var waiting: [MessageDifference.Change] = []
    private var waitingSize = 0
    /// Width of the column of paths in characters; `nil` while the first changes wait.
    private var width: Int?

    /// A longer path pushes the rest of its line aside.
    private static let pathLimit = 56
    /// The most changes that wait, and the most bytes of values in them.
    private static let waitingLimit = 1000
    private static let sizeLimit = 4 << 20

    init(_ printer: DifferencePrinter, indent: String = "", to output: any TextSink) {
        (self.printer, self.indent, self.output) = (printer, indent, output)
    }

    mutating func add(_ change: MessageDifference.Change) {
        if let width { return write(change, pathWidth: width) }
        waiting.append(change)
        waitingSize += (change.old?.count ?? 0) + (change.new?.count ?? 0)
        if waiting.count >= Self.waitingLimit || waitingSize >= Self.sizeLimit { finish() }
    }

    /// Prints the changes that wait.
    mutating func finish() {
        let width = width ?? min(Self.pathLimit, waiting.map { SafeText($0.path).columns }.max() ?? 0)
        self.width = width
        for change in waiting { write(change, pathWidth: width) }
        waiting = []
    }

    private func write(_ change: MessageDifference.Change, pathWidth: Int) {
        let (mark, role): (SafeText, Palette.Role) =
            switch change.kind {
            case .added: ("+", .text)
            case .removed: ("-", .error)
            case .changed: ("~", .notice)
            case .moved: (">", .name)
            }
        let path = SafeText(change.path)
        let name = printer.palette.paint(path, change.field == nil ? .unknown : .name)
        output.write(
            "\(indent)\(printer.palette.paint(mark, role)) \(name)\(SafeText.spaces(pathWidth - path.columns))  ")
        if change.kind == .moved {
            let (old, new) = (change.oldPositions?.lowerBound ?? 0, change.newPositions?.lowerBound ?? 0)
            output.write("from place \(old) to \(new)")
        } else {
            let values = [change.old, change.new].compactMap { $0 }
            for (position, value) in values.enumerated() {
                if position > 0 { output.write(" → ") }
                printer.write(value, of: change.field?.parent, to: output)
            }
        }
        output.write("\n")
    }
}
