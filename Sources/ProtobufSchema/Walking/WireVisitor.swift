/// What a ``WireWalker`` tells about the bytes, in their order.
public protocol WireVisitor {
    /// A message or group begins.
    ///
    /// - Returns: Whether its fields are to be visited. When they are not, they are passed unread, and neither
    ///   ``leave(_:)`` nor damage inside follows.
    mutating func enter(_ field: WireField) -> Bool
    /// The message or group that was entered last ends. The end of its value is known now, for groups too. Need not be
    /// implemented by those who keep nothing of what is open.
    mutating func leave(_ field: WireField)
    /// Any other field.
    mutating func field(_ field: WireField)
    /// Something could not be read.
    mutating func damage(_ damage: WireDamage)
    /// Asked before each field: what begins here and is to be passed over. The fields in it are counted, not told.
    mutating func gap(at offset: Int) -> ListGap?
}

extension WireVisitor {
    public func leave(_ field: WireField) {}
    public func gap(at offset: Int) -> ListGap? { nil }
}
