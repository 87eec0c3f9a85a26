public import ProtobufWire

/// A place in a message where bytes could not be understood.
public struct TreeDamage: Hashable, Sendable {
    public let code: WireError.Code
    /// From the first byte of the message.
    public let offset: Int
    /// The field, from the outermost message inwards; `""` at the top.
    public let path: String
    /// How many bytes were left unread because of it.
    public let unread: Int
}

extension TreeDamage: CustomStringConvertible {
    /// `truncated at byte 31 in vehicle.name: ...`
    public var description: String {
        let place = path.isEmpty ? "" : " in \(path)"
        return "\(code) at byte \(offset)\(place): \(code.explanation)"
    }
}
