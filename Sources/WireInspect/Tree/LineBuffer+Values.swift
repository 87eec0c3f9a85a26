internal import ConsoleText
internal import ProtobufSchema

extension LineBuffer {
    /// Writes a number or `bool`; for an enum value its number.
    mutating func number(_ value: ScalarValue) {
        switch value {
        case .signed(let number): decimal(number)
        case .unsigned(let number): decimal(number)
        case .bool(let flag): if flag { ascii("true") } else { ascii("false") }
        case .float(let number): floating(number)
        case .double(let number): floating(number)
        case .enumeration(let number): decimal(Int64(number))
        }
    }

    /// Writes a number, `bool` or enum value.
    ///
    /// - Parameter enumText: The range in `text` of an enum value's name and number, see ``FieldLabels/enumText(of:_:)``;
    ///   `nil` for a value that the schema does not name.
    mutating func scalar(_ value: ScalarValue, enumText: Range<Int>?, in text: [UInt8]) {
        if let enumText { return utf8(text, enumText) }
        number(value)
        if case .enumeration = value { ascii(" (no known name)") }
    }

    /// Writes the value of a `bytes` field: in quotes where it is text, else as hexadecimal digits.
    mutating func textOrHex(_ value: ArraySlice<UInt8>, limit: Int) {
        if !value.isEmpty, value.isPrintable { quoted(value, limit: limit) } else { hex(value, limit: limit) }
    }

    /// Writes the name of a declared field, and behind it an index in brackets if there is one.
    mutating func name(_ label: FieldLabels.Label, at index: Int?, in text: [UInt8]) {
        utf8(text, label.name)
        guard let index else { return }
        ascii("[")
        decimal(UInt64(index))
        ascii("]")
    }
}

extension ValueText {
    /// The text of a number, `bool` or enum value.
    static func scalar(_ value: ScalarValue, _ field: FieldDescriptor?) -> SafeText {
        if case .enumeration(let number) = value, let name = field?.enumeration?.value(number: number)?.name {
            return "\(name) (\(number))"
        }
        return LineBuffer.text { $0.scalar(value, enumText: nil, in: []) }
    }
}

extension FieldKind {
    /// The colour of values of this kind; `nil` for those without one.
    var role: Palette.Role? {
        switch self {
        case .string: .text
        case .bool, .enumeration: .symbol
        default: nil
        }
    }
}

extension MessageDescriptor {
    /// The name without its package: `Vehicle.VehicleType`.
    var shortName: String { shorten(fullName, package) }
}

extension FieldDescriptor {
    /// The type without its package.
    var shortTypeName: String {
        if let (key, value) = mapEntry { return "map<\(key.shortTypeName), \(value.shortTypeName)>" }
        return message?.shortName ?? enumeration.map { shorten($0.fullName, $0.package) } ?? kind.keyword
    }

    /// The type without its package and without the messages that it is declared in.
    var lastTypeName: String {
        if let (key, value) = mapEntry { return "map<\(key.lastTypeName), \(value.lastTypeName)>" }
        return message?.name ?? enumeration?.name ?? kind.keyword
    }
}

private func shorten(_ name: String, _ package: String) -> String {
    package.isEmpty || !name.hasPrefix(package + ".") ? name : String(name.dropFirst(package.utf8.count + 1))
}
