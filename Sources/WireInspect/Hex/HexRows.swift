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
    let output: any TextSink

    /// Bytes in a line.
    private static let width = 8

    /// The lines of some bytes, the meaning beside the first of them.
    func write(
        _ bytes: ArraySlice<UInt8>, at place: Place, _ meaning: String, _ role: Palette.Role? = nil, depth: Int = 0
    ) {
        var start = bytes.startIndex
        var isFirst = true
        repeat {
            let end = min(start + Self.width, bytes.endIndex)
            line(bytes[start..<end], place, start - bytes.startIndex, isFirst ? meaning : "", role, depth)
            isFirst = false
            start = end
        } while start < bytes.endIndex
    }

    private func line(
        _ bytes: ArraySlice<UInt8>, _ place: Place, _ shift: Int, _ meaning: String, _ role: Palette.Role?,
        _ depth: Int
    ) {
        var hex = ""
        for byte in bytes {
            if !hex.isEmpty { hex += " " }
            if byte < 16 { hex += "0" }
            hex += String(byte, radix: 16)
        }
        var line = ""
        if hasTwoColumns { line += column(bytes.isEmpty ? nil : place.stream.map { $0 + shift }) }
        line += column(bytes.isEmpty ? nil : (place.message ?? (hasTwoColumns ? nil : place.stream)).map { $0 + shift })
        line += hex
        if !meaning.isEmpty {
            line += spaces(3 * Self.width + 1 - hex.utf8.count + 2 * depth)
            line += options.palette.paint(meaning, role)
        }
        output.write(line + "\n")
    }

    /// The names of the offset columns, where there are two.
    func heading(_ stream: String) {
        guard hasTwoColumns else { return }
        let text = stream + spaces(8 - stream.utf8.count) + "message"
        output.write(options.palette.paint(text, .quiet) + "\n")
    }

    private func column(_ offset: Int?) -> String {
        guard let offset else { return spaces(8) }
        let text = String(offset, radix: 16)
        return options.palette.paint(String(repeating: "0", count: max(0, 6 - text.count)) + text, .quiet) + "  "
    }

    private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
