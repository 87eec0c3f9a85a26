internal import ConsoleText
internal import ProtobufSchema

extension LineBuffer {
    /// Writes a number or `bool`; for an enum value its number.
    mutating func number(_ value: ScalarValue) {
        switch value {
        case .signed(let number): decimal(number)
        case .unsigned(let number): decimal(number)
        case .bool(let flag): text(flag ? "true" : "false")
        case .float(let number): floating(number)
        case .double(let number): floating(number)
        case .enumeration(let number): decimal(Int64(number))
        }
    }

    /// Writes a number, `bool` or enum value.
    ///
    /// - Parameter enumName: The name of an enum value; `nil` for one that the schema does not name.
    mutating func scalar(_ value: ScalarValue, enumName: ArraySlice<UInt8>?) {
        if case .enumeration(let number) = value { enumeration(number, name: enumName) } else { self.number(value) }
    }

    /// Writes an enum value: its name and number.
    ///
    /// - Parameter name: `nil` for a value that the schema does not name.
    mutating func enumeration(_ number: Int32, name: ArraySlice<UInt8>?) {
        if let name {
            utf8(name)
            ascii(" (")
            decimal(Int64(number))
            ascii(")")
        } else {
            decimal(Int64(number))
            text(" (no known name)")
        }
    }
}

extension ValueText {
    /// The text of a number, `bool` or enum value.
    static func scalar(_ value: ScalarValue, _ field: FieldDescriptor?) -> SafeText {
        LineBuffer.text { line in
            var name: String?
            if case .enumeration(let number) = value { name = field?.enumeration?.value(number: number)?.name }
            line.scalar(value, enumName: name.map { Array($0.utf8)[...] })
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
