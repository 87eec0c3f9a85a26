internal import ProtobufWire

// The former signatures, until their last callers have gone over to WireInput.
extension FieldTable {
    typealias Occurrence = WireCursor.Field

    init(
        _ bytes: Span<UInt8>, pieces: [Range<Int>], message: MessageIndex, in pool: SchemaPool,
        levels: Int = DecodingLimits().recursion
    ) {
        self.init(
            WireInput(bytes, pool: pool, limits: DecodingLimits(recursion: levels)), pieces: pieces, of: message)
    }

    func forEach<E: Error>(
        _ field: FieldIndex, in bytes: Span<UInt8>, _ pool: SchemaPool, _ body: (Occurrence) throws(E) -> Void
    ) throws(E) {
        try forEach(field, in: WireInput(bytes, pool: pool, limits: DecodingLimits(recursion: 1000)), body)
    }

    func all(_ field: FieldIndex, in bytes: Span<UInt8>, _ pool: SchemaPool) -> [Occurrence] {
        var result: [Occurrence] = []
        forEach(field, in: bytes, pool) { result.append($0) }
        return result
    }

    func pieces(_ field: FieldIndex, in bytes: Span<UInt8>, _ pool: SchemaPool) -> [Range<Int>] {
        all(field, in: bytes, pool).map(\.value)
    }

    func forEachUnknown(in bytes: Span<UInt8>, _ pool: SchemaPool, _ body: (Unknown) -> Void) {
        forEachUnknown(in: WireInput(bytes, pool: pool, limits: DecodingLimits(recursion: 1000)), body)
    }
}

extension WireCursor.Field {
    init(_ field: WireCursor.Field) { self = field }
}

extension SchemaPool {
    func holdsForeign(_ bytes: Span<UInt8>, _ field: WireCursor.Field, to index: FieldIndex) -> Bool {
        WireInput(bytes, pool: self, limits: DecodingLimits()).holdsForeign(field, of: index)
    }

    func forEachForeign(_ bytes: Span<UInt8>, _ value: Range<Int>, to field: FieldIndex, _ body: (UInt64) -> Void) {
        WireInput(bytes, pool: self, limits: DecodingLimits()).forEachForeign(of: field, in: value, body)
    }

    func forEachScalar<E: Error>(
        _ bytes: Span<UInt8>, _ occurrence: WireCursor.Field, of field: FieldIndex, _ body: (UInt64) throws(E) -> Void
    ) throws(E) {
        try WireInput(bytes, pool: self, limits: DecodingLimits()).forEachScalar(of: field, in: occurrence, body)
    }
}

struct WireComposer {
    let pool: SchemaPool
    let limits: DecodingLimits

    func message(
        _ bytes: Span<UInt8>, _ pieces: [Range<Int>], _ message: MessageIndex, into output: inout [UInt8]
    ) {
        WireInput(bytes, pool: pool, limits: limits).encode(pieces, as: message, into: &output)
    }
}

func packedElement(
    _ bytes: Span<UInt8>, _ offset: inout Int, _ end: Int, _ kind: FieldKind
) throws(WireCursor.Failure) -> UInt64 {
    var cursor = WireCursor(bytes, offset..<end)
    defer { offset = cursor.offset }
    return try cursor.number(kind.wireType)
}
