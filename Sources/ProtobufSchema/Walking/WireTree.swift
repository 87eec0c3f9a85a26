public import ByteText
public import ProtobufWire

/// The fields that a ``WireWalker`` visits, as a tree.
///
/// Takes some hundred bytes per field; visit very large messages with a ``WireVisitor`` instead.
public struct WireTree: Sendable {
    /// A field and, for a message or group, the fields inside.
    public struct Node: Sendable {
        /// The field.
        public internal(set) var field: WireField
        /// The fields inside, for messages and groups.
        public internal(set) var children: [Node] = []
    }

    /// The fields at the top, in order of the bytes.
    public private(set) var nodes: [Node]
    /// Everything that could not be read, in order of discovery.
    public private(set) var damage: [WireDamage]

    /// Reads everything that can be read.
    public init(
        _ bytes: some SpanProviding & ~Escapable, as message: MessageDescriptor?,
        walker: WireWalker = WireWalker(guessesMessages: true)
    ) {
        var builder = Builder()
        walker.walk(bytes, as: message, visitor: &builder)
        nodes = builder.levels[0]
        damage = builder.damage
    }

    private struct Builder: WireVisitor {
        var levels: [[Node]] = [[]]
        var damage: [WireDamage] = []

        mutating func enter(_ field: WireField) -> Bool {
            levels.append([])
            return true
        }

        mutating func leave(_ field: WireField) {
            let children = levels.removeLast()
            levels[levels.count - 1].append(Node(field: field, children: children))
        }

        mutating func field(_ field: WireField) {
            levels[levels.count - 1].append(Node(field: field))
        }

        mutating func damage(_ damage: WireDamage) {
            self.damage.append(damage)
        }
    }
}

extension MessageDescriptor {
    /// The first thing that keeps `bytes` from being a message of this type, `nil` when they are one.
    ///
    /// The verdict is that of the official runtimes. Linear.
    public func firstDamage(
        in bytes: some SpanProviding & ~Escapable, limits: DecodingLimits = DecodingLimits()
    ) -> WireDamage? {
        bytes.withByteSpan { WireDamage.first(in: $0, as: self, limits: limits) }
    }
}
