internal import ProtobufWire

/// Bytes in the wire format, and what they are read with: the schema and the limits.
struct WireInput: ~Escapable {
    let bytes: Span<UInt8>
    let pool: SchemaPool
    let limits: DecodingLimits

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, pool: SchemaPool, limits: DecodingLimits) {
        self.bytes = bytes
        self.pool = pool
        self.limits = limits
    }

    // MARK: Numbers that a closed enum does not have
    // They stand on the wire where the field does, but are unknown fields. Source: https://protobuf.dev/programming-guides/enum/

    /// Whether a field on the wire, packed or not, holds a number that the enum of `index`, which is closed, does not have.
    func holdsUnknownValue(_ field: WireCursor.Field, of index: FieldIndex) -> Bool {
        guard field.wireType == .lengthDelimited else { return pool.isUnknownValue(field.bits, of: index) }
        var isFound = false
        forEachUnknownValue(of: index, in: field.value) { _ in isFound = true }
        return isFound
    }

    /// Calls `body` with the packed numbers in a range that the closed enum of `index` does not have.
    func forEachUnknownValue(of index: FieldIndex, in value: Range<Int>, _ body: (UInt64) -> Void) {
        bytes.forEachPacked(value, .varint) { bits in
            if pool.isUnknownValue(bits, of: index) { body(bits) }
            return true
        }
    }

    /// Calls `body` with the bits of every number of a repeated field in one occurrence, packed or not, without those that
    /// its closed enum does not have.
    func forEachScalar<E: Error>(
        of index: FieldIndex, in field: WireCursor.Field, _ body: (UInt64) throws(E) -> Void
    ) throws(E) {
        guard field.wireType == .lengthDelimited else { return try body(field.bits) }
        let shape = pool.shapes[index]
        try bytes.forEachPacked(field.value, shape.kind.wireType) { bits throws(E) in
            if !shape.isClosed || !pool.isUnknownValue(bits, of: index) { try body(bits) }
            return true
        }
    }
}

extension SchemaPool {
    /// Whether the closed enum of a field does not have a number.
    func isUnknownValue(_ bits: UInt64, of field: FieldIndex) -> Bool {
        guard shapes[field].isClosed, let type = shapes[field].enumeration else { return false }
        return enums[type].numbers[Int32(truncatingIfNeeded: bits)] == nil
    }
}
