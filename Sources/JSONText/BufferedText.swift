internal import ByteText
private import ProtobufWire

/// A writer of UTF-8 that passes its text on in pieces.
package protocol BufferedText {
    /// The text that has not gone to the sink.
    var bytes: [UInt8] { get set }
    /// Takes the text; without a sink the text is kept.
    var sink: (([UInt8]) -> Void)? { get }
    /// Whether nothing goes to the sink for now, so that the last of the text can be taken back.
    var isHeld: Bool { get }
}

extension BufferedText {
    /// Bytes per piece, about.
    package static var pieceSize: Int { 1 << 20 }

    package var isHeld: Bool { false }

    package mutating func flush() {
        guard let sink, !bytes.isEmpty else { return }
        sink(bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    @inline(__always)
    package mutating func flushIfFull() {
        if bytes.count >= Self.pieceSize, !isHeld { flush() }
    }

    /// Appends bytes of `source` from `index` on, up to the first that does not stand for itself.
    ///
    /// - Parameter arePlain: Whether eight bytes all stand for themselves; it may say no where they do.
    /// - Returns: Whether there is such a byte; it is the one at `index` then.
    @inline(__always)
    package mutating func append(
        _ source: Span<UInt8>, from index: inout Int, upTo limit: Int, while isPlain: (UInt8) -> Bool,
        _ arePlain: (UInt64) -> Bool
    ) -> Bool {
        while index < limit {
            let start = index
            let end = min(limit, start + Self.pieceSize)
            while end - index >= 8, arePlain(source.word(at: index)) { index += 8 }
            // The last bytes together with some before them.
            if index < end, end - index < 8, end - start >= 8, arePlain(source.word(at: end - 8)) { index = end }
            while index < end, isPlain(source[index]) { index += 1 }
            bytes.append(source, start..<index)
            flushIfFull()
            if index < end { return true }
        }
        return false
    }
}
