internal import ProtobufWire

/// Passes the fields of one message without looking inside them, from damage to damage as ``WireWalker`` does.
package struct LevelReader {
    /// A field, or what there is of it.
    package struct Field {
        var number: Int
        var wireType: WireType
        /// Index of the declared field that fits, -1 for none.
        var index: Int
        /// With its tag.
        package var start: Int
        package var end: Int
        var valueStart: Int
        /// Without the end tag of a group.
        var valueEnd: Int
        /// False when its length reaches beyond the message.
        var isComplete: Bool { missing == 0 }
        /// By how many bytes it reaches beyond the message.
        package var missing = 0

        var value: Range<Int> { valueStart..<valueEnd }

        /// How many elements of a repeated field it holds; 0 for any other field.
        func elementCount(_ bytes: Span<UInt8>, _ pool: SchemaPool) -> Int {
            guard index >= 0, pool.shapes[index].isRepeated else { return 0 }
            guard wireType == .lengthDelimited, pool.shapes[index].kind.isPackable else { return 1 }
            return WireScan.countPacked(bytes, value, pool.shapes[index].kind).count
        }
    }

    private let pool: SchemaPool?
    private let message: Int
    private var resynchronizer: Resynchronizer?
    private var offset: Int
    private let end: Int
    private var last = 0
    /// Parts that make no sense, between fields that do: the first ones, and how many there are.
    private(set) var skipped: [Range<Int>] = []
    private(set) var skippedCount = 0

    /// So many parts that make no sense are kept.
    private static let skippedLimit = 1000

    package init(_ range: Range<Int>, _ message: MessageDescriptor?, _ walker: WireWalker) {
        pool = message?.pool
        self.message = message?.index ?? -1
        resynchronizer = walker.resynchronizes ? Resynchronizer(pool: pool) : nil
        offset = range.lowerBound
        end = range.upperBound
    }

    /// The next field; `nil` at the end.
    package mutating func next(_ bytes: Span<UInt8>) -> Field? {
        if let field = shortField(bytes) { return field }
        while offset < end {
            let start = offset
            do throws(WireScan.Failure) {
                let field = try WireScan.field(bytes, &offset, end, levels: WireScan.skippedGroupLimit)
                last = field.number
                return Field(
                    number: field.number, wireType: field.wireType, index: declared(field.number, field.wireType),
                    start: start, end: offset, valueStart: field.valueStart, valueEnd: field.valueEnd)
            } catch {
                if let field = cutField(bytes, start) { return field }
                let next =
                    error.isRecoverable
                    ? resynchronizer?.next(bytes, (start + 1)..<end, in: message, after: last) : nil
                offset = next ?? end
                if next != nil {
                    skippedCount += 1
                    if skipped.count < Self.skippedLimit { skipped.append(start..<offset) }
                }
            }
        }
        return nil
    }

    /// A field of the usual shape, read without a detour: a tag of one byte, a varint or a length of few bytes.
    private mutating func shortField(_ bytes: Span<UInt8>) -> Field? {
        guard end - offset >= 10, bytes[offset] >= 8, bytes[offset] < 0x80 else { return nil }
        let start = offset
        let wireType: WireType
        let valueStart: Int
        var next = start + 1
        switch bytes[start] & 7 {
        case 0:
            wireType = .varint
            valueStart = next
            // A tag and ten bytes might be more than there is.
            let limit = start + 10
            while next < limit, bytes[next] >= 0x80 { next += 1 }
            guard next < limit else { return nil }
            next += 1
        case 1:
            wireType = .fixed64
            valueStart = next
            next += 8
        case 2:
            wireType = .lengthDelimited
            var length = Int(bytes[next] & 0x7F)
            if bytes[next] >= 0x80 {
                next += 1
                length |= Int(bytes[next] & 0x7F) << 7
                if bytes[next] >= 0x80 {
                    next += 1
                    length |= Int(bytes[next]) << 14
                    guard bytes[next] < 0x80 else { return nil }
                }
            }
            next += 1
            valueStart = next
            guard length <= end - next else { return nil }
            next += length
        case 5:
            wireType = .fixed32
            valueStart = next
            next += 4
        default: return nil
        }
        let number = Int(bytes[start] >> 3)
        guard next <= end else { return nil }
        offset = next
        last = number
        return Field(
            number: number, wireType: wireType, index: message < 0 ? -1 : declared(number, wireType), start: start,
            end: next, valueStart: valueStart, valueEnd: next)
    }

    /// The field at `start`, if all that is wrong with it is that it is too long.
    private mutating func cutField(_ bytes: Span<UInt8>, _ start: Int) -> Field? {
        offset = start
        guard let (number, wireType) = try? WireScan.tag(bytes, &offset, end), wireType == .lengthDelimited,
            let count = try? WireScan.length(bytes, &offset, end), count > end - offset
        else { return nil }
        let index = declared(number, wireType)
        let valueStart = offset
        let missing = count - (end - offset)
        offset = resynchronizer?.next(bytes, behind: index, offset..<end, in: message) ?? end
        last = number
        return Field(
            number: number, wireType: wireType, index: index, start: start, end: offset, valueStart: valueStart,
            valueEnd: offset, missing: missing)
    }

    private func declared(_ number: Int, _ wireType: WireType) -> Int {
        guard let pool, message >= 0, let index = pool.field(number, of: message),
            pool.shapes[index].accepts(wireType)
        else { return -1 }
        return index
    }
}
