internal import ByteText
internal import JSONText

// The forms of the google.protobuf types. Source: https://protobuf.dev/programming-guides/json/
extension JSONComposer {
    mutating func write(_ message: GatheredMessage, as wellKnown: WellKnownType) throws(JSONError) {
        let first = pool.layouts[message.type].fields.lowerBound
        switch wellKnown {
        case .timestamp, .duration: try time(wellKnown, message, from: first)
        case .fieldMask:
            var paths = MaskText()
            try message.forEach(first) { path throws(JSONError) in
                guard !paths.append(input.bytes.extracting(path.value)) else { return }
                throw JSONError(
                    .invalidFieldMask,
                    "“\(input.bytes.string(path.value))” does not survive the way to camelCase and back; JSON has no form for it."
                ).inside(component(first, paths.count))
            }
            fieldMask(paths)
        case .any: try any(message, first)
        case .structure: try map(message, first)
        case .listValue: try list(message, first)
        case .value: try value(message)
        case .wrapper: try singular(message, first)
        }
    }

    // MARK: Time

    private mutating func time(
        _ type: WellKnownType, _ message: GatheredMessage, from first: FieldIndex
    ) throws(JSONError) {
        let seconds = Int64(bitPattern: message.last(first)?.bits ?? 0)
        let nanos = Int(Int32(truncatingIfNeeded: message.last(first + 1)?.bits ?? 0))
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

    /// Writes a Timestamp or a Duration; false when it is out of range.
    mutating func time(_ type: WellKnownType, seconds: Int64, nanos: Int) -> Bool {
        output.plainString { text in
            type == .timestamp
                ? JSONTime.append(timestamp: seconds, nanos, to: &text)
                : JSONTime.append(duration: seconds, nanos, to: &text)
        }
    }

    // MARK: FieldMask

    /// The paths of a FieldMask as they stand in its JSON.
    struct MaskText {
        fileprivate var bytes: [UInt8] = []
        private(set) var count = 0

        /// - Returns: False for a path that has no form in JSON; what is written of it is of no use then.
        mutating func append(_ path: Span<UInt8>) -> Bool {
            if count > 0 { bytes.append(UInt8(ascii: ",")) }
            guard MaskPath.append(camelCase: path, to: &bytes) else { return false }
            count += 1
            return true
        }
    }

    mutating func fieldMask(_ paths: MaskText) { output.string(paths.bytes.span, 0..<paths.bytes.count) }

    // MARK: Any

    private mutating func any(_ message: GatheredMessage, _ first: FieldIndex) throws(JSONError) {
        let url = message.last(first)?.value ?? 0..<0
        let value = message.last(first + 1)?.value ?? 0..<0
        output.openObject()
        guard !url.isEmpty || !value.isEmpty else { return output.closeObject() }
        let typeURL = input.bytes.string(url)
        guard let type = pool.messageIndex(forTypeURL: typeURL) else {
            throw JSONError(.invalidAny, "The type “\(typeURL)” is not in the schema, so its JSON form is not known.")
        }
        let descriptor = pool.descriptor(type)
        if let damage = WireDamage.first(in: input.bytes, value, as: descriptor, limits: input.limits) {
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
            try members(GatheredMessage(input, [value], as: type))
        }
        output.closeObject()
    }

    // MARK: Value

    /// Writes the member that is set, `null` when there is none.
    private mutating func value(_ message: GatheredMessage) throws(JSONError) {
        guard let index = pool.layouts[message.type].fields.first(where: { message.contains($0) }),
            pool.shapes[index].kind != .enumeration
        else { return output.null() }
        if pool.shapes[index].kind == .double, let bits = message.last(index)?.bits,
            !Double(bitPattern: bits).isFinite
        {
            throw JSONError(.invalidValue, "A Value cannot hold NaN or an infinity in JSON.")
        }
        try singular(message, index)
    }
}
