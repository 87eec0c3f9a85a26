internal import ProtobufWire

/// The elements of a list, each as the official runtimes write it deterministically, tag and all.
struct ListElements {
    private(set) var bytes: [UInt8] = []
    /// Where each element ends in `bytes`.
    private(set) var ends: [Int] = []
    /// Where the values lie in the message; empty for numbers.
    private(set) var values: [Range<Int>] = []

    var count: Int { ends.count }
    var isEmpty: Bool { ends.isEmpty }

    subscript(position: Int) -> ArraySlice<UInt8> { self[position..<(position + 1)] }

    subscript(positions: Range<Int>) -> ArraySlice<UInt8> {
        guard !positions.isEmpty else { return [] }
        let start = positions.lowerBound == 0 ? 0 : ends[positions.lowerBound - 1]
        return bytes[start..<ends[positions.upperBound - 1]]
    }

    /// The elements of a repeated field; of a map one entry for each key, ascending.
    init(_ message: Span<UInt8>, _ fields: FieldTable, _ index: Int, _ composer: WireComposer) {
        let shape = composer.pool.shapes[index]
        if shape.isMap {
            composer.map(message, fields, index) { entry in
                bytes += entry
                ends.append(bytes.count)
            }
            return
        }
        fields.forEach(index, in: message, composer.pool) { occurrence in
            if shape.kind.isPackable {
                forEachScalar(message, occurrence, shape.kind) { bits in
                    composer.scalar(message, occurrence.value, bits, index, into: &bytes)
                    ends.append(bytes.count)
                }
            } else {
                if shape.kind.isMessage {
                    composer.submessage(message, [occurrence.value], index, into: &bytes)
                } else {
                    composer.scalar(message, occurrence.value, 0, index, into: &bytes)
                }
                ends.append(bytes.count)
                values.append(occurrence.value)
            }
        }
    }

    init(_ fields: [UnknownField]) {
        for field in fields {
            bytes += field.bytes
            ends.append(bytes.count)
        }
    }
}

/// A field that no schema knows.
struct UnknownField {
    let number: Int
    /// With tag and length.
    let bytes: [UInt8]
    /// What is inside, if that reads like a message.
    let message: [UInt8]?

    /// The unknown fields of a message with a type.
    static func all(_ table: FieldTable, _ bytes: Span<UInt8>, _ composer: WireComposer) -> [UnknownField] {
        var fields: [UnknownField] = []
        table.forEachUnknown(in: bytes, composer.pool) { field in
            guard let (index, value) = field.mapEntry else {
                fields += all(in: bytes, field.range, composer.limits)
                return
            }
            var entry: [UInt8] = []
            composer.submessage(bytes, [value], index, into: &entry)
            fields.append(UnknownField(number: composer.pool.shapes[index].number, bytes: entry, message: nil))
        }
        return fields
    }

    /// The fields in a range.
    static func all(in bytes: Span<UInt8>, _ range: Range<Int>, _ limits: DecodingLimits) -> [UnknownField] {
        var fields: [UnknownField] = []
        var offset = range.lowerBound
        while offset < range.upperBound,
            let field = try? WireScan.field(bytes, &offset, range.upperBound, levels: limits.recursion)
        {
            let isMessage =
                field.wireType == .lengthDelimited && PayloadGuess.isMessage(bytes, field.value)
                || field.wireType == .startGroup
            fields.append(
                UnknownField(
                    number: field.number, bytes: bytes.array(field.start..<field.end),
                    message: isMessage ? bytes.array(field.value) : nil))
        }
        return fields
    }
}
