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
    /// - Parameters:
    ///   - enumName: The range of an enum value's name in `text`; `nil` for a value that the schema does not name.
    mutating func scalar(_ value: ScalarValue, enumName: Range<Int>?, in text: [UInt8]) {
        guard case .enumeration(let number) = value else { return self.number(value) }
        enumeration(number, name: enumName, in: text)
    }

    /// Writes an enum value: its name and number.
    ///
    /// - Parameter name: The range of the name in `text`; `nil` for a value that the schema does not name.
    private mutating func enumeration(_ number: Int32, name: Range<Int>?, in text: [UInt8]) {
        if let name {
            utf8(text, name)
            ascii(" (")
            decimal(Int64(number))
            ascii(")")
        } else {
            decimal(Int64(number))
            ascii(" (no known name)")
        }
    }
}

extension ValueText {
    /// The text of a number, `bool` or enum value.
    static func scalar(_ value: ScalarValue, _ field: FieldDescriptor?) -> SafeText {
        LineBuffer.text { line in
            var name: [UInt8]?
            if case .enumeration(let number) = value {
                name = field?.enumeration?.value(number: number).map { Array($0.name.utf8) }
            }
            line.scalar(value, enumName: name?.indices, in: name ?? [])
        }
    }
}

extension MessageDescriptor {
    /// The name without its package: `Vehicle.VehicleType`.
    var shortName: String { shorten(fullName, file.package) }
}

extension FieldDescriptor {
    /// The type without its package.
    var shortTypeName: String {
        if let (key, value) = mapEntry { return "map<\(key.shortTypeName), \(value.shortTypeName)>" }
        if let message { return message.shortName }
        if let enumeration { return shorten(enumeration.fullName, enumeration.file.package) }
        return kind.keyword
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
