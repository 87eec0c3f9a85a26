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
        members.last { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    package var string: String? {
        if case .string(let text) = self { text } else { nil }
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
        if case .array(let elements) = self { elements } else { [] }
    }

    package var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    /// All strings within the value, in order, without the names of members.
    package var strings: [String] {
        if case .string(let text) = self { [text] } else { (members.map(\.value) + elements).flatMap(\.strings) }
    }

    /// The value with other strings in place of those within it. Names of members stay.
    package func mapStrings(_ transform: (String) -> String) -> JSONValue {
        switch self {
        case .string(let text): .string(transform(text))
        case .array(let elements): .array(elements.map { $0.mapStrings(transform) })
        case .object(let members):
            .object(members.map { Member(name: $0.name, value: $0.value.mapStrings(transform)) })
        case .null, .bool, .number: self
        }
    }

    // MARK: Text

    /// Reads a JSON text with a tolerant scanner. What stands before the first error is kept: open arrays, objects and
    /// strings end there. Linear.
    ///
    /// - Returns: The value, `nil` if not even its beginning is one; and what is wrong, `nil` for a whole text.
    package static func read(_ text: some Sequence<UInt8>) -> (value: JSONValue?, problem: JSONSyntaxError?) {
        let text = Array(text)[...]
        var scanner = JSONScanner(text.span, isTolerant: true)
        var value: JSONValue?
        do throws(JSONSyntaxError) {
            try scanner.read(&value, levels: levelLimit)
            if scanner.damage == nil { try scanner.end() }
            return (value, scanner.damage)
        } catch {
            return (value, scanner.damage ?? error)
        }
    }

    /// Levels of arrays and objects that are read: far more than error bodies and tokens have.
    private static let levelLimit = 64

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

extension JSONScanner {
    /// Reads a value. Behind an error, `value` has what stands before it.
    ///
    /// - Parameter levels: How many more arrays and objects may be open at once.
    fileprivate mutating func read(_ value: inout JSONValue?, levels: Int) throws(JSONSyntaxError) {
        let kind = try kind()
        if kind == .object || kind == .array {
            guard levels > 0 else {
                throw JSONSyntaxError(.tooDeep, at: offset, "Values are nested too deeply here.")
            }
            open()
        }
        switch kind {
        case .object:
            var members: [JSONValue.Member] = []
            defer { value = .object(members) }
            while let name = try member() {
                var content: JSONValue?
                defer { if let content { members.append(JSONValue.Member(name: string(of: name), value: content)) } }
                try read(&content, levels: levels - 1)
            }
        case .array:
            var elements: [JSONValue] = []
            defer { value = .array(elements) }
            while try element() {
                var content: JSONValue?
                defer { if let content { elements.append(content) } }
                try read(&content, levels: levels - 1)
            }
        case .string:
            let text = try string()
            value = .string(string(of: text))
        case .number:
            let digits = try number()
            value = .number(bytes.string(digits))
        case .boolean: value = .bool(try boolean())
        case .null:
            try null()
            value = .null
        }
    }
}
