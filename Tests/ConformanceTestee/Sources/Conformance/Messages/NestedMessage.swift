public import ProtobufWire

extension TestAllTypesProto3 {
    /// Mirrors `protobuf_test_messages.proto3.TestAllTypesProto3.NestedMessage`.
    public struct NestedMessage: Message {
        public static let fullName = "protobuf_test_messages.proto3.TestAllTypesProto3.NestedMessage"
        public static var fieldNames: (any FieldNaming)? { ConformanceSchema.shared }

        /// `a = 1`
        public var a: Int32 = 0
        /// `corecursive = 2`
        @Indirect public var corecursive: TestAllTypesProto3?
        public var unknownFields = UnknownFields()

        public init() {}

        public mutating func merge(_ reader: consuming Reader) throws(WireError) {
            while case let tag = try reader.nextTag(), tag != 0 {
                switch tag {
                case 8: a = try reader.int32()
                case 18: try reader.message(&corecursive)
                default: try reader.keep(tag, in: &unknownFields)
                }
            }
        }

        public func encode(_ writer: inout Writer) {
            writer.int32(1, a)
            writer.message(2, corecursive)
            writer.unknown(unknownFields)
        }
    }
}
