internal import ProtobufWire

/// Whether bytes are a message, without a word on what is wrong with them: one pass that keeps nothing.
///
/// The verdict is that of ``WireWalker``, many times faster.
struct SoundnessCheck {
    private let pool: SchemaPool

    init(_ pool: SchemaPool) {
        self.pool = pool
    }

    /// - Parameters:
    ///   - message: The type; `nil` where none is known.
    ///   - levels: How many levels of messages and groups may lie below this one.
    func isSound(_ bytes: Span<UInt8>, _ range: Range<Int>, as message: MessageIndex?, levels: Int) -> Bool {
        var offset = range.lowerBound
        return fields(bytes, &offset, range.upperBound, message, group: 0, levels)
    }

    /// Whether what a field holds suits the declared one.
    func isSound(_ bytes: Span<UInt8>, _ field: LevelReader.Field, of declared: FieldIndex, _ levels: Int) -> Bool {
        switch field.wireType {
        case .lengthDelimited: return isSound(bytes, field.value, of: declared, levels)
        case .startGroup:
            return levels > 0 && isSound(bytes, field.value, as: pool.shapes[declared].message, levels: levels - 1)
        default: return true
        }
    }

    /// Reads to `end`, or to the end tag of a group; moves `offset` behind it.
    private func fields(
        _ bytes: Span<UInt8>, _ offset: inout Int, _ end: Int, _ message: MessageIndex?, group: Int, _ levels: Int
    ) -> Bool {
        while offset < end {
            let tag: UInt64
            let first = bytes[offset]
            if first < 0x80 {
                tag = UInt64(first)
                offset += 1
            } else {
                let start = offset
                guard let value = Self.varint(bytes, &offset, end), offset - start <= 5, value <= UInt64(UInt32.max)
                else { return false }
                tag = value
            }
            guard tag >= 8, let wireType = WireType(rawValue: UInt8(truncatingIfNeeded: tag & 7)) else { return false }
            let number = Int(tag >> 3)
            if wireType == .endGroup { return number == group }
            var field: FieldIndex?
            if let message, let index = pool.field(number, of: message), pool.shapes[index].accepts(wireType) {
                field = index
            }
            switch wireType {
            case .varint: guard Self.skipVarint(bytes, &offset, end) else { return false }
            case .fixed64:
                guard end - offset >= 8 else { return false }
                offset += 8
            case .fixed32:
                guard end - offset >= 4 else { return false }
                offset += 4
            case .lengthDelimited:
                guard let count = Self.length(bytes, &offset, end), count <= end - offset else { return false }
                let value = offset..<(offset + count)
                if let field, !isSound(bytes, value, of: field, levels) { return false }
                offset = value.upperBound
            case .startGroup:
                guard levels > 0 else { return false }
                let type = field.flatMap { pool.shapes[$0].message }
                guard fields(bytes, &offset, end, type, group: number, levels - 1) else { return false }
            case .endGroup: return false
            }
        }
        return group == 0
    }

    /// Whether the bytes of a length-delimited value suit its declared field.
    func isSound(_ bytes: Span<UInt8>, _ value: Range<Int>, of field: FieldIndex, _ levels: Int) -> Bool {
        let kind = pool.shapes[field].kind
        switch kind {
        case .message: return levels > 0 && isSound(bytes, value, as: pool.shapes[field].message, levels: levels - 1)
        case .string: return !pool.shapes[field].isUTF8 || WireScan.isUTF8(bytes, value)
        case .bytes: return true
        default:
            switch kind.wireType {
            case .fixed64: return value.count & 7 == 0
            case .fixed32: return value.count & 3 == 0
            default: return WireScan.countVarints(bytes, value) != nil
            }
        }
    }

    // MARK: Numbers

    @inline(__always)
    private static func skipVarint(_ bytes: Span<UInt8>, _ offset: inout Int, _ end: Int) -> Bool {
        let limit = min(end, offset + 10)
        while offset < limit {
            offset += 1
            if bytes[offset - 1] < 0x80 { return true }
        }
        return false
    }

    private static func varint(_ bytes: Span<UInt8>, _ offset: inout Int, _ end: Int) -> UInt64? {
        try? WireScan.varint(bytes, &offset, end)
    }

    @inline(__always)
    private static func length(_ bytes: Span<UInt8>, _ offset: inout Int, _ end: Int) -> Int? {
        guard offset < end else { return nil }
        let first = bytes[offset]
        if first < 0x80 {
            offset += 1
            return Int(first)
        }
        return try? WireScan.length(bytes, &offset, end)
    }
}
