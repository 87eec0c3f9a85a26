/// A protobuf enum: open, so a number that this version does not know survives a round trip.
///
/// Conforming types are structs over the number, with a static member for each name:
/// ```swift
/// public struct VehicleState: OpenEnum {
///     public var rawValue: Int32
///     public init(rawValue: Int32) { self.rawValue = rawValue }
///     /// `ONLINE = 2`
///     public static var online: Self { .init(rawValue: 2) }
/// }
/// ```
public protocol OpenEnum: RawRepresentable, Hashable, Sendable where RawValue == Int32 {
    /// The value with a number, known or not.
    init(rawValue: Int32)
}

extension OpenEnum {
    /// The number 0: what a field of this type holds when it was not on the wire.
    @inlinable @inline(__always)
    public init() { self.init(rawValue: 0) }
}
