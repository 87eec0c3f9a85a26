/// A JSON document on one line, written member by member.
struct JSONLine {
    private(set) var text = ""
    /// What was written last needs a comma before the next element.
    private var needsComma = false

    mutating func object(_ body: (inout JSONLine) -> Void) { nest("{", "}", body) }

    mutating func array(_ body: (inout JSONLine) -> Void) { nest("[", "]", body) }

    private mutating func nest(_ open: String, _ close: String, _ body: (inout JSONLine) -> Void) {
        separate()
        text += open
        needsComma = false
        body(&self)
        text += close
        needsComma = true
    }

    mutating func key(_ name: String) {
        separate()
        quote(name)
        text += ": "
        needsComma = false
    }

    mutating func string(_ value: String) {
        separate()
        quote(value)
        needsComma = true
    }

    mutating func number(_ value: Int) { raw(String(value)) }
    mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }
    mutating func null() { raw("null") }

    /// A value that is JSON already.
    mutating func raw(_ value: String) {
        separate()
        text += value
        needsComma = true
    }

    mutating func optional(_ value: String?) {
        if let value { string(value) } else { null() }
    }

    private mutating func separate() {
        if needsComma { text += ", " }
        needsComma = false
    }

    private mutating func quote(_ value: String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            // Controls, and Unicode's line ends, at which many split lines.
            case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
