import GRPCWire
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
    private let isRight: [Bool]
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
        isRight = headings.map(\.isRight)
        widths = headings.map(\.width)
    }

    /// A text that may be anything, made safe to show.
    struct Content: Sendable {
        let text: [UInt8]
        /// In characters.
        let width: Int

        init(_ content: String) {
            let isPlain = content.utf8.allSatisfy { (0x20..<0x7f).contains($0) }
            let safe = isPlain ? content : ValueText.safe(content)
            text = Array(safe.utf8)
            width = isPlain ? text.count : safe.count
        }
    }

    /// Adds a cell whose text may be anything.
    package mutating func cell(_ content: String, _ role: Palette.Role? = nil) {
        content.isEmpty ? endCell(role) : cell(Content(content), role)
    }

    mutating func cell(_ content: Content, _ role: Palette.Role? = nil) {
        text.append(contentsOf: content.text)
        endCell(role, width: content.width)
    }

    /// Appends printable ASCII to the cell that is next.
    mutating func write(_ body: (inout [UInt8]) -> Void) { body(&text) }

    /// Ends a cell.
    ///
    /// - Parameter width: In characters; as many as bytes unless said.
    mutating func endCell(_ role: Palette.Role? = nil, width: Int? = nil) {
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
            lay(cells[...], titles.span, from: 0, palette, &output)
        }
        var start = 0
        for index in stride(from: 0, to: cells.count - headings.count + 1, by: headings.count) {
            let row = cells[index..<(index + headings.count)]
            lay(row, text.span, from: start, palette, &output)
            start = row.last?.end ?? start
        }
        text.removeAll(keepingCapacity: true)
        cells.removeAll(keepingCapacity: true)
        (cellStart, column) = (0, 0)
        rows = 0
        return output
    }

    /// Appends a row: its cells are laid over spaces. Two spaces are between columns, none at the end.
    ///
    /// - Parameter start: Where in `text` the first cell begins.
    private func lay(
        _ cells: ArraySlice<Cell>, _ text: Span<UInt8>, from start: Int, _ palette: Palette, _ output: inout [UInt8]
    ) {
        var start = start
        var (position, end) = (output.count, output.count)
        pad(&output, to: position + widths.reduce(0) { $0 + $1 + 2 })
        for (column, cell) in cells.enumerated() {
            let space = max(0, widths[column] - cell.width)
            var content = text.extracting(start..<cell.end)
            let painted: [UInt8]
            if palette.isEnabled, let role = cell.role, cell.width > 0 {
                painted = Array(palette.paint(String(decoding: [UInt8](copying: content), as: UTF8.self), role).utf8)
                content = painted.span
            }
            if isRight[column] { position += space }
            if cell.width > 0 {
                pad(&output, to: position + content.count)
                end = position + content.count
                Self.copy(content, to: &output, at: position)
            }
            position += content.count + (isRight[column] ? 2 : space + 2)
            start = cell.end
        }
        output.removeSubrange(end...)
        output.append(UInt8(ascii: "\n"))
    }

    private static func copy(_ content: Span<UInt8>, to output: inout [UInt8], at position: Int) {
        var place = output.mutableSpan
        var index = 0
        while index < content.count {
            place[position + index] = content[index]
            index += 1
        }
    }

    private static let spaces = [UInt8](repeating: UInt8(ascii: " "), count: 256)

    private func pad(_ output: inout [UInt8], to count: Int) {
        while output.count < count {
            output.append(copying: Self.spaces.span.extracting(first: min(count - output.count, Self.spaces.count)))
        }
    }
}
