/// Where text goes, piece by piece: a file, a terminal, memory.
public protocol TextSink: AnyObject {
    func write(_ text: String)
}

/// Keeps text in memory.
public final class TextCollector: TextSink {
    public private(set) var text = ""

    public init() {}

    public func write(_ text: String) { self.text += text }
}
