internal import ConsoleText
internal import ProtobufSchema
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
    /// Where reading went on inside the same message, behind bytes that make no sense; `nil` when it did not.
    public let resumed: Int?

    /// So many places are kept; of further ones only the number. A hostile message has millions.
    static let limit = 1000

    /// What could not be read in a message.
    public struct List: Hashable, Sendable {
        /// In order of discovery, the first thousand.
        public private(set) var places: [TreeDamage] = []
        /// How many more there are, those counted that lie in what was left out of long lists.
        public internal(set) var further = 0

        public var isEmpty: Bool { places.isEmpty && further == 0 }

        /// Adds what a walk met that began at `base` in the message: there, or in the `Any` at the path `root`.
        mutating func add(_ damage: WireDamage, base: Int, root: String) {
            guard places.count < TreeDamage.limit else { return further += 1 }
            let inner = damage.path.description
            places.append(
                TreeDamage(
                    code: damage.code, offset: base + damage.offset,
                    path: root.isEmpty || inner.isEmpty ? root + inner : "\(root).\(inner)",
                    unread: damage.unread.count, resumed: damage.resumed.map { base + $0 }))
        }
    }
}

extension TreeDamage: CustomStringConvertible {
    /// `truncated at byte 31 in vehicle.name: ...`
    public var description: String {
        let place = path.isEmpty ? "" : " in \(path)"
        let next = resumed.map { "; reading went on at byte \($0)" } ?? ""
        return "\(code) at byte \(offset)\(place): \(code.explanation)\(next)"
    }
}
