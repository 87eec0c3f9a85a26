package import WireInspect

/// Lines of text in columns that are as wide as their widest cell.
package struct TextTable: Sendable {
    package struct Heading: Sendable {
        let title: String
        /// Cells stand at the right side of the column.
        let isRight: Bool
        /// The least width in characters.
        let width: Int

        package init(_ title: String, isRight: Bool = false, width: Int = 0) {
            self.title = title
            self.isRight = isRight
            self.width = max(width, title.utf8.count)
        }
    }

    private struct Cell {
        let end: Int
        let width: Int
        let role: Palette.Role?
    }

    /// Wider cells push the rest of their line aside instead of widening every line.
    private static let widthLimit = 60

    private let headings: [Heading]
    private var widths: [Int]
    private var text: [UInt8] = []
    private var cells: [Cell] = []
    /// Where the next cell begins in `text`, and its column.
    private var cellStart = 0
    private var column = 0
    private var hasHeadings = false
    private(set) var rows = 0

    package init(headings: [Heading]) {
        self.headings = headings
        widths = headings.map(\.width)
    }

    /// Adds a cell whose text may be anything.
    package mutating func cell(_ content: String, _ role: Palette.Role? = nil) {
        let start = text.count
        var content = content
        content.makeContiguousUTF8()
        text.append(contentsOf: content.utf8)
        if text[start...].allSatisfy({ (0x20..<0x7f).contains($0) }) { return endCell(role) }
        let safe = ValueText.safe(content)
        text.removeSubrange(start...)
        text.append(contentsOf: safe.utf8)
        endCell(role, width: safe.count)
    }

    /// Appends printable ASCII to the cell that is next.
    mutating func write(_ body: (inout [UInt8]) -> Void) { body(&text) }

    /// Ends a cell.
    ///
    /// - Parameter width: In characters; as many as bytes unless said.
    mutating func endCell(_ role: Palette.Role? = nil, width: Int? = nil) {
        let width = width ?? text.count - cellStart
        if width <= Self.widthLimit { widths[column] = max(widths[column], width) }
        cells.append(Cell(end: text.count, width: width, role: role))
        cellStart = text.count
        column = column + 1 == headings.count ? 0 : column + 1
    }

    package mutating func endRow() { rows += 1 }

    /// The rows since the last time as lines, with the headings above the first of all.
    package mutating func take(_ palette: Palette) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.count * 2)
        if !hasHeadings, rows > 0 {
            hasHeadings = true
            var gap = 0
            for column in headings.indices {
                let title = Array(headings[column].title.utf8)
                gap = lay(title[...], width: title.count, .quiet, in: column, behind: gap, palette, &output)
            }
            output.append(UInt8(ascii: "\n"))
        }
        var start = 0
        var (column, gap) = (0, 0)
        for cell in cells {
            gap = lay(
                text[start..<cell.end], width: cell.width, cell.role, in: column, behind: gap, palette, &output)
            start = cell.end
            column += 1
            guard column == headings.count else { continue }
            output.append(UInt8(ascii: "\n"))
            (column, gap) = (0, 0)
        }
        text.removeAll(keepingCapacity: true)
        cells.removeAll(keepingCapacity: true)
        (cellStart, self.column) = (0, 0)
        rows = 0
        return output
    }

    /// Appends a cell, and returns how many spaces belong before the next: two between columns, none at the end.
    private func lay(
        _ cell: ArraySlice<UInt8>, width: Int, _ role: Palette.Role?, in column: Int, behind gap: Int,
        _ palette: Palette, _ output: inout [UInt8]
    ) -> Int {
        let space = max(0, widths[column] - width)
        let before = headings[column].isRight ? gap + space : gap
        let after = headings[column].isRight ? 2 : space + 2
        guard width > 0 else { return before + after }
        for _ in 0..<before { output.append(UInt8(ascii: " ")) }
        if palette.isEnabled, let role {
            output.append(contentsOf: palette.paint(String(decoding: cell, as: UTF8.self), role).utf8)
        } else {
            output.append(contentsOf: cell)
        }
        return after
    }
}
