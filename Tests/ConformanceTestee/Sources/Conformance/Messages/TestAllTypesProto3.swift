public import FleetMessages
public import ProtobufWire

/// The message that most tests of the suite are about: every kind of field that proto3 has.
/// Mirrors `protobuf_test_messages.proto3.TestAllTypesProto3`.
public struct TestAllTypesProto3: Hashable, Sendable {
    /// `optional_int32 = 1`
    public var optionalInt32: Int32 = 0
    /// `optional_int64 = 2`
    public var optionalInt64: Int64 = 0
    /// `optional_uint32 = 3`
    public var optionalUInt32: UInt32 = 0
    /// `optional_uint64 = 4`
    public var optionalUInt64: UInt64 = 0
    /// `optional_sint32 = 5`
    public var optionalSint32: Int32 = 0
    /// `optional_sint64 = 6`
    public var optionalSint64: Int64 = 0
    /// `optional_fixed32 = 7`
    public var optionalFixed32: UInt32 = 0
    /// `optional_fixed64 = 8`
    public var optionalFixed64: UInt64 = 0
    /// `optional_sfixed32 = 9`
    public var optionalSfixed32: Int32 = 0
    /// `optional_sfixed64 = 10`
    public var optionalSfixed64: Int64 = 0
    /// `optional_float = 11`
    public var optionalFloat: Float = 0
    /// `optional_double = 12`
    public var optionalDouble = 0.0
    /// `optional_bool = 13`
    public var optionalBool = false
    /// `optional_string = 14`
    public var optionalString = ""
    /// `optional_bytes = 15`
    public var optionalBytes: [UInt8] = []
    /// `optional_nested_message = 18`
    public var optionalNestedMessage: NestedMessage?
    /// `optional_foreign_message = 19`
    public var optionalForeignMessage: ForeignMessage?
    /// `optional_nested_enum = 21`
    public var optionalNestedEnum = NestedEnum()
    /// `optional_foreign_enum = 22`
    public var optionalForeignEnum = ForeignEnum()
    /// `optional_aliased_enum = 23`
    public var optionalAliasedEnum = AliasedEnum()
    /// `optional_string_piece = 24`
    public var optionalStringPiece = ""
    /// `optional_cord = 25`
    public var optionalCord = ""
    /// `recursive_message = 27`
    @Indirect public var recursiveMessage: TestAllTypesProto3?
    /// `repeated_int32 = 31`
    public var repeatedInt32: [Int32] = []
    /// `repeated_int64 = 32`
    public var repeatedInt64: [Int64] = []
    /// `repeated_uint32 = 33`
    public var repeatedUInt32: [UInt32] = []
    /// `repeated_uint64 = 34`
    public var repeatedUInt64: [UInt64] = []
    /// `repeated_sint32 = 35`
    public var repeatedSint32: [Int32] = []
    /// `repeated_sint64 = 36`
    public var repeatedSint64: [Int64] = []
    /// `repeated_fixed32 = 37`
    public var repeatedFixed32: [UInt32] = []
    /// `repeated_fixed64 = 38`
    public var repeatedFixed64: [UInt64] = []
    /// `repeated_sfixed32 = 39`
    public var repeatedSfixed32: [Int32] = []
    /// `repeated_sfixed64 = 40`
    public var repeatedSfixed64: [Int64] = []
    /// `repeated_float = 41`
    public var repeatedFloat: [Float] = []
    /// `repeated_double = 42`
    public var repeatedDouble: [Double] = []
    /// `repeated_bool = 43`
    public var repeatedBool: [Bool] = []
    /// `repeated_string = 44`
    public var repeatedString: [String] = []
    /// `repeated_bytes = 45`
    public var repeatedBytes: [[UInt8]] = []
    /// `repeated_nested_message = 48`
    public var repeatedNestedMessage: [NestedMessage] = []
    /// `repeated_foreign_message = 49`
    public var repeatedForeignMessage: [ForeignMessage] = []
    /// `repeated_nested_enum = 51`
    public var repeatedNestedEnum: [NestedEnum] = []
    /// `repeated_foreign_enum = 52`
    public var repeatedForeignEnum: [ForeignEnum] = []
    /// `repeated_string_piece = 54`
    public var repeatedStringPiece: [String] = []
    /// `repeated_cord = 55`
    public var repeatedCord: [String] = []
    /// `map_int32_int32 = 56`
    public var mapInt32Int32 = ProtobufMap<Int32, Int32>()
    /// `map_int64_int64 = 57`
    public var mapInt64Int64 = ProtobufMap<Int64, Int64>()
    /// `map_uint32_uint32 = 58`
    public var mapUInt32UInt32 = ProtobufMap<UInt32, UInt32>()
    /// `map_uint64_uint64 = 59`
    public var mapUInt64UInt64 = ProtobufMap<UInt64, UInt64>()
    /// `map_sint32_sint32 = 60`
    public var mapSint32Sint32 = ProtobufMap<Int32, Int32>()
    /// `map_sint64_sint64 = 61`
    public var mapSint64Sint64 = ProtobufMap<Int64, Int64>()
    /// `map_fixed32_fixed32 = 62`
    public var mapFixed32Fixed32 = ProtobufMap<UInt32, UInt32>()
    /// `map_fixed64_fixed64 = 63`
    public var mapFixed64Fixed64 = ProtobufMap<UInt64, UInt64>()
    /// `map_sfixed32_sfixed32 = 64`
    public var mapSfixed32Sfixed32 = ProtobufMap<Int32, Int32>()
    /// `map_sfixed64_sfixed64 = 65`
    public var mapSfixed64Sfixed64 = ProtobufMap<Int64, Int64>()
    /// `map_int32_float = 66`
    public var mapInt32Float = ProtobufMap<Int32, Float>()
    /// `map_int32_double = 67`
    public var mapInt32Double = ProtobufMap<Int32, Double>()
    /// `map_bool_bool = 68`
    public var mapBoolBool = ProtobufMap<Bool, Bool>()
    /// `map_string_string = 69`
    public var mapStringString = ProtobufMap<String, String>()
    /// `map_string_bytes = 70`
    public var mapStringBytes = ProtobufMap<String, [UInt8]>()
    /// `map_string_nested_message = 71`
    public var mapStringNestedMessage = ProtobufMap<String, NestedMessage>()
    /// `map_string_foreign_message = 72`
    public var mapStringForeignMessage = ProtobufMap<String, ForeignMessage>()
    /// `map_string_nested_enum = 73`
    public var mapStringNestedEnum = ProtobufMap<String, NestedEnum>()
    /// `map_string_foreign_enum = 74`
    public var mapStringForeignEnum = ProtobufMap<String, ForeignEnum>()
    /// `packed_int32 = 75`
    public var packedInt32: [Int32] = []
    /// `packed_int64 = 76`
    public var packedInt64: [Int64] = []
    /// `packed_uint32 = 77`
    public var packedUInt32: [UInt32] = []
    /// `packed_uint64 = 78`
    public var packedUInt64: [UInt64] = []
    /// `packed_sint32 = 79`
    public var packedSint32: [Int32] = []
    /// `packed_sint64 = 80`
    public var packedSint64: [Int64] = []
    /// `packed_fixed32 = 81`
    public var packedFixed32: [UInt32] = []
    /// `packed_fixed64 = 82`
    public var packedFixed64: [UInt64] = []
    /// `packed_sfixed32 = 83`
    public var packedSfixed32: [Int32] = []
    /// `packed_sfixed64 = 84`
    public var packedSfixed64: [Int64] = []
    /// `packed_float = 85`
    public var packedFloat: [Float] = []
    /// `packed_double = 86`
    public var packedDouble: [Double] = []
    /// `packed_bool = 87`
    public var packedBool: [Bool] = []
    /// `packed_nested_enum = 88`
    public var packedNestedEnum: [NestedEnum] = []
    /// `unpacked_int32 = 89`
    public var unpackedInt32: [Int32] = []
    /// `unpacked_int64 = 90`
    public var unpackedInt64: [Int64] = []
    /// `unpacked_uint32 = 91`
    public var unpackedUInt32: [UInt32] = []
    /// `unpacked_uint64 = 92`
    public var unpackedUInt64: [UInt64] = []
    /// `unpacked_sint32 = 93`
    public var unpackedSint32: [Int32] = []
    /// `unpacked_sint64 = 94`
    public var unpackedSint64: [Int64] = []
    /// `unpacked_fixed32 = 95`
    public var unpackedFixed32: [UInt32] = []
    /// `unpacked_fixed64 = 96`
    public var unpackedFixed64: [UInt64] = []
    /// `unpacked_sfixed32 = 97`
    public var unpackedSfixed32: [Int32] = []
    /// `unpacked_sfixed64 = 98`
    public var unpackedSfixed64: [Int64] = []
    /// `unpacked_float = 99`
    public var unpackedFloat: [Float] = []
    /// `unpacked_double = 100`
    public var unpackedDouble: [Double] = []
    /// `unpacked_bool = 101`
    public var unpackedBool: [Bool] = []
    /// `unpacked_nested_enum = 102`
    public var unpackedNestedEnum: [NestedEnum] = []
    /// The oneof `oneof_field`: the last member on the wire wins.
    public var oneofField: OneofField?
    /// `optional_bool_wrapper = 201`
    public var optionalBoolWrapper: Bool?
    /// `optional_int32_wrapper = 202`
    public var optionalInt32Wrapper: Int32?
    /// `optional_int64_wrapper = 203`
    public var optionalInt64Wrapper: Int64?
    /// `optional_uint32_wrapper = 204`
    public var optionalUInt32Wrapper: UInt32?
    /// `optional_uint64_wrapper = 205`
    public var optionalUInt64Wrapper: UInt64?
    /// `optional_float_wrapper = 206`
    public var optionalFloatWrapper: Float?
    /// `optional_double_wrapper = 207`
    public var optionalDoubleWrapper: Double?
    /// `optional_string_wrapper = 208`
    public var optionalStringWrapper: String?
    /// `optional_bytes_wrapper = 209`
    public var optionalBytesWrapper: [UInt8]?
    /// `repeated_bool_wrapper = 211`
    public var repeatedBoolWrapper: [BoolValue] = []
    /// `repeated_int32_wrapper = 212`
    public var repeatedInt32Wrapper: [Int32Value] = []
    /// `repeated_int64_wrapper = 213`
    public var repeatedInt64Wrapper: [Int64Value] = []
    /// `repeated_uint32_wrapper = 214`
    public var repeatedUInt32Wrapper: [UInt32Value] = []
    /// `repeated_uint64_wrapper = 215`
    public var repeatedUInt64Wrapper: [UInt64Value] = []
    /// `repeated_float_wrapper = 216`
    public var repeatedFloatWrapper: [FloatValue] = []
    /// `repeated_double_wrapper = 217`
    public var repeatedDoubleWrapper: [DoubleValue] = []
    /// `repeated_string_wrapper = 218`
    public var repeatedStringWrapper: [StringValue] = []
    /// `repeated_bytes_wrapper = 219`
    public var repeatedBytesWrapper: [BytesValue] = []
    /// `optional_duration = 301`
    public var optionalDuration: ProtobufDuration?
    /// `optional_timestamp = 302`
    public var optionalTimestamp: Timestamp?
    /// `optional_field_mask = 303`
    public var optionalFieldMask: FieldMask?
    /// `optional_struct = 304`
    public var optionalStruct: Struct?
    /// `optional_any = 305`
    public var optionalAny: AnyMessage?
    /// `optional_value = 306`
    public var optionalValue: Value?
    /// `optional_null_value = 307`
    public var optionalNullValue = NullValue()
    /// `optional_empty = 308`
    public var optionalEmpty: Empty?
    /// `repeated_duration = 311`
    public var repeatedDuration: [ProtobufDuration] = []
    /// `repeated_timestamp = 312`
    public var repeatedTimestamp: [Timestamp] = []
    /// `repeated_fieldmask = 313`
    public var repeatedFieldMask: [FieldMask] = []
    /// `repeated_any = 315`
    public var repeatedAny: [AnyMessage] = []
    /// `repeated_value = 316`
    public var repeatedValue: [Value] = []
    /// `repeated_list_value = 317`
    public var repeatedListValue: [ListValue] = []
    /// `repeated_empty = 318`
    public var repeatedEmpty: [Empty] = []
    /// `repeated_struct = 324`
    public var repeatedStruct: [Struct] = []
    /// `fieldname1 = 401`
    public var fieldName1: Int32 = 0
    /// `field_name2 = 402`
    public var fieldName2: Int32 = 0
    /// `_field_name3 = 403`
    public var fieldName3: Int32 = 0
    /// `field__name4_ = 404`
    public var fieldName4: Int32 = 0
    /// `field0name5 = 405`
    public var field0Name5: Int32 = 0
    /// `field_0_name6 = 406`
    public var field0Name6: Int32 = 0
    /// `fieldName7 = 407`
    public var fieldName7: Int32 = 0
    /// `FieldName8 = 408`
    public var fieldName8: Int32 = 0
    /// `field_Name9 = 409`
    public var fieldName9: Int32 = 0
    /// `Field_Name10 = 410`
    public var fieldName10: Int32 = 0
    /// `FIELD_NAME11 = 411`
    public var fieldName11: Int32 = 0
    /// `FIELD_name12 = 412`
    public var fieldName12: Int32 = 0
    /// `__field_name13 = 413`
    public var fieldName13: Int32 = 0
    /// `__Field_name14 = 414`
    public var fieldName14: Int32 = 0
    /// `field__name15 = 415`
    public var fieldName15: Int32 = 0
    /// `field__Name16 = 416`
    public var fieldName16: Int32 = 0
    /// `field_name17__ = 417`
    public var fieldName17: Int32 = 0
    /// `Field_name18__ = 418`
    public var fieldName18: Int32 = 0
    public var unknownFields = UnknownFields()

    public init() {}

    /// The members of the oneof `oneof_field`.
    public enum OneofField: Hashable, Sendable {
        /// `oneof_uint32 = 111`
        case uint32(UInt32)
        /// `oneof_nested_message = 112`
        case nestedMessage(NestedMessage)
        /// `oneof_string = 113`
        case string(String)
        /// `oneof_bytes = 114`
        case bytes([UInt8])
        /// `oneof_bool = 115`
        case bool(Bool)
        /// `oneof_uint64 = 116`
        case uint64(UInt64)
        /// `oneof_float = 117`
        case float(Float)
        /// `oneof_double = 118`
        case double(Double)
        /// `oneof_enum = 119`
        case enumeration(NestedEnum)
        /// `oneof_null_value = 120`
        case nullValue(NullValue)
    }
}
