internal import ProtobufSchema
internal import ProtobufWire

/// Where a damaged message may have held more than can be read of it.
package struct Losses {
    /// Paths, up to the first list, of the messages in which something could not be read, and of those around them:
    /// a damaged length may have hidden their fields, too.
    private var messages: Set<String> = []
    private let isEverywhere: Bool

    /// Of a message of which nobody knows what is missing.
    static let everywhere = Losses([], isEverywhere: true)

    /// - Parameter isEverywhere: There are more places than those.
    init(_ damage: [WireDamage], isEverywhere: Bool = false) {
        self.isEverywhere = isEverywhere
        for place in damage {
            var path = Self.plain(place.path.description)
            while messages.insert(path).inserted, !path.isEmpty { path = Self.parent(path) }
        }
    }

    /// Whether what was found of the field, or of the list that it is in, may not be all of it.
    func touch(_ change: MessageDifference.Change) -> Bool {
        isEverywhere || messages.contains(Self.plain(change.path))
    }

    /// Whether the field may be there although it was not found.
    func hide(_ change: MessageDifference.Change) -> Bool {
        touch(change) || messages.contains(Self.parent(Self.plain(change.path)))
    }

    private static func plain(_ path: String) -> String { String(path.prefix { $0 != "[" }) }

    private static func parent(_ path: String) -> String {
        path.lastIndex(of: ".").map { String(path[..<$0]) } ?? ""
    }
}
