internal import ProtobufSchema
internal import ProtobufWire

// Errors quote what they are about. Where nothing of the input may be shown, they say what is wrong, and where.

extension JSONError {
    /// What is wrong and where, without a word of the text.
    ///
    /// - Parameter type: Its fields are the names that the way to the place may have.
    func withoutValues(_ type: MessageDescriptor) -> String {
        guard let place else { return Self.sentence(code) }
        return "\(place.line):\(place.column): \(knownPath(type)): \(Self.sentence(code))"
    }

    /// The way to the value as far as the type knows it, which ends before keys of maps and unknown members.
    func knownPath(_ type: MessageDescriptor) -> String {
        guard !jsonPath.isEmpty else { return "" }
        var rest = jsonPath.dropFirst()
        var known = "$"
        var message: MessageDescriptor? = type
        while let first = rest.first {
            let step = rest.dropFirst().prefix { $0 != "." && $0 != "[" }
            rest = rest.dropFirst(1 + step.count)
            if first == "[" {
                guard step.last == "]", step.dropLast().allSatisfy(\.isNumber) else { return known }
                known += "[\(step)"
            } else {
                guard let field = message?.fields.first(where: { $0.jsonName == step || $0.name == step }) else {
                    return known
                }
                known += ".\(step)"
                message = field.isMap ? nil : field.message
            }
        }
        return known
    }

    private static func sentence(_ code: Code) -> String {
        switch code {
        case .syntax: "This is no JSON from here on."
        case .wrongType: "The value is of another kind than the field."
        case .outOfRange: "The field cannot hold the number."
        case .unknownMember: "The message has no field of this name. Remove it, or let unknown members be ignored."
        case .unknownEnumValue: "The enum has no value of this name."
        case .duplicateMember: "The field is given twice, or two members of a oneof are."
        case .invalidBase64: "The value is not base64."
        case .invalidTimestamp: "The value is no Timestamp."
        case .invalidDuration: "The value is no Duration."
        case .invalidAny: "The Any names no type of the schema, or does not hold a message of it."
        case .invalidFieldMask: "A path of the FieldMask is none in camelCase."
        case .tooDeep: "Messages are nested too deeply."
        case .tooLarge: "The message would be too large."
        default: "The value cannot be used (\(code))."
        }
    }
}

extension TextError {
    /// What is wrong and where, without a word of the text.
    ///
    /// - Parameter type: Its fields are the names that the way to the place may have.
    func withoutValues(_ type: MessageDescriptor) -> String {
        let start = place.map { "\($0.line):\($0.column): " } ?? ""
        let path = knownPath(type)
        return path.isEmpty ? start + Self.sentence(code) : "\(start)\(path): \(Self.sentence(code))"
    }

    /// The way to the field as far as the type knows it.
    func knownPath(_ type: MessageDescriptor) -> String {
        var message: MessageDescriptor? = type
        let known = path.components.prefix { component in
            guard let field = message?.field(number: component.number) else { return false }
            message = field.message
            return field.name == component.name
        }
        return FieldPath(Array(known)).description
    }

    private static func sentence(_ code: Code) -> String {
        switch code {
        case .syntax: "This is no text format from here on."
        case .unknownField: "The message has no field of this name or number."
        case .unknownEnumValue: "The enum has no value of this name or number."
        case .unknownType: "The schema has no type of this name."
        case .extensionName: "The schema has no extension of this name for the message."
        case .wrongType: "The value is of another kind than the field."
        case .outOfRange: "The field cannot hold the number."
        case .duplicateField: "The field is given twice, or two members of a oneof are."
        case .invalidUTF8: "The string is not UTF-8."
        case .tooDeep: "Messages are nested too deeply."
        case .tooLarge: "The message would be too large."
        default: "The value cannot be used (\(code))."
        }
    }
}

extension ProtoscopeError {
    /// What is wrong and where, without a word of the text.
    var withoutValues: String {
        let sentence =
            switch code {
            case .outOfRange: "a number does not fit where it stands"
            case .tooDeep: "too many braces are open"
            default: "something else is expected here"
            }
        return "\(line):\(column): \(sentence)"
    }
}
