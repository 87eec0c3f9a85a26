/// A destination of text, which is written piece by piece: a file, a terminal, memory.
public protocol TextSink: AnyObject {
    func write(_ text: String)
    /// Writes a piece of text in UTF-8. It may end within a character.
    func write(utf8 text: [UInt8])
}

/// Collects text in memory.
public final class TextCollector: TextSink {
    private var bytes: [UInt8] = []

    public init() {}

    public var text: String { String(decoding: bytes, as: UTF8.self) }

    public func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

    public func write(utf8 text: [UInt8]) { bytes.append(contentsOf: text) }
}
