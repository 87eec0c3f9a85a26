internal import ByteText

/// A parsed JSON value, members in their order: for what is no message, such as error bodies, tokens and HAR entries.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// The digits as they are written.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])

    package struct Member: Hashable, Sendable {
        package let name: String
        package let value: JSONValue

        package init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The last member with this name.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    package var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// A number, or a string that holds one, as a whole number; fractions are cut off.
    package var integer: Int64? {
        switch self {
        case .number(let text), .string(let text):
            if let value = Int64(text) { return value }
            guard let value = Double(text), abs(value) < 9e18 else { return nil }
            return Int64(value)
        default: return nil
        }
    }

    package var elements: [JSONValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    package var members: [Member] {
        guard case .object(let members) = self else { return [] }
        return members
    }

    // MARK: Text

    /// Reads a JSON text with a tolerant scanner. What stands before the first error is kept: open arrays, objects and
    /// strings end there. Linear.
    ///
    /// - Returns: The value, `nil` if not even its beginning is one; and what is wrong, `nil` for a whole text.
    package static func read(_ text: some Sequence<UInt8>) -> (value: JSONValue?, problem: JSONSyntaxError?) {
        let text = Array(text)[...]
        var reader = JSONValueReader(text.span)
        let value = reader.value(levels: JSONValueReader.levelLimit)
        if reader.problem == nil { reader.attempt { scanner throws(JSONSyntaxError) in try scanner.end() } }
        return (value, reader.problem)
    }

    package func text(_ layout: JSONPrinter.Layout = .compact) -> String {
        var printer = JSONPrinter(layout)
        write(to: &printer)
        return printer.text
    }

    package func write(to printer: inout JSONPrinter) {
        switch self {
        case .null: printer.null()
        case .bool(let flag): printer.bool(flag)
        case .number(let digits): printer.raw(digits)
        case .string(let text): printer.string(text)
        case .array(let elements):
            printer.array { printer in for element in elements { element.write(to: &printer) } }
        case .object(let members):
            printer.object { printer in
                for member in members {
                    printer.key(member.name)
                    member.value.write(to: &printer)
                }
            }
        }
    }
}

/// Reads values up to the first error.
private struct JSONValueReader: ~Escapable {
    private var scanner: JSONScanner
    private(set) var problem: JSONSyntaxError?

    /// Levels of arrays and objects: far more than error bodies and tokens have.
    static let levelLimit = 64

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) { scanner = JSONScanner(bytes, isTolerant: true) }

    /// Takes a step, and remembers what is wrong.
    @discardableResult
    mutating func attempt<R>(_ step: (inout JSONScanner) throws(JSONSyntaxError) -> R) -> R? {
        do throws(JSONSyntaxError) {
            let result = try step(&scanner)
            problem = scanner.damage
            return result
        } catch {
            problem = scanner.damage ?? error
            return nil
        }
    }

    mutating func value(levels: Int) -> JSONValue? {
        guard let kind = attempt({ scanner throws(JSONSyntaxError) in try scanner.kind() }) else { return nil }
        switch kind {
        case .object, .array:
            guard levels > 0 else {
                problem = JSONSyntaxError(.tooDeep, at: scanner.offset, "Values are nested too deeply here.")
                return nil
            }
            scanner.open()
            return kind == .object ? object(levels: levels - 1) : array(levels: levels - 1)
        case .string: return string { scanner throws(JSONSyntaxError) in try scanner.string() }.map { .string($0) }
        case .number:
            return attempt { scanner throws(JSONSyntaxError) in try scanner.number() }.map {
                .number(scanner.bytes.string($0))
            }
        case .boolean: return attempt { scanner throws(JSONSyntaxError) in .bool(try scanner.boolean()) }
        case .null:
            return attempt { scanner throws(JSONSyntaxError) in
                try scanner.null()
                return .null
            }
        }
    }

    private mutating func string(_ read: (inout JSONScanner) throws(JSONSyntaxError) -> JSONString?) -> String? {
        guard let text = attempt(read) ?? nil else { return nil }
        return scanner.string(of: text)
    }

    private mutating func object(levels: Int) -> JSONValue {
        var members: [JSONValue.Member] = []
        while problem == nil, let name = string({ scanner throws(JSONSyntaxError) in try scanner.member() }),
            problem == nil, let value = value(levels: levels)
        {
            members.append(JSONValue.Member(name: name, value: value))
        }
        return .object(members)
    }

    private mutating func array(levels: Int) -> JSONValue {
        var elements: [JSONValue] = []
        while problem == nil, attempt({ scanner throws(JSONSyntaxError) in try scanner.element() }) == true,
            let value = value(levels: levels)
        {
            elements.append(value)
        }
        return .array(elements)
    }
}
