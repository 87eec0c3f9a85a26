extension FieldDescriptor {
    /// Calls `body` with the range of each of the field's values among the fields at the top of a message, in their order.
    ///
    /// Reading ends at damage. Linear.
    package func forEachValue(in message: [UInt8], _ body: (Range<Int>) -> Void) {
        let bytes = message[...]
        var reader = LevelReader(message.indices, as: parent)
        while let field = reader.next(bytes.span) {
            if field.number == number, accepts(field.wireType) { body(field.value) }
        }
    }

    /// The range of the field's last value among the fields at the top of a message; `nil` when the field does not occur.
    ///
    /// The last value of a singular field that is no message is the one that counts. Reading ends at damage. Linear.
    package func lastValue(in message: [UInt8]) -> Range<Int>? {
        var last: Range<Int>?
        forEachValue(in: message) { last = $0 }
        return last
    }

    /// The last value as text; `nil` when the field does not occur, or is no `string`.
    package func lastText(in message: [UInt8]) -> String? {
        guard kind == .string else { return nil }
        return lastValue(in: message).map { String(decoding: message[$0], as: UTF8.self) }
    }
}
