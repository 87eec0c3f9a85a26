internal import ByteText

/// A destination of text, which is written piece by piece: a file, a terminal, memory.
public protocol TextSink: AnyObject {
    /// Takes the next piece of text.
    func write(_ text: SafeText)
    /// Writes a piece of text in UTF-8 that was made safe to show. It may end within a character.
    func write(utf8 text: [UInt8])
}

extension TextSink {
    public func write(_ text: SafeText) { write(utf8: Array(text.description.utf8)) }

    /// Writes JSON text, with escapes for characters that cannot be seen.
    package func write(json: [UInt8]) {
        var json = json
        VisibleText.escape(json: &json)
        write(utf8: json)
    }
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

/// Passes JSON text on to another sink, with escapes for characters that cannot be seen.
package final class JSONSink: TextSink {
    private let sink: any TextSink
    /// The beginning of a character whose other bytes come with the next piece.
    private var rest: [UInt8] = []

    package init(_ sink: any TextSink) { self.sink = sink }

    package func write(utf8 text: [UInt8]) {
        var json = rest + text
        let isCut = json.suffix(3).lastIndex { $0 >= 0xC0 }.map {
            json.span.lengthOfCharacter(at: $0, before: json.count) == 0 ? $0 : json.count
        }
        let end = isCut ?? json.count
        rest = Array(json[end...])
        json.removeLast(rest.count)
        VisibleText.escape(json: &json)
        sink.write(utf8: json)
    }
}
