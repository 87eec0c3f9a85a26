internal import ByteText
internal import ProtobufSchema
internal import ProtobufWire

/// Values as text for people.
package enum ValueText {
    /// A string in quotes, safe for terminals: control characters, invisible direction marks and line separators are
    /// written as escapes.
    ///
    /// - Parameter limit: How many characters are shown; of longer strings the size is told.
    package static func quoted(_ text: String, limit: Int = .max) -> String {
        var result = "\""
        var count = 0
        for scalar in text.unicodeScalars {
            guard count < limit else {
                return result + "…\" (\(byteCount(text.utf8.count)))"
            }
            count += 1
            if scalar == "\"" || scalar == "\\" { result += "\\" }
            append(scalar, to: &result)
        }
        return result + "\""
    }

    /// Text that is not in quotes, such as a name or a sentence with words from the input, made as safe.
    package static func safe(_ text: String) -> String {
        // Printable ASCII, as nearly all names and sentences are.
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        var result = ""
        for scalar in text.unicodeScalars { append(scalar, to: &result) }
        return result
    }

    private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
        if let escape = escape(scalar) { result += escape } else { result.unicodeScalars.append(scalar) }
    }

    static func append(_ scalar: Unicode.Scalar, to utf8: inout [UInt8]) {
        if let escape = escape(scalar) { utf8 += escape.utf8 } else { utf8 += String(scalar).utf8 }
    }

    /// What is written for a character that would not be seen, or would be more than seen; `nil` for others.
    private static func escape(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        default:
            if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) {
                return hexByte(UInt8(scalar.value)).replacingPrefix("0x", with: "\\x")
            }
            return isHidden(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : nil
        }
    }

    /// Whether a character cannot be seen, or changes how others are seen: control characters of C1, direction marks,
    /// separators, tags.
    static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x80..<0xA0, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
            true
        default: false
        }
    }

    /// Bytes as hexadecimal digits in groups of four bytes.
    static func hex(_ bytes: ArraySlice<UInt8>, limit: Int) -> String {
        guard !bytes.isEmpty else { return "(no bytes)" }
        var digits: [UInt8] = []
        for (position, byte) in bytes.prefix(limit).enumerated() {
            if position > 0, position.isMultiple(of: 4) { digits.append(UInt8(ascii: " ")) }
            digits.append(hex: byte)
        }
        let text = String(decoding: digits, as: UTF8.self)
        return bytes.count > limit ? text + "… (\(byteCount(bytes.count)))" : text
    }

    /// A number, `bool` or enum value; enums with name and number.
    static func scalar(_ value: ScalarValue, _ field: FieldDescriptor?) -> String {
        switch value {
        case .signed(let number): return String(number)
        case .unsigned(let number): return String(number)
        case .bool(let flag): return flag ? "true" : "false"
        case .float(let number): return floating(number)
        case .double(let number): return floating(number)
        case .enumeration(let number):
            guard let name = field?.enumeration?.value(number: number)?.name else { return "\(number) (no known name)" }
            return "\(name) (\(number))"
        }
    }

    /// The fewest digits that read back as the same number; whole numbers without a point.
    static func floating<T: BinaryFloatingPoint & LosslessStringConvertible>(_ number: T) -> String {
        let text = number.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension String {
    func replacingPrefix(_ prefix: String, with other: String) -> String {
        hasPrefix(prefix) ? other + dropFirst(prefix.count) : self
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
