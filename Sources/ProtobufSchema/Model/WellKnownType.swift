/// Messages of `google.protobuf` that the JSON mapping treats specially.
package enum WellKnownType: Sendable, Hashable {
    case timestamp, duration, fieldMask, any, structure, value, listValue, wrapper

    /// - Parameter fields: Ascending by number.
    /// - Returns: `nil` for other messages, and for those that bear a well-known name with other fields than everybody knows.
    init?(_ fullName: String, _ fields: ArraySlice<FieldRecord>) {
        let package = "google.protobuf."
        guard fullName.hasPrefix(package) else { return nil }
        let shapes = fields.map(\.shape)
        let kinds = shapes.map { "\($0.number):\($0.isMap ? "map" : $0.kind.keyword)\($0.isRepeated ? "*" : "")" }
        switch (fullName.dropFirst(package.count), kinds.joined(separator: " ")) {
        case ("Timestamp", "1:int64 2:int32"): self = .timestamp
        case ("Duration", "1:int64 2:int32"): self = .duration
        case ("FieldMask", "1:string*"): self = .fieldMask
        case ("Any", "1:string 2:bytes"): self = .any
        case ("Struct", "1:map*"): self = .structure
        case ("ListValue", "1:message*"): self = .listValue
        case ("Value", "1:enum 2:double 3:string 4:bool 5:message 6:message"): self = .value
        case ("DoubleValue", _), ("FloatValue", _), ("Int64Value", _), ("UInt64Value", _), ("Int32Value", _),
            ("UInt32Value", _), ("BoolValue", _), ("StringValue", _), ("BytesValue", _):
            guard shapes.count == 1, shapes[0].number == 1, !shapes[0].kind.isMessage, shapes[0].kind != .enumeration,
                !shapes[0].hasPresence
            else { return nil }
            self = .wrapper
        default: return nil
        }
    }
}

extension MessageDescriptor {
    /// `nil` for other messages, also for messages with a well-known name and other fields.
    package var wellKnown: WellKnownType? { pool.layouts[index].wellKnown }
}
