internal import ByteText
internal import ProtobufWire

/// One run of the reader. Writes fields as they come; in the end they are brought into canonical form.
///
/// Messages that are open stand in an array, so that no text exhausts the stack.
struct TextParser {
    /// The field that a name stands for.
    enum Target {
        case field(FieldIndex)
        /// The number of a field on the wire.
        case number(Int)
        /// A reserved name, or one inside its value: nothing is written.
        case skipped
    }

    struct Level {
        enum Content {
            case type(MessageIndex)
            /// Fields by number.
            case numbers
            case skipped
        }

        /// The wire format around the message in the output. `body` is the position of the first byte inside.
        enum Frame {
            case delimited(body: Int)
            case group(number: Int)
            case any(type: MessageIndex, body: Int)
            case none
        }

        var content: Content
        var frame: Frame
        /// The bracket that opened the message, and the one that closes it.
        var opening: TextPlace?
        var closing: Unicode.Scalar = "}"
        /// The field that holds the message.
        var component: FieldPath.Component?
        /// How many values each field has so far.
        var counts: [FieldIndex: Int] = [:]
        /// The member of each oneof that is set.
        var members: [OneofIndex: FieldIndex] = [:]
        /// The field whose list is open.
        var list: Target?
    }

    let pool: SchemaPool
    let options: TextReader.Options
    let limits: DecodingLimits
    private var tokenizer: Tokenizer
    private(set) var token = Token(kind: .end, range: 0..<0, place: .unknown)
    var output: [UInt8] = []
    var levels: [Level]
    /// The field whose value is being read.
    var current: FieldPath.Component?

    init(_ text: [UInt8], as message: MessageDescriptor, _ reader: TextReader) throws(TextError) {
        pool = message.pool
        options = reader.options
        limits = reader.limits
        tokenizer = Tokenizer(text, .textFormat)
        levels = [Level(content: .type(message.index), frame: .none)]
        try advance()
    }

    /// The whole text.
    mutating func message(as type: MessageIndex) throws(TextError) -> [UInt8] {
        while try step() {}
        return try canonical(type, from: 0)
    }

    /// Reads the end of a message, the next element of a list, or a field; false at the end of the text.
    private mutating func step() throws(TextError) -> Bool {
        let top = levels.count - 1
        if let target = levels[top].list {
            if try consume("]") {
                levels[top].list = nil
                try separator()
            } else {
                guard try consume(",") else {
                    throw failure(.syntax, "A list goes on with , or ends with ], not \(found).")
                }
                try value(target)
            }
        } else if token.kind == .end {
            guard let opening = levels[top].opening else { return false }
            throw failure(.syntax, "The message that begins here has no \(levels[top].closing).", at: opening)
        } else if let opening = levels[top].opening, sees("}") || sees(">") {
            let closing = levels[top].closing
            guard sees(closing) else {
                throw failure(
                    .syntax, "The message that begins in line \(opening.line) ends with \(closing), not \(found).")
            }
            try close()
        } else {
            current = nil
            try field()
        }
        return true
    }

    // MARK: Tokens

    func spelling(_ token: Token) -> String { String(decoding: tokenizer.bytes[token.range], as: UTF8.self) }

    func literal(_ token: Token) -> ArraySlice<UInt8> { tokenizer.bytes[token.range] }

    /// The token at hand, for an error.
    var found: String {
        if token.kind == .end { return "the end of the text" }
        let text = spelling(token)
        return text.utf8.count > 60 ? "“\(text.prefix(40))…”" : "“\(text)”"
    }

    mutating func advance() throws(TextError) {
        token = try scan { tokenizer throws(Tokenizer.Failure) in try tokenizer.next() }
    }

    /// Takes a step in the text. An error of the tokenizer becomes one of the reader.
    private mutating func scan<R>(
        _ step: (inout Tokenizer) throws(Tokenizer.Failure) -> R
    ) throws(TextError) -> R {
        do throws(Tokenizer.Failure) {
            return try step(&tokenizer)
        } catch {
            throw TextError(.syntax, error.message, path: path, place: error.place)
        }
    }

    func sees(_ symbol: Unicode.Scalar) -> Bool {
        token.kind == .symbol && tokenizer.bytes[token.range.lowerBound] == UInt8(ascii: symbol)
    }

    mutating func consume(_ symbol: Unicode.Scalar) throws(TextError) -> Bool {
        guard sees(symbol) else { return false }
        try advance()
        return true
    }

    /// One comma or semicolon, behind a field.
    mutating func separator() throws(TextError) {
        if sees(",") || sees(";") { try advance() }
    }

    private var path: FieldPath { FieldPath(levels.compactMap(\.component) + [current].compactMap { $0 }) }

    /// An error at a place; at the token at hand unless another is given.
    func failure(_ code: TextError.Code, _ message: String, at place: TextPlace? = nil) -> TextError {
        TextError(code, message, path: path, place: place ?? token.place)
    }

    // MARK: Names

    private mutating func field() throws(TextError) {
        let name = token
        let content = levels[levels.count - 1].content
        switch (name.kind, content) {
        case (.symbol, .type) where sees("["), (.symbol, .skipped) where sees("["): try bracketed(content)
        case (.identifier, .type(let type)): try values(of: resolve(spelling(name), type), name)
        case (.identifier, .skipped), (.integer, .skipped): try values(of: .skipped, name)
        case (.integer, .type) where options.acceptsFieldNumbers, (.integer, .numbers):
            guard let value = UInt64(literal: literal(name)), let number = Int(exactly: value),
                Tag.fieldNumbers.contains(number)
            else { throw failure(.unknownField, "Field numbers go from 1 to \(Tag.fieldNumbers.upperBound).") }
            var target = Target.number(number)
            if case .type(let type) = content, let index = pool.field(number, of: type) { target = .field(index) }
            try values(of: target, name, number: number)
        default: throw failure(.syntax, "A field belongs here, not \(found).")
        }
    }

    private func resolve(_ name: String, _ type: MessageIndex) throws(TextError) -> Target {
        let record = pool.messages[type]
        if let index = record.names[name] { return .field(index) }
        // A group goes by the name of its message.
        let group = record.fields.first { pool.textName($0) == name }
        if let group { return .field(group) }
        if record.reservedNames.contains(name) { return .skipped }
        let hint = pool.descriptor(type).nearestFieldName(to: name).map { " Did you mean “\($0)”?" } ?? ""
        throw failure(.unknownField, "\(record.fullName) has no field \(found).\(hint)")
    }

    /// `[type.googleapis.com/full.Name] { ... }` within an Any, or the name of an extension.
    private mutating func bracketed(_ content: Level.Content) throws(TextError) {
        let start = token
        let name = try scan { tokenizer throws(Tokenizer.Failure) in try tokenizer.bracketedName() }
        let url = String(decoding: name, as: UTF8.self)
        try advance()
        guard case .type(let message) = content else { return try values(of: .skipped, start) }
        if let index = pool.messages[message].names["[\(url)]"] { return try values(of: .field(index), start) }
        guard pool.layouts[message].wellKnown == .any else {
            throw failure(
                .extensionName,
                "The schema has no extension “\(url)” of \(pool.messages[message].fullName), which is no Any either.",
                at: start.place)
        }
        guard let slash = url.utf8.firstIndex(of: UInt8(ascii: "/")), slash != url.startIndex,
            let type = pool.messageIndex(forTypeURL: url)
        else {
            throw failure(
                .unknownType, "“\(url)” is no type of the schema, such as type.googleapis.com/full.Name.",
                at: start.place)
        }
        let first = pool.layouts[message].fields.lowerBound
        try claim(first, start)
        try claim(first + 1, start)
        output.append(tag: pool.shapes[first].number, delimited: name.span)
        _ = try consume(":")
        output.append(tag: pool.shapes[first + 1].number, .lengthDelimited)
        output.append(0)
        try open(.type(type), .any(type: type, body: output.count))
    }

    /// Counts one value of a field, which may be the only one.
    mutating func claim(_ index: FieldIndex, _ name: Token) throws(TextError) {
        let top = levels.count - 1
        let shape = pool.shapes[index]
        let count = levels[top].counts[index] ?? 0
        current = .init(number: shape.number, name: pool.fields[index].name, index: shape.isRepeated ? count : nil)
        if !shape.isRepeated {
            if count > 0, options.mergesRepeatedMessages, shape.kind.isMessage { return }
            guard count == 0 else {
                throw failure(
                    .duplicateField, "“\(pool.fields[index].name)” has a value already; take one away.", at: name.place)
            }
            if let oneof = shape.oneof, let other = levels[top].members.updateValue(index, forKey: oneof) {
                throw failure(
                    .duplicateField,
                    "“\(pool.fields[index].name)” and “\(pool.fields[other].name)” belong to one oneof; keep one.",
                    at: name.place)
            }
        }
        levels[top].counts[index] = count + 1
    }

    // MARK: Messages

    /// Opens the message of a field at `{` or `<`, and writes its tag: a group stands between two tags, any other behind
    /// its length.
    mutating func open(_ content: Level.Content, of number: Int, _ wireType: WireType) throws(TextError) {
        output.append(tag: number, wireType)
        guard wireType == .lengthDelimited else { return try open(content, .group(number: number)) }
        output.append(0)
        try open(content, .delimited(body: output.count))
    }

    /// Opens a message at `{` or `<`.
    mutating func open(_ content: Level.Content, _ frame: Level.Frame) throws(TextError) {
        guard sees("{") || sees("<") else {
            throw failure(.wrongType, "A message begins with { or <, not with \(found).")
        }
        // Unknown fields may hold, in bytes, some levels more than the message has; groups are levels of the message.
        let isGuess =
            switch (content, frame) {
            case (.type, _), (_, .group): false
            default: true
            }
        guard levels.count <= limits.recursion + (isGuess ? TextComposer.guessLimit : 0) else {
            throw failure(.tooDeep, "Messages nest more than \(limits.recursion) levels deep here.")
        }
        levels.append(
            Level(
                content: content, frame: frame, opening: token.place, closing: sees("{") ? "}" : ">", component: current
            ))
        current = nil
        try advance()
    }

    private mutating func close() throws(TextError) {
        let level = levels.removeLast()
        current = level.component
        switch level.frame {
        case .none: break
        case .delimited(let body): try setLength(body)
        case .group(let number): output.append(tag: number, .endGroup)
        case .any(let type, let body):
            output.replaceSubrange(body..., with: try canonical(type, from: body))
            try setLength(body)
        }
        current = nil
        try advance()
        if levels[levels.count - 1].list == nil { try separator() }
    }

    /// Puts the length of what was written since before it, where one byte was left for it.
    private mutating func setLength(_ body: Int) throws(TextError) {
        let count = output.count - body
        guard count <= limits.messageSize else { throw tooLarge(count) }
        output.putLength(before: body)
    }

    /// The output from `start` on, as a message of the type in canonical form.
    private func canonical(_ type: MessageIndex, from start: Int) throws(TextError) -> [UInt8] {
        guard output.count - start <= limits.messageSize else { throw tooLarge(output.count - start) }
        return WireInput(output.span, pool: pool, limits: limits).canonical(start..<output.count, as: type)
    }

    private func tooLarge(_ count: Int) -> TextError {
        failure(.tooLarge, "The message has \(count) bytes, more than the \(limits.messageSize) that are allowed.")
    }
}
