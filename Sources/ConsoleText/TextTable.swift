import ByteText

/// Lays out rows of text in columns that are as wide as their widest cell.
package struct TextTable: Sendable {
    package struct Heading: Sendable {
        let title: String
        /// Whether cells are aligned to the right side of the column.
        let isRight: Bool
        /// The least width of the column.
        let width: Int
        /// Whether the start of a text that is too wide is cut off, not its end.
        let keepsEnd: Bool

        package init(_ title: String, isRight: Bool = false, width: Int = 0, keepsEnd: Bool = false) {
            self.title = title
            self.isRight = isRight
            self.width = max(width, title.utf8.count)
            self.keepsEnd = keepsEnd
        }
    }

    /// A column that gives way where lines are too wide for a terminal, and the width down to which its text is cut; 0 leaves
    /// the column out.
    package typealias Shrinking = (column: Int, width: Int)

    /// Cells in the order of the rows, and their text.
    private struct Cells: Sendable {
        struct Cell {
            let end: Int
            let width: Int
            let role: Palette.Role?
        }

        var text: [UInt8] = []
        var cells: [Cell] = []

        /// Ends the cell whose text was appended last.
        mutating func end(_ role: Palette.Role?, width: Int) {
            cells.append(Cell(end: text.count, width: width, role: role))
        }
    }

    /// A wider cell pushes the rest of its line aside instead of widening every line.
    private static let widthLimit = 60

    private let headings: [Heading]
    private let shrinking: [Shrinking]
    /// The width of the terminal; `nil` for lines of any width.
    private let lineWidth: Int?
    private var widths: [Int]
    /// The headings, until they are taken, and rows.
    private var rowCells = Cells()
    private var hasHeadings = true
    /// The rows since the last call of ``take(_:)``.
    package var rows: Int { rowCells.cells.count / headings.count - (hasHeadings ? 1 : 0) }

    /// - Parameters:
    ///   - lineWidth: The width of the terminal in columns; `nil` leaves all text whole.
    ///   - shrinking: The columns that give way on a narrow terminal, the first ones first.
    package init(headings: [Heading], lineWidth: Int? = nil, shrinking: [Shrinking] = []) {
        (self.headings, self.lineWidth, self.shrinking) = (headings, lineWidth, shrinking)
        widths = headings.map(\.width)
        for heading in headings {
            rowCells.text += heading.title.utf8
            rowCells.end(.quiet, width: heading.title.utf8.count)
        }
    }

    /// Text from anywhere, made safe to show.
    package struct Content: CustomStringConvertible, Sendable {
        package let text: [UInt8]
        /// The width on a terminal, in columns.
        package let width: Int

        package init(_ content: String) {
            let safe = SafeText(content).description
            text = Array(safe.utf8)
            width = safe.columns
        }

        package static let empty = Content("")

        package var description: String { String(decoding: text, as: UTF8.self) }

        private init(text: [UInt8], width: Int) { (self.text, self.width) = (text, width) }

        /// The content with a note after it.
        ///
        /// - Parameter note: Printable ASCII.
        package func noted(_ note: String) -> Content {
            let space = text.isEmpty ? "" : " "
            return Content(text: text + space.utf8 + note.utf8, width: width + space.utf8.count + note.utf8.count)
        }
    }

    /// Adds a cell with text from anywhere.
    package mutating func cell(_ content: String, _ role: Palette.Role? = nil) {
        content.isEmpty ? endCell(role) : cell(Content(content), role)
    }

    package mutating func cell(_ content: Content, _ role: Palette.Role? = nil) {
        rowCells.text.append(contentsOf: content.text)
        endCell(role, excess: content.text.count - content.width)
    }

    /// Adds a cell with text that is safe to show.
    ///
    /// - Parameter excess: How many bytes the text has more than columns on a terminal: none for ASCII.
    package mutating func cell(_ role: Palette.Role? = nil, excess: Int = 0, append: (inout [UInt8]) -> Void) {
        append(&rowCells.text)
        endCell(role, excess: excess)
    }

    private mutating func endCell(_ role: Palette.Role?, excess: Int = 0) {
        let column = rowCells.cells.count % headings.count
        let width = rowCells.text.count - (rowCells.cells.last?.end ?? 0) - excess
        if lineWidth != nil {
            // Cells that are wider are cut, but in the last column they push nothing aside.
            widths[column] = max(widths[column], column + 1 < headings.count ? min(width, Self.widthLimit) : width)
        } else if width > widths[column], width <= Self.widthLimit {
            widths[column] = width
        }
        rowCells.end(role, width: width)
    }

    /// The rows since the last call of this function as lines; the first time with headings.
    package mutating func take(_ palette: Palette) -> [UInt8] {
        var output: [UInt8] = []
        guard rows > 0 else { return output }
        output.reserveCapacity(rowCells.text.count * 2)
        lay(rowCells, limits(), palette, to: &output)
        hasHeadings = false
        rowCells.text.removeAll(keepingCapacity: true)
        rowCells.cells.removeAll(keepingCapacity: true)
        return output
    }

    /// The widths to which the text of columns is cut so that lines fit the terminal; `nil` for columns that stay whole.
    private func limits() -> [Int?] {
        var limits = [Int?](repeating: nil, count: headings.count)
        guard let lineWidth else { return limits }
        var excess = widths.reduce(-2) { $0 + $1 + 2 } - lineWidth
        for narrowed in shrinking {
            // A wider cell, which would push the rest of its line aside, is cut in any case.
            let width = limits[narrowed.column] ?? widths[narrowed.column]
            let isLeftOut = excess > 0 && narrowed.width == 0
            limits[narrowed.column] = isLeftOut ? 0 : min(width, max(narrowed.width, width - max(0, excess)))
            excess -= isLeftOut ? width + 2 : width - (limits[narrowed.column] ?? width)
        }
        // What the columns have given up beyond need goes back to them, to the last one first.
        for narrowed in shrinking.reversed() where excess < 0 && narrowed.width > 0 {
            guard let limit = limits[narrowed.column], limit > 0 else { continue }
            let gain = min(-excess, widths[narrowed.column] - limit)
            limits[narrowed.column] = limit + gain
            excess += gain
        }
        return limits
    }

    /// The cells with their text cut to the widths of columns, and in its colours.
    private func cutAndPainted(_ cells: Cells, _ limits: [Int?], _ palette: Palette) -> Cells {
        var result = Cells()
        var start = 0
        for (position, cell) in cells.cells.enumerated() {
            let column = position % limits.count
            var (text, width) = (String(decoding: cells.text[start..<cell.end], as: UTF8.self), cell.width)
            if let limit = limits[column], width > limit {
                text = text.fitted(to: limit, keepsEnd: headings[column].keepsEnd)
                width = text.columns
            }
            result.text += palette.paint(SafeText(verbatim: text), cell.role).description.utf8
            result.end(cell.role, width: width)
            start = cell.end
        }
        return result
    }

    /// Appends rows as lines, with two spaces between columns and none at the end.
    ///
    /// - Parameter limits: The widths of columns that are cut; a column of width 0 is left out.
    private func lay(_ rows: Cells, _ limits: [Int?], _ palette: Palette, to output: inout [UInt8]) {
        let rows = lineWidth != nil || palette.isEnabled ? cutAndPainted(rows, limits, palette) : rows
        let bytes = rows.text.span
        let columns = headings.indices.filter { limits[$0] != 0 }.map { column in
            (column, width: limits[column] ?? widths[column], isRight: headings[column].isRight)
        }
        let space = columns.reduce(1) { $0 + $1.width + 2 }
        var start = 0
        for first in stride(from: 0, to: rows.cells.count - headings.count + 1, by: headings.count) {
            let end = rows.cells[first + headings.count - 1].end
            output.append(addingCapacity: space + end - start) { line in
                var spaces = 0
                for (column, width, isRight) in columns {
                    let cell = rows.cells[first + column]
                    let padding = max(0, width - cell.width)
                    if isRight { spaces += padding }
                    if start < cell.end {
                        line.append(repeating: UInt8(ascii: " "), count: spaces)
                        line.append(copying: bytes.extracting(start..<cell.end))
                        (start, spaces) = (cell.end, 0)
                    }
                    spaces += isRight ? 2 : padding + 2
                }
                line.append(UInt8(ascii: "\n"))
            }
        }
    }
}
