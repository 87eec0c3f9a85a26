public import ProtobufWire

/// The fields of a message as a tree: what ``WireWalker`` visits, kept.
///
/// Takes some hundred bytes per field; visit very large messages with a ``WireVisitor`` instead.
public struct WireTree: Sendable {
    /// A field and, for a message or group, the fields inside.
    public struct Node: Sendable {
        public internal(set) var field: WireField
        public internal(set) var children: [Node] = []
    }

    /// The fields at the top, in order of the bytes.
    public private(set) var nodes: [Node]
    /// Everything that could not be read, in order of discovery.
    public private(set) var damage: [WireDamage]

    /// Reads everything that can be read.
    public init(
        _ bytes: Span<UInt8>, as message: MessageDescriptor?, walker: WireWalker = WireWalker(guessesMessages: true)
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
    public func firstDamage(in bytes: Span<UInt8>, limits: DecodingLimits = DecodingLimits()) -> WireDamage? {
        firstDamage(in: bytes, 0..<bytes.count, limits)
    }

    func firstDamage(in bytes: Span<UInt8>, _ range: Range<Int>, _ limits: DecodingLimits) -> WireDamage? {
        if range.count <= limits.messageSize,
            SoundnessCheck(pool).isSound(bytes, range, as: index, levels: limits.recursion)
        {
            return nil
        }
        return DamageFinder.first(in: bytes, range, as: self, limits: limits)
    }
}

/// Keeps the first damage.
struct DamageFinder: WireVisitor {
    private var first: WireDamage?

    static func first(
        in bytes: Span<UInt8>, _ range: Range<Int>? = nil, as message: MessageDescriptor?, limits: DecodingLimits
    ) -> WireDamage? {
        var finder = DamageFinder()
        WireWalker(limits: limits).walk(bytes, range ?? 0..<bytes.count, as: message, visitor: &finder)
        return finder.first
    }

    mutating func enter(_ field: WireField) -> Bool { first == nil }
    mutating func field(_ field: WireField) {}
    mutating func damage(_ damage: WireDamage) { first = first ?? damage }
}
