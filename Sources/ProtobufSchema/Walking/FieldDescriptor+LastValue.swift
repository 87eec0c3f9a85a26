extension FieldDescriptor {
    /// Where the last value of the field lies among the fields at the top of a message; `nil` when it does not come.
    ///
    /// Of a singular field that is no message it is the one that counts. What cannot be read is passed over. Linear.
    package func lastValue(in message: [UInt8]) -> Range<Int>? {
        var finder = LastValueFinder(field: index)
        WireWalker().walk(message, as: parent, visitor: &finder)
        return finder.value
    }

    /// The last value as text; `nil` when the field does not come, or is no `string`.
    package func lastText(in message: [UInt8]) -> String? {
        guard kind == .string else { return nil }
        return lastValue(in: message).map { String(decoding: message[$0], as: UTF8.self) }
    }
}

private struct LastValueFinder: WireVisitor {
    let field: FieldIndex
    var value: Range<Int>?

    private mutating func take(_ found: WireField) {
        if found.depth == 0, found.fieldIndex == field, found.fits { value = found.value }
    }

    mutating func enter(_ field: WireField) -> Bool {
        take(field)
        // Where a group ends is known behind it.
        return field.content == .group
    }
    mutating func leave(_ field: WireField) { take(field) }
    mutating func field(_ field: WireField) { take(field) }
    mutating func damage(_ damage: WireDamage) {}
}
