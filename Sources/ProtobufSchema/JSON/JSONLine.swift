import ByteText

/// A JSON document on one line, written member by member: what the tools of this package print for scripts.
package struct JSONLine {
    private var output: JSONOutput
    private let sink: (([UInt8]) -> Void)?
    /// What was written last needs a comma before the next element.
    private var needsComma = false

    /// - Parameter sink: Takes the text in pieces; without it the text is kept.
    package init(to sink: (([UInt8]) -> Void)? = nil) {
        output = JSONOutput(isPretty: false, sink: sink)
        self.sink = sink
    }

    /// Hands over everything; what was not handed over ends here.
    package mutating func flush() { output.flush() }

    package var bytes: [UInt8] { output.bytes }
    package var text: String { String(decoding: output.bytes, as: UTF8.self) }

    package mutating func object(_ body: (inout JSONLine) -> Void) { nest("{", "}", body) }

    package mutating func array(_ body: (inout JSONLine) -> Void) { nest("[", "]", body) }

    private mutating func nest(
        _ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONLine) -> Void
    ) {
        separate()
        output.bytes.append(UInt8(ascii: open))
        needsComma = false
        body(&self)
        output.bytes.append(UInt8(ascii: close))
        needsComma = true
    }

    package mutating func key(_ name: String) { name.withUTF8Span { key($0, 0..<$0.count) } }

    /// - Parameter range: Of `source`, UTF-8.
    package mutating func key(_ source: Span<UInt8>, _ range: Range<Int>) {
        string(source, range)
        output.bytes.append(UInt8(ascii: ":"))
        output.bytes.append(UInt8(ascii: " "))
        needsComma = false
    }

    package mutating func string(_ value: String) { value.withUTF8Span { string($0, 0..<$0.count) } }

    /// - Parameter range: Of `source`, UTF-8; what is none is shown as U+FFFD.
    package mutating func string(_ source: Span<UInt8>, _ range: Range<Int>) {
        separate()
        if WireScan.isUTF8(source, range) { output.string(source, range) } else { output.string(source.string(range)) }
        needsComma = true
    }

    package mutating func number(_ value: Int) {
        separate()
        output.integer(Int64(value))
        needsComma = true
    }

    package mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }
    package mutating func null() { raw("null") }

    /// The shortest digits that read back as the same value; a string for NaN and infinities.
    package mutating func number(_ value: Double) {
        separate()
        output.number(value)
        needsComma = true
    }

    /// A value that is JSON already.
    package mutating func raw(_ value: String) {
        separate()
        output.raw(value)
        needsComma = true
    }

    /// A value that is JSON already, in UTF-8.
    package mutating func raw(_ value: [UInt8]) {
        separate()
        output.raw(value)
        needsComma = true
    }

    /// A value that is JSON already, written in pieces.
    package mutating func raw(pieces write: (@escaping ([UInt8]) -> Void) -> Void) {
        separate()
        output.flush()
        if let sink {
            write(sink)
        } else {
            let text = Text()
            write { text.bytes += $0 }
            output.raw(text.bytes)
        }
        needsComma = true
    }

    private final class Text {
        var bytes: [UInt8] = []
    }

    package mutating func optional(_ value: String?) {
        if let value { string(value) } else { null() }
    }

    package mutating func optional(_ value: Int?) {
        if let value { number(value) } else { null() }
    }

    package mutating func optional(_ value: Double?) {
        if let value { number(value) } else { null() }
    }

    /// A string as JSON writes it, quotes included.
    package static func quoted(_ text: String) -> [UInt8] { JSONOutput.literal(text) }

    private mutating func separate() {
        guard needsComma else { return }
        output.bytes.append(UInt8(ascii: ","))
        output.bytes.append(UInt8(ascii: " "))
        needsComma = false
    }
}

/// Members of an object: name and value.
extension JSONLine {
    package mutating func object(_ name: String, _ body: (inout JSONLine) -> Void) {
        key(name)
        object(body)
    }

    package mutating func array(_ name: String, _ body: (inout JSONLine) -> Void) {
        key(name)
        array(body)
    }

    package mutating func string(_ name: String, _ value: String) {
        key(name)
        string(value)
    }

    package mutating func number(_ name: String, _ value: Int) {
        key(name)
        number(value)
    }

    package mutating func number(_ name: String, _ value: Double) {
        key(name)
        number(value)
    }

    package mutating func bool(_ name: String, _ value: Bool) {
        key(name)
        bool(value)
    }

    /// - Parameter value: JSON already, in UTF-8.
    package mutating func raw(_ name: String, _ value: [UInt8]) {
        key(name)
        raw(value)
    }

    package mutating func optional(_ name: String, _ value: String?) {
        key(name)
        optional(value)
    }

    package mutating func optional(_ name: String, _ value: Int?) {
        key(name)
        optional(value)
    }

    package mutating func optional(_ name: String, _ value: Double?) {
        key(name)
        optional(value)
    }
}
