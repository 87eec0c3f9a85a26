internal import ProtobufSchema
internal import ProtobufWire

// Errors quote what they are about. Where nothing of the input may be shown, they say their kind and their place.

extension JSONError {
    /// The kind of error and where it is, without a word of the text.
    ///
    /// - Parameter type: Has the fields whose names may be shown in the path.
    func withoutValues(_ type: MessageDescriptor) -> String { sentence(code, at: place, path: knownPath(type)) }

    /// The path of the value as far as the type knows it: up to the first key of a map or unknown member.
    func knownPath(_ type: MessageDescriptor) -> String {
        var message: MessageDescriptor? = type
        return jsonPath { step in
            guard case .member(let name) = step else { return true }
            // The path quotes names that are no plain words, such as those of extensions. They are not looked up.
            guard step.description == ".\(name)",
                let field = message?.fields.first(where: { $0.jsonName == name || $0.name == name })
            else { return false }
            message = field.isMap ? nil : field.message
            return true
        }
    }
}

extension TextError {
    /// The kind of error and where it is, without a word of the text.
    ///
    /// - Parameter type: Has the fields whose names may be shown in the path.
    func withoutValues(_ type: MessageDescriptor) -> String { sentence(code, at: place, path: knownPath(type)) }

    /// The path of the field as far as the type knows it.
    func knownPath(_ type: MessageDescriptor) -> String {
        var message: MessageDescriptor? = type
        let known = path.components.prefix { component in
            guard let field = message?.field(number: component.number) else { return false }
            message = field.message
            return field.name == component.name
        }
        return FieldPath(Array(known)).description
    }
}

extension ProtoscopeError {
    /// The kind of error and where it is, without a word of the text.
    var withoutValues: String { sentence(code.rawValue, at: place) }
}

/// The words for an error whose own sentence would quote the input.
private func sentence(_ code: some CustomStringConvertible, at place: TextPlace?, path: String = "") -> String {
    let start = place.map { "\($0.line):\($0.column): " } ?? ""
    return "\(start)\(path.isEmpty ? "" : "\(path): ")\(code); the details quote the input, which is redacted"
}
