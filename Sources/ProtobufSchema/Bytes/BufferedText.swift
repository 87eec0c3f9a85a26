import ProtobufWire

/// Text in the making, as UTF-8, that is handed over in pieces.
protocol BufferedText {
    /// What was not handed over yet.
    var bytes: [UInt8] { get set }
    /// Takes the text; without it the text is kept.
    var sink: (([UInt8]) -> Void)? { get }
    /// Whether nothing is handed over, so that it can be taken back.
    var isHeld: Bool { get }
}

extension BufferedText {
    /// Pieces of about this size are handed over.
    static var pieceSize: Int { 1 << 20 }

    var isHeld: Bool { false }

    /// Hands over everything.
    mutating func flush() {
        guard let sink, !bytes.isEmpty else { return }
        sink(bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    @inline(__always)
    mutating func flushIfFull() {
        if bytes.count >= Self.pieceSize, !isHeld { flush() }
    }

    /// Appends bytes of `source` from `index` on, up to the first that does not stand for itself.
    ///
    /// - Parameter arePlain: Whether eight bytes all stand for themselves; it may say no where they do.
    /// - Returns: Whether there is such a byte, at `index` now.
    @inline(__always)
    mutating func append(
        _ source: Span<UInt8>, from index: inout Int, upTo limit: Int, while isPlain: (UInt8) -> Bool,
        _ arePlain: (UInt64) -> Bool
    ) -> Bool {
        while index < limit {
            let start = index
            let end = min(limit, start + Self.pieceSize)
            while end - index >= 8, arePlain(source.word(at: index)) { index += 8 }
            while index < end, isPlain(source[index]) { index += 1 }
            bytes.append(source, start..<index)
            flushIfFull()
            if index < end { return true }
        }
        return false
    }
}
