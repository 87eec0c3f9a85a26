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

    /// Gathers the fields of the message that lies in `pieces`, which must have been checked.
    @_lifetime(copy self)
    func gather(_ pieces: [Range<Int>], as type: MessageIndex) -> GatheredMessage {
        GatheredMessage(self, FieldTable(self, pieces: pieces, of: type), as: type)
    }

    // MARK: Numbers that a closed enum does not have
    // They stand on the wire where the field does, but are unknown fields. Source: https://protobuf.dev/programming-guides/enum/

    /// Whether a field on the wire, packed or not, holds a number that the closed enum of `index` does not have.
    func holdsForeign(_ field: WireCursor.Field, of index: FieldIndex) -> Bool {
        guard pool.shapes[index].isClosed else { return false }
        guard field.wireType == .lengthDelimited else { return pool.isForeign(field.bits, to: index) }
        var isFound = false
        forEachForeign(of: index, in: field.value) { _ in isFound = true }
        return isFound
    }

    /// Calls `body` with the packed numbers in a range that the closed enum of `index` does not have.
    func forEachForeign(of index: FieldIndex, in value: Range<Int>, _ body: (UInt64) -> Void) {
        bytes.forEachPacked(value, .varint) { bits in
            if pool.isForeign(bits, to: index) { body(bits) }
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
            if !shape.isClosed || !pool.isForeign(bits, to: index) { try body(bits) }
            return true
        }
    }
}

extension SchemaPool {
    /// Whether the closed enum of a field does not have a number.
    func isForeign(_ bits: UInt64, to field: FieldIndex) -> Bool {
        guard shapes[field].isClosed, let type = shapes[field].enumeration else { return false }
        return enums[type].numbers[Int32(truncatingIfNeeded: bits)] == nil
    }
}

/// A message whose fields have been gathered by number, with the input that they lie in.
struct GatheredMessage: ~Escapable {
    let input: WireInput
    let fields: FieldTable
    let type: MessageIndex

    /// Gathers the fields of a whole input, which must have been checked.
    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, as message: MessageDescriptor, limits: DecodingLimits) {
        let input = WireInput(bytes, pool: message.pool, limits: limits)
        self.init(input, FieldTable(input, pieces: [0..<bytes.count], of: message.index), as: message.index)
    }

    @_lifetime(copy input)
    init(_ input: WireInput, _ fields: FieldTable, as type: MessageIndex) {
        self.input = input
        self.fields = fields
        self.type = type
    }

    /// Whether the field occurs and, in a oneof, is the member that counts.
    func contains(_ field: FieldIndex) -> Bool { fields.contains(field) }

    /// Whether the field is set: without presence its value also has to differ from the default.
    func isSet(_ field: FieldIndex) -> Bool { fields.isSet(field, in: input.pool) }

    /// The occurrence that a singular scalar takes its value from.
    func last(_ field: FieldIndex) -> WireCursor.Field? { fields.last(field) }

    /// Calls `body` with every occurrence of a field that counts, in order of arrival.
    func forEach<E: Error>(_ field: FieldIndex, _ body: (WireCursor.Field) throws(E) -> Void) throws(E) {
        try fields.forEach(field, in: input, body)
    }

    /// Where the values of a message field lie. Together they are the message.
    func pieces(of field: FieldIndex) -> [Range<Int>] {
        var result: [Range<Int>] = []
        forEach(field) { result.append($0.value) }
        return result
    }

    /// Calls `body` with the bits of every number of a repeated field.
    func forEachScalar<E: Error>(of field: FieldIndex, _ body: (UInt64) throws(E) -> Void) throws(E) {
        try forEach(field) { occurrence throws(E) in try input.forEachScalar(of: field, in: occurrence, body) }
    }

    /// Whether the message holds fields that its type does not know.
    var hasUnknown: Bool { fields.hasUnknown }

    /// Calls `body` with the fields that the type does not know, in order of arrival.
    func forEachUnknown(_ body: (FieldTable.Unknown) -> Void) { fields.forEachUnknown(in: input, body) }

    /// Whether a field is written with the same bytes in another message of the type.
    func isWritten(_ field: FieldIndex, asIn other: GatheredMessage) -> Bool {
        fields.isWritten(field, in: input.bytes, asIn: other.fields, of: other.input.bytes)
    }

    /// Whether the unknown fields are written with the same bytes in another message of the type.
    func isUnknownWritten(asIn other: GatheredMessage) -> Bool {
        fields.isUnknownWritten(in: input.bytes, asIn: other.fields, of: other.input.bytes)
    }
}
