/// Where text goes, piece by piece: a file, a terminal, memory.
public protocol TextSink: AnyObject {
    func write(_ text: String)
    /// The same for text in UTF-8, of which a piece may end within a character.
    func write(utf8 text: [UInt8])
}

/// Keeps text in memory.
public final class TextCollector: TextSink {
    private var bytes: [UInt8] = []

    public init() {}

    public var text: String { String(decoding: bytes, as: UTF8.self) }

    public func write(_ text: String) { bytes.append(contentsOf: text.utf8) }

    public func write(utf8 text: [UInt8]) { bytes.append(contentsOf: text) }
}
