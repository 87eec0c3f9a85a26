internal import JSONText
internal import ProtobufWire

// Messages as encoders write them need not be gathered: their members are written while the bytes are read.
extension JSONComposer {
    /// Writes a message in one pass. The bytes need not have been checked.
    ///
    /// - Returns: False for bytes that are laid out in another way, are no such message or have no JSON form. What was
    ///   written is of no use then, and ``gather(_:as:)`` says what is wrong.
    mutating func direct(_ range: Range<Int>, as type: MessageIndex) -> Bool {
        guard depth < input.limits.recursion, range.count <= input.limits.messageSize, !options.printsDefaults else {
            return false
        }
        var fields = FieldsInOrder(range, as: type, of: input, skipsUnknown: true)
        if let wellKnown = pool.layouts[type].wellKnown {
            return direct(&fields, from: pool.layouts[type].fields.lowerBound, wellKnown) && fields.isInOrder
        }
        output.openObject()
        var list: FieldIndex?
        while let index = fields.next(input) {
            let field = fields.field
            if list != nil, list != index {
                output.closeArray()
                list = nil
            }
            let shape = pool.shapes[index]
            let isPacked = shape.isRepeated && shape.kind.isPackable && field.wireType == .lengthDelimited
            // A packed field may be there and empty.
            if isPacked, field.value.isEmpty { continue }
            if !shape.isRepeated, !shape.hasPresence, ScalarValue.isDefault(field, shape.kind) { continue }
            if list == nil {
                output.key(beginning: beginning(index))
                if shape.isRepeated {
                    output.openArray()
                    list = index
                }
            }
            guard isPacked ? directPacked(field.value, of: index) : directValue(field, of: index) else { return false }
        }
        if list != nil { output.closeArray() }
        output.closeObject()
        return fields.isInOrder
    }

    private mutating func directPacked(_ range: Range<Int>, of index: FieldIndex) -> Bool {
        var cursor = WireCursor(input.bytes, range)
        while cursor.offset < range.upperBound {
            guard let bits = try? cursor.number(pool.shapes[index].kind.wireType) else { return false }
            scalar(0..<0, bits: bits, of: index)
        }
        return true
    }

    private mutating func directValue(_ field: WireCursor.Field, of index: FieldIndex) -> Bool {
        let shape = pool.shapes[index]
        if let type = shape.message {
            depth += 1
            defer { depth -= 1 }
            return direct(field.value, as: type)
        }
        guard shape.kind != .string || input.bytes.isUTF8(field.value) else { return false }
        scalar(field.value, bits: field.bits, of: index)
        return true
    }

    /// Writes a message of a `google.protobuf` type.
    private mutating func direct(
        _ fields: inout FieldsInOrder, from first: FieldIndex, _ wellKnown: WellKnownType
    ) -> Bool {
        switch wellKnown {
        case .wrapper:
            if fields.next(input) != nil { return directValue(fields.field, of: first) && fields.next(input) == nil }
            scalar(0..<0, bits: 0, of: first)
            return true
        case .timestamp, .duration:
            var (seconds, nanos) = (Int64(0), 0)
            while let index = fields.next(input) {
                if index == first {
                    seconds = Int64(bitPattern: fields.field.bits)
                } else {
                    nanos = Int(Int32(truncatingIfNeeded: fields.field.bits))
                }
            }
            return time(wellKnown, seconds: seconds, nanos: nanos)
        case .fieldMask:
            var paths = MaskText()
            while fields.next(input) != nil {
                let path = fields.field.value
                guard input.bytes.isUTF8(path), paths.append(input.bytes.extracting(path)) else { return false }
            }
            fieldMask(paths)
            return true
        case .any, .structure, .listValue, .value: return false
        }
    }
}
