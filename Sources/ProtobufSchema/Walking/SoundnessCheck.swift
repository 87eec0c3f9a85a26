internal import ProtobufWire

/// Finds out whether bytes are a message, but not what is wrong with them: one pass that keeps nothing.
///
/// The verdict is that of ``WireWalker``, in about a seventh of the time: 5 to 7 ms instead of 38 to 50 ms for a list of
/// 6,000 vehicles (2.6 MB).
/// Conversions, comparisons and masks check every message with it, and walk only those that are damaged.
struct SoundnessCheck {
    let pool: SchemaPool

    /// - Parameters:
    ///   - message: The type; `nil` where none is known.
    ///   - levels: How many levels of messages and groups may lie below this one.
    func isSound(_ bytes: Span<UInt8>, _ range: Range<Int>, as message: MessageIndex?, levels: Int) -> Bool {
        var cursor = WireCursor(bytes, range)
        return readFields(with: &cursor, as: message, group: nil, levels: levels)
    }

    /// Reads to the end, or behind the end tag of a group; false when something is wrong.
    private func readFields(
        with cursor: inout WireCursor, as message: MessageIndex?, group: Int?, levels: Int
    ) -> Bool {
        while cursor.offset < cursor.end {
            guard let (number, wireType) = try? cursor.tag() else { return false }
            var field: FieldIndex?
            if let message, let index = pool.field(number, of: message), pool.shapes[index].accepts(wireType) {
                field = index
            }
            switch wireType {
            case .varint, .fixed64, .fixed32: guard cursor.skipNumber(wireType) else { return false }
            case .lengthDelimited:
                guard let count = try? cursor.length(), count <= cursor.end - cursor.offset else { return false }
                let value = cursor.offset..<(cursor.offset + count)
                if let field, !isSound(cursor.bytes, value, of: field, levels: levels) { return false }
                cursor.offset = value.upperBound
            case .startGroup:
                let type = field.flatMap { pool.shapes[$0].message }
                guard levels > 0, readFields(with: &cursor, as: type, group: number, levels: levels - 1) else {
                    return false
                }
            case .endGroup: return number == group
            }
        }
        return group == nil
    }

    /// Whether the bytes of a length-delimited value, or of the fields in a group, suit the declared field.
    func isSound(_ bytes: Span<UInt8>, _ value: Range<Int>, of field: FieldIndex, levels: Int) -> Bool {
        let shape = pool.shapes[field]
        switch shape.kind {
        case .message, .group: return levels > 0 && isSound(bytes, value, as: shape.message, levels: levels - 1)
        case .string: return !shape.isUTF8 || bytes.isUTF8(value)
        case .bytes: return true
        default: return bytes.packedCount(value, shape.kind.wireType) != nil
        }
    }
}
