/// How much time a ``Deflater`` spends for fewer bytes: zlib's levels 0 to 9.
public struct CompressionLevel: RawRepresentable, Hashable, Sendable {
    /// 0 to 9, or -1 for zlib's own choice (6 today).
    public var rawValue: Int32

    /// Values outside -1...9 are brought to the nearer end.
    public init(rawValue: Int32) {
        self.rawValue = min(max(rawValue, -1), 9)
    }

    /// What zlib thinks best; grpcio uses it too.
    public static var `default`: Self { .init(rawValue: -1) }
    /// Stored, not compressed.
    public static var none: Self { .init(rawValue: 0) }
    /// The least time.
    public static var fastest: Self { .init(rawValue: 1) }
    /// The fewest bytes.
    public static var smallest: Self { .init(rawValue: 9) }
}
