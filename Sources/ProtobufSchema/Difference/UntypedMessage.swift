internal import ProtobufWire

/// A message, or part of one, whose type is not known.
struct UntypedMessage: ~Escapable {
    let bytes: Span<UInt8>
    let range: Range<Int>
    let limits: DecodingLimits

    /// The most fields of one message that are told apart.
    private static let fieldLimit = 1 << 20

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, _ range: Range<Int>, limits: DecodingLimits) {
        self.bytes = bytes
        self.range = range
        self.limits = limits
    }

    /// The message inside a field; `nil` where the field does not read like one.
    @_lifetime(copy self)
    func content(of field: WireCursor.Field?) -> UntypedMessage? {
        guard let field else { return nil }
        let isMessage =
            field.wireType == .startGroup
            || field.wireType == .lengthDelimited && PayloadGuess.isMessage(bytes, field.value)
        return isMessage ? UntypedMessage(bytes, field.value, limits: limits) : nil
    }

    /// The fields by ascending number; `nil` when there are too many.
    var fields: [WireCursor.Field]? {
        var fields: [WireCursor.Field] = []
        var cursor = WireCursor(bytes, range)
        while let field = cursor.next(levels: limits.recursion) {
            guard fields.count < Self.fieldLimit else { return nil }
            fields.append(field)
        }
        return fields.sorted { ($0.number, $0.start) < ($1.number, $1.start) }
    }
}
