internal import ProtobufWire

// The forms of the google.protobuf types. Source: https://protobuf.dev/programming-guides/json/
extension JSONParser {
    mutating func wellKnown(
        _ bytes: Span<UInt8>, _ wellKnown: WellKnownType, _ type: MessageIndex, _ depth: Int
    ) throws(JSONError) {
        let first = pool.layouts[type].fields.lowerBound
        switch wellKnown {
        case .timestamp, .duration: try time(bytes, wellKnown, type, first)
        case .fieldMask: try fieldMask(bytes, type)
        case .any: try any(bytes, type, depth)
        case .structure: try map(bytes, first, depth)
        case .listValue: try list(bytes, first, depth)
        case .value: try value(bytes, type: type, depth)
        case .wrapper: _ = try scalar(bytes, first, .unlessDefault)
        }
    }

    @inline(never)
    private mutating func time(
        _ bytes: Span<UInt8>, _ wellKnown: WellKnownType, _ type: MessageIndex, _ first: FieldIndex
    ) throws(JSONError) {
        let text = try string(bytes, type)
        let time = text.read(bytes) {
            wellKnown == .timestamp ? JSONTime.timestamp($0, $1) : JSONTime.duration($0, $1)
        }
        guard let time else { throw invalidTime(bytes, text, wellKnown) }
        if time.seconds != 0 { append(UInt64(bitPattern: time.seconds), first) }
        if time.nanos != 0 { append(UInt64(bitPattern: Int64(time.nanos)), first + 1) }
    }

    private mutating func append(_ bits: UInt64, _ index: FieldIndex) {
        output.append(tag: pool.shapes[index].number, pool.shapes[index].kind.wireType)
        output.append(bits: bits, pool.shapes[index].kind)
    }

    private mutating func string(_ bytes: Span<UInt8>, _ type: MessageIndex) throws(JSONError) -> JSONText {
        try expect(.string, scanner.kind(bytes), pool.messages[type].fullName)
        return try scanner.string(bytes)
    }

    private func invalidTime(_ bytes: Span<UInt8>, _ text: JSONText, _ type: WellKnownType) -> JSONError {
        type == .timestamp
            ? JSONError(
                .invalidTimestamp, at: text.offset,
                "“\(text.excerpt(bytes))” is no Timestamp: those look like “2024-05-06T07:08:09.123Z” or end in an "
                    + "offset such as “+02:00”, have up to 9 digits behind the point, and go from year 1 to year 9999.")
            : JSONError(
                .invalidDuration, at: text.offset,
                "“\(text.excerpt(bytes))” is no Duration: those look like “1.5s” or “-3s”, have up to 9 digits behind "
                    + "the point, and go to 315576000000 seconds.")
    }

    // MARK: FieldMask

    @inline(never)
    private mutating func fieldMask(_ bytes: Span<UInt8>, _ type: MessageIndex) throws(JSONError) {
        let text = try string(bytes, type)
        guard !text.isEmpty else { return }
        let paths = text.read(bytes) { source, range in
            var paths: [String] = []
            var start = range.lowerBound
            for index in range where source[index] == UInt8(ascii: ",") {
                paths.append(source.string(start..<index))
                start = index + 1
            }
            paths.append(source.string(start..<range.upperBound))
            return paths
        }
        for path in paths {
            guard !path.utf8.contains(UInt8(ascii: "_")) else {
                throw JSONError(
                    .invalidFieldMask, at: text.offset,
                    "“\(text.excerpt(bytes))” has an underscore; in JSON a path is in camelCase, such as “tripStatus”.")
            }
            let snake = Array(MaskPath.snakeCase(path).utf8)
            tag(pool.layouts[type].fields.lowerBound)
            output.append(varint: UInt64(snake.count))
            output.append(contentsOf: snake)
        }
    }

    // MARK: Value

    private mutating func value(_ bytes: Span<UInt8>, type: MessageIndex, _ depth: Int) throws(JSONError) {
        let position =
            switch try scanner.kind(bytes) {
            case .null: 0
            case .number: 1
            case .string: 2
            case .boolean: 3
            case .object: 4
            case .array: 5
            }
        let index = pool.layouts[type].fields.lowerBound + position
        if position == 0 {
            try scanner.null(bytes)
            append(0, index)
        } else {
            try value(bytes, index, depth)
        }
    }

    // MARK: Any

    private mutating func any(_ bytes: Span<UInt8>, _ type: MessageIndex, _ depth: Int) throws(JSONError) {
        try expect(.object, scanner.kind(bytes), pool.messages[type].fullName)
        let start = scanner.offset
        guard let url = try typeURL(bytes, depth) else { return }
        guard let content = pool.messageIndex(forTypeURL: url.string(bytes)) else {
            throw unknownType(url, bytes)
        }
        let first = pool.layouts[type].fields.lowerBound
        tag(first)
        url.read(bytes) { source, range in
            output.append(varint: UInt64(range.count))
            output.append(source, range)
        }
        let before = output.count
        let body = open(first + 1)
        // The content is opaque on the wire, so that it is brought into order by itself.
        let wasSorted = isSorted
        isSorted = true
        try checkDepth(bytes, depth + 1)
        scanner.move(to: start)
        scanner.open(bytes)
        if pool.layouts[content].wellKnown == nil {
            try members(bytes, content, depth + 1, isAny: true)
        } else {
            try wellKnownContent(bytes, start, content, depth + 1)
        }
        if !isSorted { sort(from: body, content) }
        isSorted = wasSorted
        if output.count == body {
            output.removeLast(body - before)
        } else {
            close(body)
        }
    }

    /// The value of the member `@type`, wherever in the object at hand it is; `nil` for an empty object, which is
    /// stepped over.
    @inline(never)
    private mutating func typeURL(_ bytes: Span<UInt8>, _ depth: Int) throws(JSONError) -> JSONText? {
        let start = scanner.offset
        scanner.open(bytes)
        var isFirst = true
        while let name = try scanner.member(bytes, isFirst: &isFirst) {
            guard name.excerpt(bytes) == "@type" else {
                do throws(JSONError) {
                    try scanner.skip(bytes, levels: 2 * limits.recursion + 2)
                } catch {
                    throw error.inside(name, bytes)
                }
                continue
            }
            let found = try scanner.kind(bytes)
            guard found == .string else {
                throw JSONError(.invalidAny, at: scanner.offset, "“@type” is a string, not \(found.name).")
                    .inside(.member("@type"))
            }
            return try scanner.string(bytes)
        }
        if isFirst { return nil }
        throw JSONError(
            .invalidAny, at: start, "An Any needs the member “@type” that says what it holds: a host, a slash, a name.")
    }

    /// The members of an Any whose content has a form of its own, which stands in the member `value`.
    private mutating func wellKnownContent(
        _ bytes: Span<UInt8>, _ start: Int, _ content: MessageIndex, _ depth: Int
    ) throws(JSONError) {
        var names: Set<[UInt8]> = []
        var hasValue = false
        var isFirst = true
        while let name = try scanner.member(bytes, isFirst: &isFirst) {
            guard names.insert(name.array(bytes)).inserted else {
                throw duplicate(name, bytes)
            }
            do throws(JSONError) {
                switch name.excerpt(bytes) {
                case "value":
                    hasValue = true
                    try message(bytes, content, depth: depth)
                case "@type":
                    try scanner.skip(bytes, levels: 0)
                default:
                    guard options.ignoresUnknownMembers else {
                        throw noMember(name, content)
                    }
                    try scanner.skip(bytes, levels: max(0, limits.recursion - depth))
                }
            } catch {
                throw error.inside(name, bytes)
            }
        }
        guard hasValue else {
            throw noValue(start, content)
        }
    }

    // MARK: Errors, out of line as those of messages are

    @inline(never)
    private func unknownType(_ url: JSONText, _ bytes: Span<UInt8>) -> JSONError {
        JSONError(
            .invalidAny, at: url.offset,
            "The type “\(url.excerpt(bytes))” is not in the schema. Load the file that declares it; the type URL is its "
                + "full name behind a host and a slash."
        ).inside(.member("@type"))
    }

    @inline(never)
    private func noMember(_ name: JSONText, _ content: MessageIndex) -> JSONError {
        JSONError(
            .unknownMember, at: name.offset,
            "An Any that holds a \(pool.messages[content].fullName) has the members “@type” and “value”.")
    }

    @inline(never)
    private func noValue(_ start: Int, _ content: MessageIndex) -> JSONError {
        JSONError(
            .invalidAny, at: start,
            "An Any that holds a \(pool.messages[content].fullName) needs the member “value” with its JSON form.")
    }
}
