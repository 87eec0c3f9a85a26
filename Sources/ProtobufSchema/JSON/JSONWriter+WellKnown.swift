internal import ProtobufWire

// The forms of the google.protobuf types. Source: https://protobuf.dev/programming-guides/json/
extension JSONComposer {
    mutating func wellKnown(
        _ bytes: Span<UInt8>, _ fields: FieldTable, _ type: WellKnownType, _ message: MessageIndex, _ depth: Int
    ) throws(JSONError) {
        let first = pool.layouts[message].fields.lowerBound
        switch type {
        case .timestamp: try timestamp(seconds(fields, first), nanos(fields, first + 1))
        case .duration: try duration(seconds(fields, first), nanos(fields, first + 1))
        case .fieldMask: try fieldMask(bytes, fields, first)
        case .any: try any(bytes, fields, first, depth)
        case .structure: try map(bytes, fields, first, depth)
        case .listValue: try list(bytes, fields, first, depth)
        case .value: try value(bytes, fields, message, depth)
        case .wrapper: try singular(bytes, fields, first, depth)
        }
    }

    private func seconds(_ fields: FieldTable, _ index: FieldIndex) -> Int64 {
        Int64(bitPattern: fields.last(index)?.bits ?? 0)
    }

    private func nanos(_ fields: FieldTable, _ index: FieldIndex) -> Int {
        Int(Int32(truncatingIfNeeded: fields.last(index)?.bits ?? 0))
    }

    // MARK: Time

    private mutating func timestamp(_ seconds: Int64, _ nanos: Int) throws(JSONError) {
        guard output.quoted({ JSONTime.append(timestamp: seconds, nanos, to: &$0) }) else {
            throw JSONError(
                .invalidTimestamp,
                "A Timestamp goes from year 1 to year 9999 and has nanos from 0 to 999999999, not \(seconds) s and "
                    + "\(nanos) ns.")
        }
    }

    private mutating func duration(_ seconds: Int64, _ nanos: Int) throws(JSONError) {
        guard output.quoted({ JSONTime.append(duration: seconds, nanos, to: &$0) }) else {
            throw JSONError(
                .invalidDuration,
                "A Duration has up to 315576000000 seconds and 999999999 nanos, both of one sign, not \(seconds) s and "
                    + "\(nanos) ns.")
        }
    }

    // MARK: FieldMask

    private mutating func fieldMask(_ bytes: Span<UInt8>, _ fields: FieldTable, _ index: FieldIndex) throws(JSONError) {
        var text = ""
        var number = 0
        try fields.forEach(index, in: bytes, pool) { occurrence throws(JSONError) in
            let path = bytes.string(occurrence.value)
            guard let camel = MaskPath.camelCase(path) else {
                throw JSONError(
                    .invalidFieldMask,
                    "“\(path)” does not survive the way to camelCase and back; JSON has no form for it."
                ).inside(component(index, number))
            }
            text += number == 0 ? camel : "," + camel
            number += 1
        }
        output.string(text)
    }

    // MARK: Any

    private mutating func any(
        _ bytes: Span<UInt8>, _ fields: FieldTable, _ first: FieldIndex, _ depth: Int
    ) throws(JSONError) {
        let url = fields.last(first)?.value ?? 0..<0
        let value = fields.last(first + 1)?.value ?? 0..<0
        output.open("{")
        guard !url.isEmpty || !value.isEmpty else { return output.close("}", isEmpty: true) }
        let typeURL = bytes.string(url)
        guard let type = pool.messageIndex(forTypeURL: typeURL) else {
            throw JSONError(.invalidAny, "The type “\(typeURL)” is not in the schema, so its JSON form is not known.")
        }
        let descriptor = MessageDescriptor(pool: pool, index: type)
        if let damage = WireDamage.first(in: bytes, value, as: descriptor, limits: limits) {
            throw JSONError(.invalidAny, "The value is not a \(descriptor.fullName): \(damage).", damage: damage)
        }
        var isFirst = true
        output.separate(&isFirst)
        output.key("@type")
        output.string(typeURL)
        if pool.layouts[type].wellKnown != nil {
            output.separate(&isFirst)
            output.key("value")
            try message(bytes, [value], type, depth: depth + 1)
        } else {
            guard depth < 2 * limits.recursion else {
                throw JSONError(.tooDeep, "Messages within Any are nested too deeply here.")
            }
            try members(bytes, table(bytes, [value], type), type, depth + 1, &isFirst)
        }
        output.close("}", isEmpty: false)
    }

    // MARK: Value

    /// The member that is set, `null` when there is none.
    private mutating func value(
        _ bytes: Span<UInt8>, _ fields: FieldTable, _ message: MessageIndex, _ depth: Int
    ) throws(JSONError) {
        guard let index = pool.layouts[message].fields.first(where: { fields.contains($0) }),
            pool.shapes[index].kind != .enumeration
        else { return output.raw("null") }
        if pool.shapes[index].kind == .double, let bits = fields.last(index)?.bits,
            !Double(bitPattern: bits).isFinite
        {
            throw JSONError(.invalidValue, "A Value cannot hold NaN or an infinity in JSON.")
        }
        try singular(bytes, fields, index, depth)
    }
}
