public import ProtobufSchema
internal import ProtobufWire

/// The places of a message that could not be read.
public struct DamageList: Hashable, Sendable {
    /// The first thousand places, in the order in which they were found. Further ones are only counted, as a hostile message
    /// has millions.
    public private(set) var places: [WireDamage] = []
    /// The number of further places, including places in elements of long lists that are left out.
    public internal(set) var further = 0

    /// Whether nothing is damaged.
    public var isEmpty: Bool { places.isEmpty && further == 0 }

    private static let limit = 1000

    /// Adds damage that a walk met.
    ///
    /// - Parameters:
    ///   - base: Where the walk began in the message.
    ///   - root: The path to the `Any` whose content was walked; empty for the message itself.
    mutating func add(_ damage: WireDamage, base: Int = 0, root: [FieldPath.Component] = []) {
        if places.count < Self.limit { places.append(damage.moved(by: base, into: root)) } else { further += 1 }
    }
}
