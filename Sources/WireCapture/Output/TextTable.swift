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
    private var hasHeadings = false
    private(set) var rows = 0

    package init(headings: [Heading]) {
        self.headings = headings
        widths = headings.map(\.width)
    }

    /// Adds a cell whose text may be anything.
    package mutating func cell(_ content: String, _ role: Palette.Role? = nil) {
        let isPlain = content.utf8.allSatisfy { (0x20..<0x7f).contains($0) }
        if isPlain {
            text.append(contentsOf: content.utf8)
            end(role)
        } else {
            let safe = ValueText.safe(content)
            text.append(contentsOf: safe.utf8)
            end(role, width: safe.count)
        }
    }

    /// Adds a cell of printable ASCII, which the closure appends.
    mutating func cell(role: Palette.Role? = nil, _ body: (inout [UInt8]) -> Void) {
        body(&text)
        end(role)
    }

    private mutating func end(_ role: Palette.Role?, width: Int? = nil) {
        let width = width ?? text.count - (cells.last?.end ?? 0)
        let column = cells.count % headings.count
        if width <= Self.widthLimit { widths[column] = max(widths[column], width) }
        cells.append(Cell(end: text.count, width: width, role: role))
    }

    package mutating func endRow() { rows += 1 }

    /// The rows since the last time as lines, with the headings above the first of all.
    package mutating func take(_ palette: Palette) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.count * 2)
        if !hasHeadings, rows > 0 {
            hasHeadings = true
            line(palette, to: &output) { column in
                let title = Array(headings[column].title.utf8)
                return (title[...], title.count, .quiet)
            }
        }
        var start = 0
        for row in stride(from: 0, to: cells.count, by: headings.count) {
            line(palette, to: &output) { column in
                let cell = cells[row + column]
                defer { start = cell.end }
                return (text[start..<cell.end], cell.width, cell.role)
            }
        }
        text.removeAll(keepingCapacity: true)
        cells.removeAll(keepingCapacity: true)
        rows = 0
        return output
    }

    /// Two spaces between columns, none at the end.
    private func line(
        _ palette: Palette, to output: inout [UInt8],
        _ content: (_ column: Int) -> (text: ArraySlice<UInt8>, width: Int, role: Palette.Role?)
    ) {
        var gap = 0
        for column in headings.indices {
            let cell = content(column)
            let space = max(0, widths[column] - cell.width)
            if headings[column].isRight { gap += space }
            if cell.width > 0 {
                output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: gap))
                gap = 0
                if palette.isEnabled, let role = cell.role {
                    output.append(contentsOf: palette.paint(String(decoding: cell.text, as: UTF8.self), role).utf8)
                } else {
                    output.append(contentsOf: cell.text)
                }
            }
            gap += (headings[column].isRight ? 0 : space) + 2
        }
        output.append(UInt8(ascii: "\n"))
    }
}
