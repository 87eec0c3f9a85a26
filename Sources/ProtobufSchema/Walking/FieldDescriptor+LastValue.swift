extension FieldDescriptor {
    /// The range of the field's last value among the fields at the top of a message; `nil` when the field does not occur.
    ///
    /// The last value of a singular field that is no message is the one that counts. Reading ends at damage. Linear.
    package func lastValue(in message: [UInt8]) -> Range<Int>? {
        let bytes = message[...]
        var reader = LevelReader(message.indices, as: parent)
        var last: Range<Int>?
        while let field = reader.next(bytes.span) {
            if field.number == number, accepts(field.wireType) { last = field.value }
        }
        return last
    }

    /// The last value as text; `nil` when the field does not occur, or is no `string`.
    package func lastText(in message: [UInt8]) -> String? {
        guard kind == .string else { return nil }
        return lastValue(in: message).map { String(decoding: message[$0], as: UTF8.self) }
    }
}
