/// How the value behind a tag is laid out. The low three bits of every tag.
///
/// Source: https://protobuf.dev/programming-guides/encoding/#structure
public enum WireType: UInt8, Hashable, Sendable, CaseIterable {
    /// int32, int64, uint32, uint64, sint32, sint64, bool, enum.
    case varint = 0
    /// fixed64, sfixed64, double: 8 bytes, little-endian.
    case fixed64 = 1
    /// string, bytes, messages, packed repeated fields: a varint length, then that many bytes.
    case lengthDelimited = 2
    /// The begin of a group (deprecated since proto2, still legal on the wire).
    case startGroup = 3
    /// The end of a group; carries the field number of its begin.
    case endGroup = 4
    /// fixed32, sfixed32, float: 4 bytes, little-endian.
    case fixed32 = 5
}

/// A field number and a wire type, as they precede every field on the wire.
@frozen public struct Tag: RawRepresentable, Hashable, Sendable {
    /// The tag as it is written: `fieldNumber << 3 | wireType`.
    public var rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// - Precondition: `fieldNumber` is in ``fieldNumbers``.
    public init(_ fieldNumber: Int, _ wireType: WireType) {
        precondition(Self.fieldNumbers.contains(fieldNumber), "field numbers are 1 to 536 870 911")
        rawValue = UInt32(fieldNumber) << 3 | UInt32(wireType.rawValue)
    }

    /// 1 to 536 870 911 in valid data.
    public var fieldNumber: Int { Int(rawValue >> 3) }

    /// `nil` for the wire types 6 and 7, which do not exist.
    public var wireType: WireType? { WireType(rawValue: UInt8(rawValue & 7)) }

    /// Every legal field number: 29 bits, without 0.
    public static let fieldNumbers = 1...536_870_911
}
