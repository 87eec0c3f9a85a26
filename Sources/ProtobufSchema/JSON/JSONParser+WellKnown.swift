internal import ByteText
internal import JSONText
internal import ProtobufWire

// The forms of the google.protobuf types. Source: https://protobuf.dev/programming-guides/json/
extension JSONParser {
    mutating func read(_ wellKnown: WellKnownType, _ type: MessageIndex) throws(JSONError) {
        let first = pool.layouts[type].fields.lowerBound
        switch wellKnown {
        case .timestamp, .duration: try time(wellKnown, type, first)
        case .fieldMask: try fieldMask(type, first)
        case .any: try any(type, first)
        case .structure: try map(first)
        case .listValue: try list(first)
        case .value: try value(from: first)
        case .wrapper: _ = try scalar(first, .unlessDefault)
        }
    }

    @inline(never)
    private mutating func time(_ kind: WellKnownType, _ type: MessageIndex, _ first: FieldIndex) throws(JSONError) {
        let text = try string(type)
        let time = scanner.withUTF8(of: text) {
            kind == .timestamp ? JSONTime.timestamp($0, $1) : JSONTime.duration($0, $1)
        }
        guard let time else { throw invalidTime(text, kind) }
        if time.seconds != 0 { pool.encodeNumber(UInt64(bitPattern: time.seconds), of: first, into: &output) }
        if time.nanos != 0 {
            pool.encodeNumber(UInt64(bitPattern: Int64(time.nanos)), of: first + 1, into: &output)
        }
    }

    private mutating func string(_ type: MessageIndex) throws(JSONError) -> JSONString {
        try expect(.string, found: kind(), pool.messages[type].fullName)
        return try string()
    }

    private func invalidTime(_ text: JSONString, _ type: WellKnownType) -> JSONError {
        let (code, form): (JSONError.Code, String) =
            type == .timestamp
            ? (.invalidTimestamp, "Timestamp, such as “2024-05-06T07:08:09.123Z”, from year 1 to year 9999")
            : (.invalidDuration, "Duration, such as “1.5s”, up to 315576000000 seconds")
        return JSONError(code, at: text.offset, "“\(scanner.excerpt(of: text))” is no \(form).")
    }

    // MARK: FieldMask

    @inline(never)
    private mutating func fieldMask(_ type: MessageIndex, _ paths: FieldIndex) throws(JSONError) {
        let text = try string(type)
        guard !text.isEmpty else { return }
        for path in scanner.utf8(of: text).split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            guard !path.contains(UInt8(ascii: "_")) else {
                throw JSONError(
                    .invalidFieldMask, at: text.offset,
                    "“\(scanner.excerpt(of: text))” has an underscore; in JSON a path is in camelCase, such as “tripStatus”."
                )
            }
            output.append(tag: pool.shapes[paths].number, delimited: MaskPath.snakeCase(path).span)
        }
    }

    // MARK: Value

    /// - Parameter first: The field for `null`, before those for the other kinds of values.
    private mutating func value(from first: FieldIndex) throws(JSONError) {
        switch try kind() {
        case .null:
            try null()
            pool.encodeNumber(0, of: first, into: &output)
        case .number: try value(first + 1)
        case .string: try value(first + 2)
        case .boolean: try value(first + 3)
        case .object: try value(first + 4)
        case .array: try value(first + 5)
        }
    }

    // MARK: Any

    private mutating func any(_ type: MessageIndex, _ first: FieldIndex) throws(JSONError) {
        try expect(.object, found: kind(), pool.messages[type].fullName)
        let start = scanner.offset
        guard let url = try typeURL() else { return }
        guard let content = pool.messageIndex(forTypeURL: scanner.string(of: url)) else {
            throw unknownType(url)
        }
        write(url, first)
        let before = output.count
        let body = open(first + 1)
        // The content is opaque on the wire, so that it is brought into order by itself.
        let wasSorted = isSorted
        isSorted = true
        try enter()
        scanner.offset = start
        scanner.open()
        if pool.layouts[content].wellKnown == nil {
            try members(content, isAny: true)
        } else {
            try wellKnownContent(content, at: start)
        }
        depth -= 1
        try checkSize()
        if !isSorted { sort(from: body, content) }
        isSorted = wasSorted
        closeUnlessEmpty(body, from: before)
    }

    /// The value of the member `@type`, wherever in the object at hand it is; `nil` for an empty object, which is
    /// stepped over.
    @inline(never)
    private mutating func typeURL() throws(JSONError) -> JSONString? {
        let start = scanner.offset
        var isEmpty = true
        scanner.open()
        while let name = try member() {
            isEmpty = false
            guard scanner.excerpt(of: name) == "@type" else {
                try skip(name, levels: 2 * limits.recursion + 2)
                continue
            }
            guard try kind() == .string else { break }
            return try string()
        }
        if isEmpty { return nil }
        throw JSONError(
            .invalidAny, at: start,
            "An Any needs the member “@type”, a string that says what it holds: a host, a slash, a name.")
    }

    /// The members of an Any whose content has a form of its own, which stands in the member `value`.
    private mutating func wellKnownContent(_ content: MessageIndex, at start: Int) throws(JSONError) {
        var others: Set<[UInt8]> = []
        var hasValue = false
        while let name = try member() {
            guard scanner.excerpt(of: name) == "value" else {
                try other(name, of: content, &others, isAny: true)
                continue
            }
            guard !hasValue else { throw duplicate(name) }
            hasValue = true
            do throws(JSONError) {
                try message(content)
            } catch {
                throw inside(name, error)
            }
        }
        guard hasValue else { throw noValue(content, at: start) }
    }

    // MARK: Errors, out of line as those of messages are

    @inline(never)
    private func unknownType(_ url: JSONString) -> JSONError {
        JSONError(
            .invalidAny, at: url.offset,
            "The type “\(scanner.excerpt(of: url))” is not in the schema. Load the file that declares it; the type URL is its "
                + "full name behind a host and a slash."
        ).inside(.member("@type"))
    }

    @inline(never)
    private func noValue(_ content: MessageIndex, at start: Int) -> JSONError {
        JSONError(
            .invalidAny, at: start,
            "An Any that holds a \(pool.messages[content].fullName) needs the member “value” with its JSON form.")
    }
}
