import ConsoleText

/// Writes the rows of an annotated dump: offsets, bytes, meaning.
struct HexRows {
    let options: TreeOptions
    /// Whether offsets in the stream have a column beside those in the message.
    let hasTwoColumns: Bool
    private var output: LineBuffer

    /// Bytes per row.
    private static let width = 8

    init(options: TreeOptions, hasTwoColumns: Bool, output: any TextSink) {
        self.options = options
        self.hasTwoColumns = hasTwoColumns
        self.output = LineBuffer(output, options.palette)
    }

    /// Passes all rows to the sink. Call this before somebody else writes to the same sink.
    mutating func flush() { output.flush() }

    /// Writes the rows of a run of bytes, with the meaning on the first row.
    ///
    /// - Parameters:
    ///   - stream: Offset of the run in the file or stream; `nil` where its bytes stand there in another form.
    ///   - message: Offset of the run in its message.
    mutating func write(
        _ bytes: ArraySlice<UInt8>, stream: Int? = nil, message: Int? = nil, role: Palette.Role? = nil, depth: Int = 0,
        _ meaning: (inout LineBuffer) -> Void
    ) {
        var start = bytes.startIndex
        repeat {
            let end = min(start + Self.width, bytes.endIndex)
            let shift = start - bytes.startIndex
            if hasTwoColumns { column(stream.map { $0 + shift }) }
            column((message ?? (hasTwoColumns ? nil : stream)).map { $0 + shift })
            output.hex(row: bytes[start..<end])
            if shift == 0 {
                output.spaces(3 * Self.width + 1 - max(0, 3 * (end - start) - 1) + 2 * depth)
                output.paint(role, meaning)
            }
            output.endLine()
            start = end
        } while start < bytes.endIndex
    }

    /// Writes the names of the two columns of offsets.
    mutating func heading(_ stream: SafeText) {
        output.paint(.quiet) {
            $0.text(stream)
            $0.spaces(8 - stream.columns)
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
