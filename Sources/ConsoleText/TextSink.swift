/// A destination of text, which is written piece by piece: a file, a terminal, memory.
public protocol TextSink: AnyObject {
    /// Takes the next piece of text.
    func write(_ text: SafeText)
    /// Writes a piece of text in UTF-8 that was made safe to show, as JSON is. It may end within a character.
    func write(utf8 text: [UInt8])
}

extension TextSink {
    public func write(_ text: SafeText) { write(utf8: Array(text.description.utf8)) }
}

/// Collects text in memory.
public final class TextCollector: TextSink {
    private var bytes: [UInt8] = []

    /// A sink that has taken nothing yet.
    public init() {}

    /// All text that was written, in order.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    public func write(utf8 text: [UInt8]) { bytes.append(contentsOf: text) }
}
