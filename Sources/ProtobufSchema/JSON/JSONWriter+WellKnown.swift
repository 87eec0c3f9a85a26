internal import ByteText
internal import JSONText
internal import ProtobufWire

// The forms of the google.protobuf types. Source: https://protobuf.dev/programming-guides/json/
extension JSONComposer {
    mutating func write(_ fields: FieldTable, of type: MessageIndex, _ wellKnown: WellKnownType) throws(JSONError) {
        let first = pool.layouts[type].fields.lowerBound
        switch wellKnown {
        case .timestamp, .duration: try time(wellKnown, fields, from: first)
        case .fieldMask: try fieldMask(fields, first)
        case .any: try any(fields, first)
        case .structure: try map(fields, first)
        case .listValue: try list(fields, first)
        case .value: try value(fields, of: type)
        case .wrapper: try singular(fields, first)
        }
    }

    // MARK: Time

    private mutating func time(
        _ type: WellKnownType, _ fields: FieldTable, from first: FieldIndex
    ) throws(JSONError) {
        let seconds = Int64(bitPattern: fields.last(first)?.bits ?? 0)
        let nanos = Int(Int32(truncatingIfNeeded: fields.last(first + 1)?.bits ?? 0))
        guard !time(type, seconds: seconds, nanos: nanos) else { return }
        throw type == .timestamp
            ? JSONError(
                .invalidTimestamp,
                "A Timestamp goes from year 1 to year 9999 and has nanos from 0 to 999999999, not \(seconds) s and "
                    + "\(nanos) ns.")
            : JSONError(
                .invalidDuration,
                "A Duration has up to 315576000000 seconds and 999999999 nanos, both of one sign, not \(seconds) s and "
                    + "\(nanos) ns.")
    }

    /// Writes a Timestamp or a Duration.
    ///
    /// - Returns: False when the time is out of range.
    mutating func time(_ type: WellKnownType, seconds: Int64, nanos: Int) -> Bool {
        output.plainString { text in
            type == .timestamp
                ? JSONTime.append(timestamp: seconds, nanos, to: &text)
                : JSONTime.append(duration: seconds, nanos, to: &text)
        }
    }

    // MARK: FieldMask

    private mutating func fieldMask(_ fields: FieldTable, _ index: FieldIndex) throws(JSONError) {
        var paths: [String] = []
        try fields.forEach(index, in: bytes, pool) { occurrence throws(JSONError) in
            let path = bytes.string(occurrence.value)
            guard let camel = MaskPath.camelCase(path) else {
                throw JSONError(
                    .invalidFieldMask,
                    "“\(path)” does not survive the way to camelCase and back; JSON has no form for it."
                ).inside(component(index, paths.count))
            }
            paths.append(camel)
        }
        output.string(paths.joined(separator: ","))
    }

    // MARK: Any

    private mutating func any(_ fields: FieldTable, _ first: FieldIndex) throws(JSONError) {
        let url = fields.last(first)?.value ?? 0..<0
        let value = fields.last(first + 1)?.value ?? 0..<0
        output.openObject()
        guard !url.isEmpty || !value.isEmpty else { return output.closeObject() }
        let typeURL = bytes.string(url)
        guard let type = pool.messageIndex(forTypeURL: typeURL) else {
            throw JSONError(.invalidAny, "The type “\(typeURL)” is not in the schema, so its JSON form is not known.")
        }
        let descriptor = MessageDescriptor(pool: pool, index: type)
        if let damage = WireDamage.first(in: bytes, value, as: descriptor, limits: input.limits) {
            throw JSONError(.invalidAny, "The value is not a \(descriptor.fullName): \(damage).", damage: damage)
        }
        output.string("@type", typeURL)
        if pool.layouts[type].wellKnown != nil {
            output.key("value")
            try submessage([value], as: type)
        } else {
            depth += 1
            defer { depth -= 1 }
            try checkDepth()
            try members(table([value], as: type), of: type)
        }
        output.closeObject()
    }

    // MARK: Value

    /// Writes the member that is set, `null` when there is none.
    private mutating func value(_ fields: FieldTable, of type: MessageIndex) throws(JSONError) {
        guard let index = pool.layouts[type].fields.first(where: { fields.contains($0) }),
            pool.shapes[index].kind != .enumeration
        else { return output.null() }
        if pool.shapes[index].kind == .double, let bits = fields.last(index)?.bits,
            !Double(bitPattern: bits).isFinite
        {
            throw JSONError(.invalidValue, "A Value cannot hold NaN or an infinity in JSON.")
        }
        try singular(fields, index)
    }
}
