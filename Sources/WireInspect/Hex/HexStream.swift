internal import ConsoleText
internal import GRPCWire
internal import ProtobufSchema

/// Prints the messages of an input and the bytes between them with their meaning: prefixes of frames, compressed payloads,
/// trailers.
struct HexStream {
    private let peeled: PeeledInput
    private var rows: HexRows
    /// The next byte of the stream of frames to be written.
    private var cursor = 0

    init(_ peeled: PeeledInput, options: TreeOptions, to output: any TextSink) {
        self.peeled = peeled
        let hasFrames = peeled.messages.contains { $0.frame != nil }
        rows = HexRows(options: options, hasTwoColumns: hasFrames, output: output)
    }

    var hasTwoColumns: Bool { rows.hasTwoColumns }

    /// Prints a message after the prefix of its frame.
    mutating func print(_ position: Int, as type: MessageDescriptor?) -> DamageList {
        let message = peeled.messages[position]
        var start: Int? = 0
        if let frame = message.frame {
            // Frames within text or compressed data are behind other layers.
            if position == 0 { rows.heading(peeled.layers.count == 1 ? "file" : "stream") }
            between(upTo: frame.offset)
            prefix(frame)
            start = frame.encoding == nil ? cursor : nil
            cursor = min(cursor + frame.length, peeled.stream.count)
        }
        rows.flush()
        var formatter = HexFormatter(message.content, at: message.origin, streamOffset: start, rows: rows)
        return formatter.format(as: type)
    }

    /// Prints what follows the last message: trailers, or bytes that are no whole frame.
    mutating func printRest() {
        guard peeled.messages.allSatisfy({ $0.frame != nil }) else { return }
        between(upTo: peeled.stream.count)
        rows.flush()
    }

    /// Prints the prefix of a frame and a compressed payload. The cursor stays at the start of the payload.
    private mutating func prefix(_ frame: InputMessage.Frame) {
        let flag = cursor < peeled.stream.count ? peeled.stream[cursor] : 0
        if flag == 1, frame.encoding == nil, frame.length > 0 {
            write(1, meaning: "✗ frame: marked as compressed, but is not", .error)
        } else {
            write(1, meaning: "frame: \(frame.encoding.map { "compressed, \($0)" } ?? "not compressed")", .name)
        }
        write(4, meaning: "frame: length \(frame.length)", .name)
        guard let encoding = frame.encoding else { return }
        let start = cursor
        content(frame.length, meaning: "\(encoding) data; the message in it follows", .quiet)
        cursor = start
    }

    /// Prints the bytes between messages, and after the last one.
    private mutating func between(upTo end: Int) {
        while cursor < end {
            let bytes = peeled.stream[cursor...]
            guard !peeled.trailers.isEmpty, let prefix = LengthPrefix(bytes.span), prefix.isTrailers else {
                return content(end - cursor, meaning: "✗ no whole frame", .error)
            }
            write(1, meaning: "frame: grpc-web trailers", .name)
            write(4, meaning: "frame: length \(prefix.length)", .name)
            let meaning: SafeText =
                prefix.isCompressed ? "trailers, compressed; their text follows" : "trailers, as text"
            content(min(Int(clamping: prefix.length), end - cursor), meaning: meaning, .text)
        }
    }

    /// Prints bytes, or only their number where a redacted message would be told by them.
    private mutating func content(_ count: Int, meaning: SafeText, _ role: Palette.Role?) {
        guard peeled.isRedacted, count > 0 else { return write(count, meaning: meaning, role) }
        rows.write([], role: role) { $0.text("\(byteCount(count)) left out: \(meaning)") }
        cursor = min(cursor + count, peeled.stream.count)
    }

    /// Prints the next `count` bytes of the stream, or as many as the stream has.
    private mutating func write(_ count: Int, meaning: SafeText, _ role: Palette.Role?) {
        let end = min(cursor + count, peeled.stream.count)
        guard cursor < end else { return }
        rows.write(peeled.stream[cursor..<end], stream: cursor, role: role) { $0.text(meaning) }
        cursor = end
    }
}
