public import ProtobufWire

/// A place where bytes could not be understood.
public struct WireDamage: Hashable, Sendable {
    /// The kind of damage; the codes are those of decoding errors.
    public let code: WireError.Code
    /// Offset of the value that cannot be read, or of the tag if the tag is at fault, from the start of the input.
    public let offset: Int
    /// The field, from the outermost message inwards.
    public let path: FieldPath
    /// The bytes that were left unread because of the damage; empty when reading went on.
    public let unread: Range<Int>
    /// The offset at which reading went on inside the same message, behind bytes that make no sense; `nil` when the
    /// message was given up, or nothing had to be passed over. See ``WireWalker/resynchronizes``.
    public internal(set) var resumed: Int?
}

extension WireDamage: CustomStringConvertible {
    /// `truncated at byte 31 in vehicle.name: ...`
    public var description: String {
        let place = path.isEmpty ? "" : " in \(path)"
        let next = resumed.map { "; reading went on at byte \($0)" } ?? ""
        return "\(code) at byte \(offset)\(place): \(code.explanation)\(next)"
    }
}

extension WireDamage {
    /// The same damage, seen from a message around the bytes that were walked.
    ///
    /// - Parameters:
    ///   - base: Offset of these bytes in the message.
    ///   - root: The way from the message to the field that holds them.
    package func moved(by base: Int, into root: [FieldPath.Component]) -> WireDamage {
        WireDamage(
            code: code, offset: base + offset, path: FieldPath(root + path.components),
            unread: (base + unread.lowerBound)..<(base + unread.upperBound), resumed: resumed.map { base + $0 })
    }

    /// The first damage in a part of `bytes`, the whole unless a range is given; `nil` for a sound message.
    static func first(
        in bytes: Span<UInt8>, _ range: Range<Int>? = nil, as message: MessageDescriptor?, limits: DecodingLimits
    ) -> WireDamage? {
        let range = range ?? 0..<bytes.count
        if let message, range.count <= limits.messageSize,
            SoundnessCheck(pool: message.pool).isSound(bytes, range, as: message.index, levels: limits.recursion)
        {
            return nil
        }
        var finder = FirstDamage()
        WireWalker(limits: limits).walk(bytes, range, as: message, visitor: &finder)
        return finder.damage
    }
}

private struct FirstDamage: WireVisitor {
    var damage: WireDamage?

    mutating func enter(_ field: WireField) -> Bool { damage == nil }
    mutating func field(_ field: WireField) {}
    mutating func damage(_ damage: WireDamage) { self.damage = self.damage ?? damage }
}
