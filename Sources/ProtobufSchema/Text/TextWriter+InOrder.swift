internal import ProtobufWire

// Messages as encoders write them: fields in ascending order, and each singular one once. Then they can be written as
// they come, without gathering them first.
extension TextComposer {
    /// Whether a message is laid out so, and holds nothing that needs a closer look: maps, groups, unknown fields.
    ///
    /// Only tags and lengths are read, not what is in sub-messages, so that asking on every level is linear.
    func isInOrder(_ range: Range<Int>, as type: MessageIndex) -> Bool {
        guard pool.layouts[type].wellKnown != .any || !options.expandsAny else { return false }
        var last: FieldIndex?
        var oneofs: UInt64 = 0
        var offset = range.lowerBound
        while offset < range.upperBound {
            guard let field = try? WireScan.field(bytes, &offset, range.upperBound, levels: 0),
                let index = pool.field(field.number, of: type)
            else { return false }
            let shape = pool.shapes[index]
            guard shape.accepts(field.wireType), !shape.isMap, shape.kind != .group,
                last.map({ index > $0 || index == $0 && shape.isRepeated }) ?? true,
                !shape.isClosed || !pool.holdsForeign(bytes, field, to: index)
            else { return false }
            last = index
            guard let oneof = shape.oneof else { continue }
            // A second member of a oneof would undo the first.
            let member = oneof - pool.layouts[type].oneofs.lowerBound
            guard member < 64, oneofs & 1 << UInt64(member) == 0 else { return false }
            oneofs |= 1 << UInt64(member)
        }
        return true
    }

    /// Writes the fields of a message that is in order.
    mutating func fieldsInOrder(_ range: Range<Int>, as type: MessageIndex) {
        var offset = range.lowerBound
        while offset < range.upperBound,
            let field = try? WireScan.field(bytes, &offset, range.upperBound, levels: 0),
            let index = pool.field(field.number, of: type)
        {
            let shape = pool.shapes[index]
            if shape.kind.isMessage {
                submessage([field.value], of: index)
            } else if !shape.isRepeated {
                guard shape.hasPresence || !ScalarValue.isDefault(field, shape.kind) else { continue }
                scalar(field.value, bits: field.bits, of: index)
            } else if shape.kind.isPackable {
                pool.forEachScalar(bytes, field, of: index) { scalar(0..<0, bits: $0, of: index) }
            } else {
                scalar(field.value, bits: 0, of: index)
            }
        }
    }
}
