/// Receives the fields that a ``WireWalker`` meets, in the order of the bytes.
///
/// A visitor keeps what it knows of open messages itself. On the stack of the walker, which is compiled without knowing visitors,
/// that would cost 1,100 instructions more for each message.
public protocol WireVisitor {
    /// A message or group begins.
    ///
    /// - Returns: Whether the fields inside are to be visited. Otherwise they are skipped, and neither ``leave(_:)`` nor
    ///   damage inside follows.
    mutating func enter(_ field: WireField) -> Bool
    /// The message or group that was entered last ends. Now the end of its value is known for groups, too. Visitors that
    /// keep no state for open messages need not implement this.
    mutating func leave(_ field: WireField)
    /// Any other field.
    mutating func field(_ field: WireField)
    /// Something could not be read.
    mutating func damage(_ damage: WireDamage)
    /// Called before each field: the bytes from here that are to be skipped. The fields inside are counted, but not
    /// visited.
    mutating func gap(at offset: Int) -> ListGap?
}

extension WireVisitor {
    public func leave(_ field: WireField) {}
    public func gap(at offset: Int) -> ListGap? { nil }
}
