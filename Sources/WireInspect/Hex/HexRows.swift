import ConsoleText

/// Writes the lines of an annotated dump: offsets, bytes, meaning.
struct HexRows {
    /// What offsets are shown for a stretch of bytes.
    struct Place: Hashable {
        /// Of the stretch in the file or stream, where its bytes stand there as they are.
        var stream: Int?
        /// Of the stretch in its message.
        var message: Int?
    }

    let options: TreeOptions
    /// Whether there is a column for the offset in the stream beside the one in the message.
    let hasTwoColumns: Bool
    private var output: LineBuffer

    /// Bytes in a line.
    private static let width = 8

    init(options: TreeOptions, hasTwoColumns: Bool, output: any TextSink) {
        self.options = options
        self.hasTwoColumns = hasTwoColumns
        self.output = LineBuffer(output, options.palette)
    }

    /// Hands over what is there; to be called before others write to the same sink.
    mutating func flush() { output.flush() }

    /// The lines of some bytes, the meaning beside the first of them.
    mutating func write(
        _ bytes: ArraySlice<UInt8>, at place: Place, _ role: Palette.Role? = nil, depth: Int = 0,
        _ meaning: (inout LineBuffer) -> Void
    ) {
        var start = bytes.startIndex
        var isFirst = true
        repeat {
            let end = min(start + Self.width, bytes.endIndex)
            beginLine(bytes[start..<end], place, start - bytes.startIndex)
            if isFirst {
                output.spaces(3 * Self.width + 1 - max(0, 3 * (end - start) - 1) + 2 * depth)
                output.paint(role, meaning)
            }
            output.endLine()
            isFirst = false
            start = end
        } while start < bytes.endIndex
    }

    private mutating func beginLine(_ bytes: ArraySlice<UInt8>, _ place: Place, _ shift: Int) {
        if hasTwoColumns { column(bytes.isEmpty ? nil : place.stream.map { $0 + shift }) }
        column(bytes.isEmpty ? nil : (place.message ?? (hasTwoColumns ? nil : place.stream)).map { $0 + shift })
        output.hex(row: bytes)
    }

    /// The names of the offset columns, where there are two.
    mutating func heading(_ stream: String) {
        guard hasTwoColumns else { return }
        output.paint(.quiet) {
            $0.text(stream)
            $0.spaces(8 - stream.utf8.count)
            $0.text("message")
        }
        output.endLine()
    }

    private mutating func column(_ offset: Int?) {
        guard let offset else { return output.spaces(8) }
        output.paint(.quiet) { $0.offset(offset) }
        output.spaces(2)
    }
}
