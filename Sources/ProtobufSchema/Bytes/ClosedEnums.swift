internal import ProtobufWire

// Numbers that a closed enum does not have. On the wire they stand where the field does, but they are unknown fields.
// Source: https://protobuf.dev/programming-guides/enum/
extension SchemaPool {
    /// Whether a number is none that the field can have.
    func isForeign(_ bits: UInt64, to field: FieldIndex) -> Bool {
        guard shapes[field].isClosed, let type = shapes[field].enumeration else { return false }
        return enums[type].numbers[Int32(truncatingIfNeeded: bits)] == nil
    }

    /// Whether there is such a number among those of one field on the wire, packed or not.
    func holdsForeign(_ bytes: Span<UInt8>, _ field: WireScan.Field, to index: FieldIndex) -> Bool {
        guard shapes[index].isClosed else { return false }
        guard field.wireType == .lengthDelimited else { return isForeign(field.bits, to: index) }
        var isFound = false
        forEachForeign(bytes, field.value, to: index) { _ in isFound = true }
        return isFound
    }

    /// Hands over such numbers of a packed field. The bytes must have been checked.
    func forEachForeign(_ bytes: Span<UInt8>, _ value: Range<Int>, to field: FieldIndex, _ body: (UInt64) -> Void) {
        var offset = value.lowerBound
        while offset < value.upperBound, let bits = try? WireScan.varint(bytes, &offset, value.upperBound) {
            if isForeign(bits, to: field) { body(bits) }
        }
    }

    /// Calls `body` with the bits of every value of a repeated number field, packed or not.
    ///
    /// The bytes must have been checked; what cannot be read ends the loop.
    func forEachScalar<E: Error>(
        _ bytes: Span<UInt8>, _ occurrence: FieldTable.Occurrence, of field: FieldIndex,
        _ body: (UInt64) throws(E) -> Void
    ) throws(E) {
        guard occurrence.wireType == .lengthDelimited else { return try body(occurrence.bits) }
        let shape = shapes[field]
        var offset = occurrence.valueStart
        while offset < occurrence.valueEnd,
            let bits = try? packedElement(bytes, &offset, occurrence.valueEnd, shape.kind)
        {
            if shape.isClosed, isForeign(bits, to: field) { continue }
            try body(bits)
        }
    }
}
