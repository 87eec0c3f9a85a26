internal import ProtobufSchema

// Errors quote what they are about, and names of the input in their paths. Where nothing of the input may be shown, they say
// their kind and their place.

extension JSONError {
    var withoutValues: String { sentence(code, at: place) }
}

extension TextError {
    var withoutValues: String { sentence(code, at: place) }
}

private func sentence(_ code: some CustomStringConvertible, at place: TextPlace?) -> String {
    let start = place.map { "\($0.line):\($0.column): " } ?? ""
    return "\(start)\(code); the details quote the input, which is redacted"
}
