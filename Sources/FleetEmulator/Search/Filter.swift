internal import ByteText
internal import FleetErrors
internal import FleetMessages

/// The value of a field that a filter compares.
enum FilterValue {
    case text(String)
    case number(Double)
    /// A time, which filters write after RFC 3339, with any offset to UTC.
    case time(Timestamp)
}

/// A filter after AIP-160, as far as Fleet Engine takes it: comparisons with AND, OR, NOT and brackets.
///
/// `state = OPEN AND (attributes.depot = "north" OR NOT delivery_vehicle_id = *)`. OR binds more closely than AND, which may
/// be left out, and `-` stands for NOT, as AIP-160 says. In quotes, a backslash may stand before quotes and backslashes.
///
/// Source: https://google.aip.dev/160
struct Filter {
    enum Operator: String {
        case equal = "=", unequal = "!=", less = "<", lessOrEqual = "<=", greater = ">", greaterOrEqual = ">="
    }

    /// Whether a resource matches, by the value of the field at a path; `nil` where it is not set.
    private typealias Condition = ((String) -> FilterValue?) -> Bool

    private let condition: Condition

    /// Whether a resource with attributes matches; `field` has the value of any other field, by its path.
    func matches(_ attributes: some Sequence<AttributeParts>, field: (String) -> FilterValue? = { _ in nil }) -> Bool {
        condition { path in
            guard let key = Self.attribute(path) else { return field(path) }
            return attributes.first { $0.key == key }.map { .text($0.text) }
        }
    }

    /// The key of the attribute that a path names: `attributes.depot`.
    private static func attribute(_ path: String) -> String? {
        path.hasPrefix("attributes.") ? String(path.dropFirst(11)) : nil
    }

    /// Fields of numbers and times are compared as such, all others as text: attributes, whatever their type. `*` stands for
    /// every value that is set.
    private static func compare(_ value: FilterValue?, _ comparison: Operator, _ text: String) -> Bool {
        guard let value else { return comparison == .unequal }
        if text == "*" { return comparison == .equal }
        func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
            switch comparison {
            case .equal: left == right
            case .unequal: left != right
            case .less: left < right
            case .lessOrEqual: left <= right
            case .greater: left > right
            case .greaterOrEqual: left >= right
            }
        }
        switch value {
        case .text(let value): return holds(value, text)
        case .number(let value): return Double(text).map { holds(value, $0) } ?? holds(value.plain, text)
        case .time(let value):
            return Timestamp(rfc3339: text).map { holds(value, $0) } ?? holds(UTCTime.text(value.seconds), text)
        }
    }

    // MARK: Reading

    /// - Parameter text: Why the filter cannot be read, a sentence's end.
    private static func failure(_ text: String) -> CallStatus {
        Rule.filters.invalid("Invalid filter", [("filter", text)])
    }

    private static let comparisonLimit = 50
    /// The most brackets around a comparison.
    private static let depthLimit = 20

    /// The filter of a request.
    ///
    /// - Parameter isKnown: Whether resources have a field at a path that is no attribute.
    init(_ text: String, isKnown: (String) -> Bool = { _ in false }) throws(CallStatus) {
        var parser = Parser(words: try Self.words(text).reversed())
        condition = parser.words.isEmpty ? { _ in true } : try parser.expression(depth: 0, isKnown)
        guard parser.words.isEmpty else {
            throw Self.failure("“\(parser.words.last?.shown ?? "")” is not expected")
        }
    }

    struct Word {
        let text: String
        let isQuoted: Bool

        /// The word as messages repeat it.
        var shown: String { FleetEmulator.shortened(text) }
    }

    private static func words(_ text: String) throws(CallStatus) -> [Word] {
        var words: [Word] = []
        var bytes = Array(text.utf8)[...]
        func take(_ length: Int) {
            words.append(Word(text: String(decoding: bytes.prefix(length), as: UTF8.self), isQuoted: false))
            bytes = bytes.dropFirst(length)
        }
        while let byte = bytes.first {
            switch byte {
            case 0...0x20: bytes = bytes.dropFirst()
            case UInt8(ascii: "("), UInt8(ascii: ")"): take(1)
            case UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: ">"):
                take(bytes.dropFirst().first == UInt8(ascii: "=") ? 2 : 1)
            case UInt8(ascii: "="): take(1)
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard let end = bytes.closingQuote(of: bytes.startIndex) else { throw failure("a quote is not closed") }
                var text: [UInt8] = []
                var isEscaped = false
                for byte in bytes[..<end].dropFirst() {
                    if isEscaped, "\"'\\".utf8.contains(byte) { text.removeLast() }
                    isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                    text.append(byte)
                }
                words.append(Word(text: String(decoding: text, as: UTF8.self), isQuoted: true))
                bytes = bytes[(end + 1)...]
            default: take(bytes.prefix { $0 > 0x20 && !"()=<>!\"'".utf8.contains($0) }.count)
            }
        }
        return words
    }

    private struct Parser {
        /// The words that are not read yet, the next one last.
        var words: [Word]
        var comparisons = 0

        mutating func skip(_ keyword: String) -> Bool {
            guard let word = words.last, !word.isQuoted, word.text == keyword else { return false }
            words.removeLast()
            return true
        }

        /// Skips a minus, which may stand before the name of a field in the same word.
        private mutating func skipMinus() -> Bool {
            guard let word = words.last, !word.isQuoted, word.text.hasPrefix("-") else { return false }
            words.removeLast()
            if word.text != "-" { words.append(Word(text: String(word.text.dropFirst()), isQuoted: false)) }
            return true
        }

        mutating func expression(depth: Int, _ isKnown: (String) -> Bool) throws(CallStatus) -> Condition {
            // Every list has to have a condition that matches: `(a OR b) AND (c OR d)` has two lists.
            var parts: [[Condition]] = []
            repeat {
                var alternatives = [try term(depth: depth, isKnown)]
                while skip("OR") { alternatives.append(try term(depth: depth, isKnown)) }
                parts.append(alternatives)
            } while skip("AND") || !(words.isEmpty || words.last?.text == ")")
            return { value in parts.allSatisfy { $0.contains { $0(value) } } }
        }

        private mutating func term(depth: Int, _ isKnown: (String) -> Bool) throws(CallStatus) -> Condition {
            guard depth < Filter.depthLimit else { throw Filter.failure("brackets are nested too deeply") }
            if skip("NOT") || skipMinus() {
                let part = try term(depth: depth + 1, isKnown)
                return { !part($0) }
            }
            if skip("(") {
                let inner = try expression(depth: depth + 1, isKnown)
                guard skip(")") else { throw Filter.failure("a bracket is not closed") }
                return inner
            }
            return try comparison(isKnown)
        }

        private mutating func comparison(_ isKnown: (String) -> Bool) throws(CallStatus) -> Condition {
            guard let path = words.popLast() else { throw Filter.failure("a comparison is missing at the end") }
            guard !path.isQuoted, Filter.attribute(path.text) != nil || isKnown(path.text) else {
                throw Filter.failure("“\(path.shown)” is not a field that can be filtered")
            }
            guard let word = words.popLast(), !word.isQuoted, let comparison = Operator(rawValue: word.text) else {
                throw Filter.failure("behind “\(path.shown)” one of = != < <= > >= is missing")
            }
            guard let value = words.popLast(), value.isQuoted || !["(", ")", "AND", "OR"].contains(value.text) else {
                throw Filter.failure("behind “\(path.shown) \(word.text)” a value is missing")
            }
            comparisons += 1
            guard comparisons <= Filter.comparisonLimit else {
                throw Filter.failure("a filter has at most \(Filter.comparisonLimit) comparisons")
            }
            return { Filter.compare($0(path.text), comparison, value.text) }
        }
    }
}
