public import ProtobufSchema
internal import ProtobufWire

extension FieldMask {
    /// A mask of properties, which the compiler checks: a wrong name does not compile.
    ///
    /// ```swift
    /// request.updateMask = FieldMask(\Vehicle.vehicleState, \.lastLocation)
    /// print(FieldMask(\Vehicle.lastLocation?.speed).paths)  // ["last_location.speed"]
    /// ```
    /// The property of a oneof stands for all of its fields. The mask is in canonical form.
    ///
    /// The field of a property is found by decoding: it is the one whose presence in the bytes changes the property. So no
    /// table can disagree with the message's `merge`. Takes one decoding of a few bytes per field of the message and
    /// property: keep the mask where updates are frequent.
    ///
    /// - Precondition: Each property is a field of the message, or of a message in it by optional chaining, up to five levels
    ///   deep. Computed properties, `unknownFields` and elements of arrays trap.
    public init<M: SchemaMessage, each Value: Hashable>(_ properties: repeat KeyPath<M, each Value>) {
        var paths: [String] = []
        for property in repeat each properties {
            let found = M.descriptor.map { FieldProbe(property: property).paths(in: $0, inside: []) } ?? []
            precondition(!found.isEmpty, "FieldMask: \(property) is no field of \(M.fullName).")
            paths += found
        }
        self = FieldMask(paths: paths).canonical
    }
}

/// Finds the fields of a message that a property stands for.
private struct FieldProbe<M: SchemaMessage, Value: Hashable> {
    let property: KeyPath<M, Value>

    /// The paths, in proto names, of the fields of the message at the end of `outer`, whose type is `type`. Empty if the
    /// property is none of them.
    func paths(in type: MessageDescriptor, inside outer: [FieldDescriptor]) -> [String] {
        let before = value(settingLastOf: outer)
        let fields = type.fields.filter { !$0.isExtension }
        let changing = fields.filter { value(settingLastOf: outer + [$0]) != before }
        switch changing.count {
        case 0:
            // An optional in a message that is missing itself: setting the message leaves it `nil`.
            guard outer.count < 4 else { return [] }
            return fields.lazy.map { inner($0, outer) }.first { !$0.isEmpty } ?? []
        case 1 where !Self.holdsMessage(value(settingLastOf: outer + changing)):
            // A property of the message, unless none of its fields changes it, as with `Int32?` for Int32Value.
            let paths = inner(changing[0], outer)
            if !paths.isEmpty { return paths }
        default: break
        }
        return changing.map { field in (outer + [field]).map(\.name).joined(separator: ".") }
    }

    /// Whether a value is a message, or the case of a oneof that has one.
    private static func holdsMessage(_ value: Any) -> Bool {
        if value is any Message { return true }
        let mirror = Mirror(reflecting: value)
        return [.optional, .enum].contains(mirror.displayStyle) && mirror.children.contains { holdsMessage($0.value) }
    }

    /// The paths inside `field`, if it is a message whose fields can be named; those of google.protobuf are named whole.
    private func inner(_ field: FieldDescriptor, _ outer: [FieldDescriptor]) -> [String] {
        guard let message = field.message, !field.isRepeated, !message.fullName.hasPrefix("google.protobuf.") else {
            return []
        }
        return paths(in: message, inside: outer + [field])
    }

    /// The property of a message in which only the last of `fields` is set, each of them inside the one before.
    private func value(settingLastOf fields: [FieldDescriptor]) -> Value {
        var bytes: [UInt8] = []
        for (index, field) in fields.enumerated().reversed() {
            bytes = field.encoded(index == fields.count - 1 ? nil : bytes)
        }
        // The bytes are sound by the schema, so the message's own type reads them.
        guard let message = try? M(decoding: bytes) else { return M()[keyPath: property] }
        return message[keyPath: property]
    }
}

extension FieldDescriptor {
    /// The field with a sub-message of these bytes; with `nil`, with a value that is not the default.
    fileprivate func encoded(_ body: [UInt8]?) -> [UInt8] {
        var writer = Writer()
        switch kind.wireType {
        case .varint: writer.uint64(number, 1)
        case .fixed64: writer.fixed64(number, 1)
        case .fixed32: writer.fixed32(number, 1)
        case .startGroup, .endGroup: break
        case .lengthDelimited: writer.bytes(number, present: body ?? (message == nil ? Array("a".utf8) : []))
        }
        return writer.bytes
    }
}
