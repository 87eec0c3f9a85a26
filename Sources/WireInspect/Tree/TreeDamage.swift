internal import ProtobufSchema
public import ProtobufWire

/// A place in a message where bytes could not be understood.
public struct TreeDamage: Hashable, Sendable {
    /// What is wrong with the bytes.
    public let code: WireError.Code
    /// Offset of the damage in bytes from the start of the message.
    public let offset: Int
    /// The path of the field from the outermost message inwards; `""` for the message itself.
    public let path: String
    /// The number of bytes that were left unread because of the damage.
    public let unread: Int
    /// The offset at which reading went on inside the same message; `nil` when the rest of the message was left unread.
    public let resumed: Int?

    /// The most places that are kept; further ones are only counted, as a hostile message has millions.
    static let limit = 1000

    /// The places of a message that could not be read.
    public struct List: Hashable, Sendable {
        /// The first thousand places, in the order in which they were found.
        public private(set) var places: [TreeDamage] = []
        /// The number of further places, including places in elements of long lists that are left out.
        public internal(set) var further = 0

        /// Whether nothing is damaged.
        public var isEmpty: Bool { places.isEmpty && further == 0 }

        /// Adds damage that a walk met.
        ///
        /// - Parameters:
        ///   - base: Where the walk began in the message.
        ///   - root: The path to the `Any` whose content was walked; `""` for the message itself.
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
