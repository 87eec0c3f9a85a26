/// Messages of `google.protobuf` that the JSON mapping treats specially.
package enum WellKnownType: Sendable, Hashable {
    case timestamp, duration, fieldMask, any, structure, value, listValue, wrapper

    init?(fullName: String) {
        switch fullName {
        case "google.protobuf.Timestamp": self = .timestamp
        case "google.protobuf.Duration": self = .duration
        case "google.protobuf.FieldMask": self = .fieldMask
        case "google.protobuf.Any": self = .any
        case "google.protobuf.Struct": self = .structure
        case "google.protobuf.Value": self = .value
        case "google.protobuf.ListValue": self = .listValue
        case "google.protobuf.DoubleValue", "google.protobuf.FloatValue", "google.protobuf.Int64Value",
            "google.protobuf.UInt64Value", "google.protobuf.Int32Value", "google.protobuf.UInt32Value",
            "google.protobuf.BoolValue", "google.protobuf.StringValue", "google.protobuf.BytesValue":
            self = .wrapper
        default: return nil
        }
    }
}

extension MessageDescriptor {
    /// `nil` for other messages, also for messages with a well-known name and other fields.
    package var wellKnown: WellKnownType? { pool.layouts[index].wellKnown }
}
