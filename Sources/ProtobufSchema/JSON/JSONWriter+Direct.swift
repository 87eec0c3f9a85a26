internal import ByteText
internal import JSONText
internal import ProtobufWire

// Messages as encoders write them: fields in ascending order, and each singular one once. Then members can be written
// while the bytes are read, which is several times as quick as gathering them first.
extension JSONComposer {
    /// Writes a message in one pass. The bytes need not have been checked.
    ///
    /// - Returns: False for bytes that are laid out in another way, are no such message or have no JSON form. What was
    ///   written is of no use then, and ``gather(_:as:)`` says what is wrong.
    mutating func direct(_ range: Range<Int>, as type: MessageIndex) -> Bool {
        guard depth < input.limits.recursion, range.count <= input.limits.messageSize, !options.printsDefaults else {
            return false
        }
        if let wellKnown = pool.layouts[type].wellKnown { return direct(range, as: type, wellKnown) }
        output.openObject()
        var last: FieldIndex?
        var isInList = false
        var oneofs: UInt64 = 0
        var offset = range.lowerBound
        while offset < range.upperBound {
            guard let field = try? WireScan.field(bytes, &offset, range.upperBound, levels: 0) else { return false }
            guard let index = pool.field(field.number, of: type) else { continue }
            let shape = pool.shapes[index]
            guard shape.accepts(field.wireType) else { continue }
            if shape.isClosed, pool.holdsForeign(bytes, field, to: index) {
                guard field.wireType == .varint else { return false }
                continue
            }
            if let last { guard index > last || index == last && shape.isRepeated else { return false } }
            guard !shape.isMap else { return false }
            if let oneof = shape.oneof {
                // A second member of a oneof would undo the first.
                let member = oneof - pool.layouts[type].oneofs.lowerBound
                guard member < 64, oneofs & 1 << UInt64(member) == 0 else { return false }
                oneofs |= 1 << UInt64(member)
            }
            if index != last, isInList {
                output.closeArray()
                isInList = false
            }
            last = index
            // A packed field may be there and empty.
            let isPacked = shape.isRepeated && shape.kind.isPackable && field.wireType == .lengthDelimited
            if isPacked, field.value.isEmpty { continue }
            if !shape.isRepeated, !shape.hasPresence, field.isDefault(of: shape.kind) { continue }
            if !isInList { output.key(beginning: beginning(index)) }
            if shape.isRepeated, !isInList {
                output.openArray()
                isInList = true
            }
            guard isPacked ? directPacked(field.value, of: index) : directValue(field, of: index) else { return false }
        }
        if isInList { output.closeArray() }
        output.closeObject()
        return true
    }

    private mutating func directPacked(_ range: Range<Int>, of index: FieldIndex) -> Bool {
        let kind = pool.shapes[index].kind
        var offset = range.lowerBound
        while offset < range.upperBound {
            guard let bits = try? packedElement(bytes, &offset, range.upperBound, kind) else { return false }
            scalar(0..<0, bits: bits, of: index)
        }
        return true
    }

    private mutating func directValue(_ field: WireScan.Field, of index: FieldIndex) -> Bool {
        let shape = pool.shapes[index]
        switch shape.kind {
        case .message:
            guard let type = shape.message else { return false }
            depth += 1
            defer { depth -= 1 }
            return direct(field.value, as: type)
        case .group: return false
        case .string:
            guard WireScan.isUTF8(bytes, field.value) else { return false }
            output.string(bytes, field.value)
        default: scalar(field.value, bits: field.bits, of: index)
        }
        return true
    }

    // MARK: google.protobuf types

    private mutating func direct(_ range: Range<Int>, as type: MessageIndex, _ wellKnown: WellKnownType) -> Bool {
        switch wellKnown {
        case .wrapper:
            let value = pool.layouts[type].fields.lowerBound
            var offset = range.lowerBound
            guard offset < range.upperBound else {
                scalar(0..<0, bits: 0, of: value)
                return true
            }
            guard let field = try? WireScan.field(bytes, &offset, range.upperBound, levels: 0),
                offset == range.upperBound, pool.field(field.number, of: type) == value,
                pool.shapes[value].accepts(field.wireType)
            else { return false }
            return directValue(field, of: value)
        case .timestamp, .duration: return directTime(range, wellKnown)
        case .fieldMask: return directMask(range)
        case .any, .structure, .listValue, .value: return false
        }
    }

    /// Writes seconds and nanoseconds, each once and in this order.
    private mutating func directTime(_ range: Range<Int>, _ type: WellKnownType) -> Bool {
        var (seconds, nanos) = (Int64(0), 0)
        var offset = range.lowerBound
        var last = 0
        while offset < range.upperBound {
            guard let field = try? WireScan.field(bytes, &offset, range.upperBound, levels: 0),
                field.wireType == .varint, field.number > last, field.number <= 2
            else { return false }
            last = field.number
            if last == 1 {
                seconds = Int64(bitPattern: field.bits)
            } else {
                nanos = Int(Int32(truncatingIfNeeded: field.bits))
            }
        }
        return time(type, seconds: seconds, nanos: nanos)
    }

    /// Writes paths, when there is nothing else and all are ASCII.
    private mutating func directMask(_ range: Range<Int>) -> Bool {
        let bytes = bytes
        return output.plainString { text in
            var offset = range.lowerBound
            while offset < range.upperBound {
                if offset > range.lowerBound { text.append(UInt8(ascii: ",")) }
                guard let field = try? WireScan.field(bytes, &offset, range.upperBound, levels: 0),
                    field.number == 1, field.wireType == .lengthDelimited,
                    MaskPath.append(camelCase: bytes, field.value, to: &text)
                else { return false }
            }
            return true
        }
    }
}

extension WireScan.Field {
    /// Whether the value is the one that a field without presence leaves out.
    fileprivate func isDefault(of kind: FieldKind) -> Bool {
        ScalarValue.isDefault(self, kind)
    }
}
