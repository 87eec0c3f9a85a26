internal import ConsoleText
internal import GRPCWire
internal import ProtobufSchema

/// Prints the messages of an input and what is between them, each byte with its meaning: prefixes of frames, compressed
/// payloads, trailers.
struct HexStream {
    private let peeled: PeeledInput
    private var rows: HexRows
    /// Whether offsets in the file or stream stand beside those in the message.
    let hasTwoColumns: Bool
    /// The next byte of the stream of frames to be written.
    private var cursor = 0

    init(_ peeled: PeeledInput, options: TreeOptions, to output: any TextSink) {
        self.peeled = peeled
        hasTwoColumns = peeled.messages.contains { $0.frame != nil }
        rows = HexRows(options: options, hasTwoColumns: hasTwoColumns, output: output)
    }

    /// Whether the frames stand in the file itself, not inside text or compressed data.
    private var isFile: Bool { peeled.layers.count == 1 }

    /// The frame of a message and the message.
    ///
    /// - Returns: Everything that could not be read.
    mutating func print(_ position: Int, as type: MessageDescriptor?) -> TreeDamage.List {
        let message = peeled.messages[position]
        var start: Int? = 0
        if let frame = message.frame {
            if position == 0 { rows.heading(isFile ? "file" : "stream") }
            between(upTo: frame.offset)
            prefix(frame)
            start = frame.encoding == nil ? cursor : nil
            cursor = min(cursor + frame.length, peeled.stream.count)
        }
        rows.flush()
        var scribe = HexScribe(message.content, at: message.origin, streamOffset: start, rows: rows)
        return scribe.scribe(type)
    }

    /// What follows the last message: trailers, or bytes that are no whole frame.
    mutating func printRest() {
        guard peeled.messages.allSatisfy({ $0.frame != nil }) else { return }
        between(upTo: peeled.stream.count)
        rows.flush()
    }

    /// The prefix of a frame and, if it is compressed, its payload; the cursor is at the payload then.
    private mutating func prefix(_ frame: InputMessage.Frame) {
        let flag = cursor < peeled.stream.count ? peeled.stream[cursor] : 0
        if flag == 1, frame.encoding == nil, frame.length > 0 {
            write(1, "✗ frame: marked as compressed, but is not", .error)
        } else if flag <= 1 {
            write(1, "frame: \(frame.encoding.map { "compressed, \($0)" } ?? "not compressed")", .name)
        } else {
            write(1, "✗ frame: the flag byte is neither 0 nor 1", .error)
        }
        write(4, "frame: length \(frame.length)", .name)
        guard let encoding = frame.encoding else { return }
        let start = cursor
        content(frame.length, "\(encoding) data; the message in it follows", .quiet)
        cursor = start
    }

    /// Bytes between messages and behind them.
    private mutating func between(upTo end: Int) {
        while cursor < end {
            let bytes = peeled.stream[cursor...]
            guard !peeled.trailers.isEmpty, let prefix = LengthPrefix(bytes.span), prefix.isTrailers else {
                return content(end - cursor, "✗ no whole frame", .error)
            }
            write(1, "frame: grpc-web trailers", .name)
            write(4, "frame: length \(prefix.length)", .name)
            let meaning = prefix.isCompressed ? "trailers, compressed; their text follows" : "trailers, as text"
            content(min(Int(clamping: prefix.length), end - cursor), meaning, .text)
        }
    }

    /// Bytes that may tell of what was replaced by stand-ins, and are left out then.
    private mutating func content(_ count: Int, _ meaning: String, _ role: Palette.Role?) {
        guard peeled.isRedacted, count > 0 else { return write(count, meaning, role) }
        rows.write([], at: HexRows.Place(), role) { $0.text("\(byteCount(count)) left out: \(meaning)") }
        cursor = min(cursor + count, peeled.stream.count)
    }

    /// As many of the next bytes of the stream as there are.
    private mutating func write(_ count: Int, _ meaning: String, _ role: Palette.Role?) {
        let end = min(cursor + count, peeled.stream.count)
        guard cursor < end else { return }
        rows.write(peeled.stream[cursor..<end], at: HexRows.Place(stream: cursor, message: nil), role) {
            $0.text(meaning)
        }
        cursor = end
    }
}
