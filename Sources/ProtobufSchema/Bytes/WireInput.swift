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
        GatheredMessage(self, pieces, as: type)
    }
}

/// A message whose fields have been gathered by number, with the input that they lie in.
struct GatheredMessage: ~Escapable {
    let input: WireInput
    let type: MessageIndex
    let fields: FieldTable

    @_lifetime(copy input)
    init(_ input: WireInput, _ pieces: [Range<Int>], as type: MessageIndex) {
        self.input = input
        self.type = type
        fields = FieldTable(
            input.bytes, pieces: pieces, message: type, in: input.pool, levels: input.limits.recursion)
    }

    /// Whether the field occurs and, in a oneof, is the member that counts.
    func contains(_ field: FieldIndex) -> Bool { fields.contains(field) }

    /// Whether the field is set: a field without presence also needs a value other than its default.
    func isSet(_ field: FieldIndex) -> Bool { fields.isSet(field, in: input.pool) }

    /// The occurrence that a singular scalar takes its value from.
    func last(_ field: FieldIndex) -> FieldTable.Occurrence? { fields.last(field) }

    /// Calls `body` with every occurrence of a field that counts, in order of arrival.
    func forEach<E: Error>(
        _ field: FieldIndex, _ body: (FieldTable.Occurrence) throws(E) -> Void
    ) throws(E) {
        try fields.forEach(field, in: input.bytes, input.pool, body)
    }

    /// Where the values of a message field lie. The message is what they make merged.
    func pieces(of field: FieldIndex) -> [Range<Int>] { fields.pieces(field, in: input.bytes, input.pool) }

    /// Whether the message holds fields that its type does not have.
    var hasUnknown: Bool { fields.hasUnknown }

    /// Calls `body` with the fields that the type does not have, in order of arrival.
    func forEachUnknown(_ body: (FieldTable.Unknown) -> Void) {
        fields.forEachUnknown(in: input.bytes, input.pool, body)
    }
}
