public import ProtobufWire

// Inside Fleet Engine's messages these are native optionals. The messages themselves are for what cannot be one: the
// content of an `AnyMessage`, and repeated fields.

/// A `double` that can be absent. Mirrors `google.protobuf.DoubleValue`.
public struct DoubleValue: FleetMessage {
    public static let fullName = "google.protobuf.DoubleValue"

    /// `value = 1`
    public var value = 0.0
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while true {
            let tag = try reader.nextTag()
            switch tag {
            case 0: return
            case 9: value = try reader.double()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.double(1, value)
        writer.unknown(unknownFields)
    }
}

/// A `float` that can be absent. Mirrors `google.protobuf.FloatValue`.
public struct FloatValue: FleetMessage {
    public static let fullName = "google.protobuf.FloatValue"

    /// `value = 1`
    public var value: Float = 0
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while true {
            let tag = try reader.nextTag()
            switch tag {
            case 0: return
            case 13: value = try reader.float()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.float(1, value)
        writer.unknown(unknownFields)
    }
}

/// An `int64` that can be absent. Mirrors `google.protobuf.Int64Value`.
public struct Int64Value: FleetMessage {
    public static let fullName = "google.protobuf.Int64Value"

    /// `value = 1`
    public var value: Int64 = 0
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while true {
            let tag = try reader.nextTag()
            switch tag {
            case 0: return
            case 8: value = try reader.int64()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.int64(1, value)
        writer.unknown(unknownFields)
    }
}

/// A `uint64` that can be absent. Mirrors `google.protobuf.UInt64Value`.
public struct UInt64Value: FleetMessage {
    public static let fullName = "google.protobuf.UInt64Value"

    /// `value = 1`
    public var value: UInt64 = 0
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while true {
            let tag = try reader.nextTag()
            switch tag {
            case 0: return
            case 8: value = try reader.uint64()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.uint64(1, value)
        writer.unknown(unknownFields)
    }
}

/// An `int32` that can be absent. Mirrors `google.protobuf.Int32Value`.
public struct Int32Value: FleetMessage {
    public static let fullName = "google.protobuf.Int32Value"

    /// `value = 1`
    public var value: Int32 = 0
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while true {
            let tag = try reader.nextTag()
            switch tag {
            case 0: return
            case 8: value = try reader.int32()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.int32(1, value)
        writer.unknown(unknownFields)
    }
}

/// A `uint32` that can be absent. Mirrors `google.protobuf.UInt32Value`.
public struct UInt32Value: FleetMessage {
    public static let fullName = "google.protobuf.UInt32Value"

    /// `value = 1`
    public var value: UInt32 = 0
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while true {
            let tag = try reader.nextTag()
            switch tag {
            case 0: return
            case 8: value = try reader.uint32()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.uint32(1, value)
        writer.unknown(unknownFields)
    }
}

/// A `bool` that can be absent. Mirrors `google.protobuf.BoolValue`.
public struct BoolValue: FleetMessage {
    public static let fullName = "google.protobuf.BoolValue"

    /// `value = 1`
    public var value = false
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while true {
            let tag = try reader.nextTag()
            switch tag {
            case 0: return
            case 8: value = try reader.bool()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.bool(1, value)
        writer.unknown(unknownFields)
    }
}

/// A `string` that can be absent. Mirrors `google.protobuf.StringValue`.
public struct StringValue: FleetMessage {
    public static let fullName = "google.protobuf.StringValue"

    /// `value = 1`
    public var value = ""
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while true {
            let tag = try reader.nextTag()
            switch tag {
            case 0: return
            case 10: value = try reader.string()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.string(1, value)
        writer.unknown(unknownFields)
    }
}

/// `bytes` that can be absent. Mirrors `google.protobuf.BytesValue`.
public struct BytesValue: FleetMessage {
    public static let fullName = "google.protobuf.BytesValue"

    /// `value = 1`
    public var value: [UInt8] = []
    public var unknownFields = UnknownFields()

    public init() {}

    public mutating func merge(_ reader: consuming Reader) throws(WireError) {
        while true {
            let tag = try reader.nextTag()
            switch tag {
            case 0: return
            case 10: value = try reader.bytes()
            default: try reader.keep(tag, in: &unknownFields)
            }
        }
    }

    public func encode(_ writer: inout Writer) {
        writer.bytes(1, value)
        writer.unknown(unknownFields)
    }
}
