public import ProtobufWire

/// A place where bytes could not be understood.
public struct WireDamage: Hashable, Sendable {
    /// What is wrong; the codes are those of decoding errors.
    public let code: WireError.Code
    /// Offset of the value that cannot be read, or of the tag if that is at fault, from the start of the input.
    public let offset: Int
    /// The field, from the outermost message inwards.
    public let path: FieldPath
    /// The bytes that were left unread because of it; empty when reading went on.
    public let unread: Range<Int>
    /// Where reading went on inside the same message, behind bytes that make no sense; `nil` when the message was given
    /// up, or nothing had to be passed over. See ``WireWalker/resynchronizes``.
    public let resumed: Int?

    init(code: WireError.Code, offset: Int, path: FieldPath, unread: Range<Int>, resumed: Int? = nil) {
        self.code = code
        self.offset = offset
        self.path = path
        self.unread = unread
        self.resumed = resumed
    }
}

extension WireDamage: CustomStringConvertible {
    /// `truncated at byte 31 in vehicle.name: ...`
    public var description: String {
        let place = path.isEmpty ? "" : " in \(path)"
        return "\(code) at byte \(offset)\(place): \(code.explanation)"
    }
}
