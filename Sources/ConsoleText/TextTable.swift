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
    private let isRight: [Bool]
    private var widths: [Int]
    private var text: [UInt8] = []
    private var cells: [Cell] = []
    /// Where the next cell begins in `text`, and its column.
    private var cellStart = 0
    private var column = 0
    private var hasHeadings = false
    package private(set) var rows = 0

    package init(headings: [Heading]) {
        self.headings = headings
        isRight = headings.map(\.isRight)
        widths = headings.map(\.width)
    }

    /// A text that may be anything, made safe to show.
    package struct Content: CustomStringConvertible, Sendable {
        package let text: [UInt8]
        /// In characters.
        let width: Int

        package init(_ content: String) {
            let isPlain = content.utf8.allSatisfy { (0x20..<0x7f).contains($0) }
            let safe = isPlain ? content : ValueText.safe(content)
            text = Array(safe.utf8)
            width = isPlain ? text.count : safe.count
        }

        package var description: String { String(decoding: text, as: UTF8.self) }

        private init(text: [UInt8], width: Int) { (self.text, self.width) = (text, width) }

        /// With a note behind it.
        ///
        /// - Parameter note: Printable ASCII.
        package func noted(_ note: String) -> Content {
            let space = text.isEmpty ? "" : " "
            return Content(text: text + space.utf8 + note.utf8, width: width + space.utf8.count + note.utf8.count)
        }
    }

    /// Adds a cell whose text may be anything.
    package mutating func cell(_ content: String, _ role: Palette.Role? = nil) {
        content.isEmpty ? endCell(role) : cell(Content(content), role)
    }

    package mutating func cell(_ content: Content, _ role: Palette.Role? = nil) {
        text.append(contentsOf: content.text)
        endCell(role, width: content.width)
    }

    /// Appends printable ASCII to the cell that is next.
    package mutating func write(_ body: (inout [UInt8]) -> Void) { body(&text) }

    /// Ends a cell.
    ///
    /// - Parameter width: In characters; as many as bytes unless said.
    package mutating func endCell(_ role: Palette.Role? = nil, width: Int? = nil) {
        let width = width ?? text.count - cellStart
        if width > widths[column], width <= Self.widthLimit { widths[column] = width }
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
            var titles: [UInt8] = []
            var cells: [Cell] = []
            for heading in headings {
                titles += heading.title.utf8
                cells.append(Cell(end: titles.count, width: heading.title.utf8.count, role: .quiet))
            }
            lay(titles, cells, palette, &output)
        }
        lay(text, cells, palette, &output)
        text.removeAll(keepingCapacity: true)
        cells.removeAll(keepingCapacity: true)
        (cellStart, column) = (0, 0)
        rows = 0
        return output
    }

    /// Appends rows as lines. Two spaces are between columns, none at the end.
    private func lay(_ text: [UInt8], _ cells: [Cell], _ palette: Palette, _ output: inout [UInt8]) {
        let (text, cells) = palette.isEnabled ? Self.painted(text, cells, palette) : (text, cells)
        let bytes = text.span
        let space = widths.reduce(1) { $0 + $1 + 2 }
        var start = 0
        for first in stride(from: 0, to: cells.count - headings.count + 1, by: headings.count) {
            let end = cells[first + headings.count - 1].end
            output.append(addingCapacity: space + end - start) { line in
                var spaces = 0
                for column in 0..<headings.count {
                    let cell = cells[first + column]
                    let padding = max(0, widths[column] - cell.width)
                    if isRight[column] { spaces += padding }
                    if start < cell.end {
                        line.append(repeating: UInt8(ascii: " "), count: spaces)
                        for index in start..<cell.end { line.append(bytes[index]) }
                        (start, spaces) = (cell.end, 0)
                    }
                    spaces += isRight[column] ? 2 : padding + 2
                }
                line.append(UInt8(ascii: "\n"))
            }
        }
    }

    private static func painted(_ text: [UInt8], _ cells: [Cell], _ palette: Palette) -> (text: [UInt8], cells: [Cell])
    {
        var painted: (text: [UInt8], cells: [Cell]) = ([], [])
        var start = 0
        for cell in cells {
            let content = text[start..<cell.end]
            start = cell.end
            if let role = cell.role, !content.isEmpty {
                painted.text += palette.paint(String(decoding: content, as: UTF8.self), role).utf8
            } else {
                painted.text += content
            }
            painted.cells.append(Cell(end: painted.text.count, width: cell.width, role: cell.role))
        }
        return painted
    }
}
