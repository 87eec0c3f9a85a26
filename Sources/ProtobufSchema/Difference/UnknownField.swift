internal import ProtobufWire

/// A field that no schema knows.
struct UnknownField {
    // A message has less than 2^31 bytes.
    private let fieldNumber: UInt32
    private let start: UInt32
    private let end: UInt32
    private let valueStart: UInt32
    private let valueEnd: UInt32
    private let wireType: WireType
    /// As it is written, where that is not as it stands: an entry of a map that holds more than a key and a value, one of
    /// several packed numbers.
    let entry: [UInt8]?

    var number: Int { Int(fieldNumber) }
    /// With tag and length.
    var range: Range<Int> { Int(start)..<Int(end) }

    private init(_ number: Int, _ range: Range<Int>, _ value: Range<Int>, _ wireType: WireType, entry: [UInt8]? = nil) {
        fieldNumber = UInt32(clamping: number)
        (start, end) = (UInt32(clamping: range.lowerBound), UInt32(clamping: range.upperBound))
        (valueStart, valueEnd) = (UInt32(clamping: value.lowerBound), UInt32(clamping: value.upperBound))
        (self.wireType, self.entry) = (wireType, entry)
    }

    /// With tag and length.
    func bytes(in message: Span<UInt8>) -> [UInt8] { entry ?? message.array(range) }

    /// Where that lies which is inside, if it reads like a message.
    func content(in message: Span<UInt8>) -> Range<Int>? {
        let value = Int(valueStart)..<Int(valueEnd)
        let isMessage =
            wireType == .lengthDelimited && PayloadGuess.isMessage(message, value) || wireType == .startGroup
        return isMessage && entry == nil ? value : nil
    }

    /// More of one message are not told apart.
    private static let limit = 1 << 20

    /// The unknown fields of a message with a type, by ascending number; `nil` when there are too many.
    static func all(_ table: FieldTable, _ bytes: Span<UInt8>, _ composer: WireComposer) -> [UnknownField]? {
        var fields: [UnknownField] = []
        table.forEachUnknown(in: bytes, composer.pool) { field in
            guard fields.count <= limit else { return }
            if let (index, value) = field.foreign {
                let number = composer.pool.shapes[index].number
                return composer.pool.forEachForeign(bytes, value, to: index) { bits in
                    guard fields.count <= limit else { return }
                    var entry: [UInt8] = []
                    entry.append(tag: number, .varint)
                    entry.append(varint: bits)
                    fields.append(UnknownField(number, field.range, value, .varint, entry: entry))
                }
            }
            guard let (index, value) = field.mapEntry else {
                return append(in: bytes, field.range, composer.limits, to: &fields)
            }
            var entry: [UInt8] = []
            composer.submessage(bytes, [value], index, into: &entry)
            fields.append(
                UnknownField(composer.pool.shapes[index].number, field.range, value, .lengthDelimited, entry: entry))
        }
        return sorted(fields)
    }

    /// The fields in a range.
    static func all(in bytes: Span<UInt8>, _ range: Range<Int>, _ limits: DecodingLimits) -> [UnknownField]? {
        var fields: [UnknownField] = []
        append(in: bytes, range, limits, to: &fields)
        return sorted(fields)
    }

    private static func append(
        in bytes: Span<UInt8>, _ range: Range<Int>, _ limits: DecodingLimits, to fields: inout [UnknownField]
    ) {
        var offset = range.lowerBound
        while offset < range.upperBound, fields.count <= limit,
            let field = try? WireScan.field(bytes, &offset, range.upperBound, levels: limits.recursion)
        {
            fields.append(UnknownField(field.number, field.start..<field.end, field.value, field.wireType))
        }
    }

    private static func sorted(_ fields: [UnknownField]) -> [UnknownField]? {
        guard fields.count <= limit else { return nil }
        return fields.sorted { ($0.fieldNumber, $0.start) < ($1.fieldNumber, $1.start) }
    }
}
