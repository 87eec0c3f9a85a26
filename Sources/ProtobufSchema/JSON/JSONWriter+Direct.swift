internal import ProtobufWire

// Messages as encoders write them: fields in ascending order, and each singular one once. Then members can be written
// while the bytes are read, which is several times as quick as gathering them first.
extension JSONComposer {
    /// Writes a message in one pass. The bytes need not have been checked.
    ///
    /// - Returns: False for bytes that are laid out in another way, are no such message or have no JSON form. What was
    ///   written is of no use then, and the long way says what is wrong.
    mutating func direct(_ bytes: Span<UInt8>, _ range: Range<Int>, _ message: MessageIndex, depth: Int = 0) -> Bool {
        guard depth < limits.recursion, range.count <= limits.messageSize, !options.printsDefaults else { return false }
        if let type = pool.layouts[message].wellKnown { return direct(bytes, range, type, message, depth) }
        output.open("{")
        var isFirst = true
        var last: FieldIndex?
        var list = ListState()
        var oneofs: UInt64 = 0
        var offset = range.lowerBound
        while offset < range.upperBound {
            guard let field = try? WireScan.field(bytes, &offset, range.upperBound, levels: 0) else { return false }
            guard let index = pool.field(field.number, of: message) else { continue }
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
                let member = oneof - pool.layouts[message].oneofs.lowerBound
                guard member < 64, oneofs & 1 << UInt64(member) == 0 else { return false }
                oneofs |= 1 << UInt64(member)
            }
            if index != last { list.close(&output) }
            last = index
            if shape.isRepeated {
                guard directElements(bytes, field, index, depth, &list, &isFirst) else { return false }
            } else {
                let occurrence = FieldTable.Occurrence(field)
                if !shape.hasPresence, ScalarValue.isDefault(occurrence, shape.kind) { continue }
                output.member(beginning(index), &isFirst)
                guard directValue(bytes, field.value, field.bits, index, depth) else { return false }
            }
        }
        list.close(&output)
        output.close("}", isEmpty: isFirst)
        return true
    }

    /// The list that the last field has begun.
    private struct ListState {
        var isOpen = false
        var isFirst = true

        mutating func close(_ output: inout JSONOutput) {
            if isOpen { output.close("]", isEmpty: false) }
            self = ListState()
        }
    }

    /// One occurrence of a repeated field: an element, or packed ones.
    private mutating func directElements(
        _ bytes: Span<UInt8>, _ field: WireScan.Field, _ index: FieldIndex, _ depth: Int, _ list: inout ListState,
        _ isFirst: inout Bool
    ) -> Bool {
        let kind = pool.shapes[index].kind
        let isPacked = field.wireType == .lengthDelimited && kind.isPackable
        // Packed fields may be there and empty.
        guard !isPacked || !field.value.isEmpty else { return true }
        if !list.isOpen {
            output.member(beginning(index), &isFirst)
            output.open("[")
            list.isOpen = true
        }
        guard isPacked else {
            output.separate(&list.isFirst)
            return directValue(bytes, field.value, field.bits, index, depth)
        }
        var offset = field.valueStart
        while offset < field.valueEnd {
            guard let bits = try? packedElement(bytes, &offset, field.valueEnd, kind) else { return false }
            output.separate(&list.isFirst)
            scalar(bytes, 0..<0, bits, index)
        }
        return true
    }

    private mutating func directValue(
        _ bytes: Span<UInt8>, _ value: Range<Int>, _ bits: UInt64, _ index: FieldIndex, _ depth: Int
    ) -> Bool {
        switch pool.shapes[index].kind {
        case .message:
            guard let type = pool.shapes[index].message else { return false }
            return direct(bytes, value, type, depth: depth + 1)
        case .group: return false
        case .string:
            guard WireScan.isUTF8(bytes, value) else { return false }
            output.string(bytes, value)
        default: scalar(bytes, value, bits, index)
        }
        return true
    }

    // MARK: google.protobuf types

    private mutating func direct(
        _ bytes: Span<UInt8>, _ range: Range<Int>, _ type: WellKnownType, _ message: MessageIndex, _ depth: Int
    ) -> Bool {
        let first = pool.layouts[message].fields.lowerBound
        switch type {
        case .wrapper:
            var offset = range.lowerBound
            guard offset < range.upperBound else {
                scalar(bytes, 0..<0, 0, first)
                return true
            }
            guard let field = try? WireScan.field(bytes, &offset, range.upperBound, levels: 0),
                offset == range.upperBound, pool.field(field.number, of: message) == first,
                pool.shapes[first].accepts(field.wireType)
            else { return false }
            return directValue(bytes, field.value, field.bits, first, depth)
        case .timestamp: return directTime(bytes, range) { JSONTime.append(timestamp: $0, $1, to: &$2) }
        case .duration: return directTime(bytes, range) { JSONTime.append(duration: $0, $1, to: &$2) }
        case .fieldMask: return directMask(bytes, range)
        case .any, .structure, .listValue, .value: return false
        }
    }
}

extension JSONComposer {
    /// Seconds and nanoseconds, each once and in this order.
    private mutating func directTime(
        _ bytes: Span<UInt8>, _ range: Range<Int>, _ append: (Int64, Int, inout [UInt8]) -> Bool
    ) -> Bool {
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
        return output.quoted { append(seconds, nanos, &$0) }
    }

    /// Paths alone, all of ASCII.
    private mutating func directMask(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        output.quoted { text in
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
