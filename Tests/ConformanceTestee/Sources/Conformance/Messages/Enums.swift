public import ProtobufWire

extension TestAllTypesProto3 {
    /// Mirrors `protobuf_test_messages.proto3.TestAllTypesProto3.NestedEnum`.
    public struct NestedEnum: OpenEnum {
        public var rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// `FOO = 0`
        public static var foo: Self { .init(rawValue: 0) }
        /// `BAR = 1`
        public static var bar: Self { .init(rawValue: 1) }
        /// `BAZ = 2`
        public static var baz: Self { .init(rawValue: 2) }
        /// `NEG = -1`
        public static var neg: Self { .init(rawValue: -1) }
    }

    /// Mirrors `protobuf_test_messages.proto3.TestAllTypesProto3.AliasedEnum`.
    public struct AliasedEnum: OpenEnum {
        public var rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }

        /// `ALIAS_FOO = 0`
        public static var foo: Self { .init(rawValue: 0) }
        /// `ALIAS_BAR = 1`
        public static var bar: Self { .init(rawValue: 1) }
        /// `ALIAS_BAZ = 2`, also `MOO`, `moo` and `bAz`.
        public static var baz: Self { .init(rawValue: 2) }
    }
}

/// Mirrors `protobuf_test_messages.proto3.ForeignEnum`.
public struct ForeignEnum: OpenEnum {
    public var rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// `FOREIGN_FOO = 0`
    public static var foo: Self { .init(rawValue: 0) }
    /// `FOREIGN_BAR = 1`
    public static var bar: Self { .init(rawValue: 1) }
    /// `FOREIGN_BAZ = 2`
    public static var baz: Self { .init(rawValue: 2) }
}
