/// JSON `null` as an enum with one number. Mirrors `google.protobuf.NullValue`.
public struct NullValue: FleetEnum {
    public static let fullName = "google.protobuf.NullValue"

    public var rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// `NULL_VALUE = 0`
    public static var null: Self { .init(rawValue: 0) }
}
