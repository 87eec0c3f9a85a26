internal import ProtobufWire

/// Passes the fields of one message without looking inside them, from damage to damage as ``WireWalker`` does.
package struct LevelReader {
    /// A field, or what there is of it.
    package struct Field {
        var number: Int
        var wireType: WireType
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
    }

    private let pool: SchemaPool?
    private let message: MessageIndex?
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
        self.message = message?.index
        resynchronizer = walker.resynchronizes ? Resynchronizer(pool: pool) : nil
        offset = range.lowerBound
        end = range.upperBound
    }

    /// The next field; `nil` at the end.
    @inline(__always)
    package mutating func next(_ bytes: Span<UInt8>) -> Field? { shortField(bytes) ?? anyField(bytes) }

    @inline(never)
    private mutating func anyField(_ bytes: Span<UInt8>) -> Field? {
        while offset < end {
            let start = offset
            do throws(WireScan.Failure) {
                let field = try WireScan.field(bytes, &offset, end, levels: WireScan.skippedGroupLimit)
                last = field.number
                return Field(
                    number: field.number, wireType: field.wireType, start: start, end: offset,
                    valueStart: field.valueStart, valueEnd: field.valueEnd)
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

    /// A field of the usual shape, read without a detour: a tag of one or two bytes, a number of up to eight.
    @inline(__always)
    private mutating func shortField(_ bytes: Span<UInt8>) -> Field? {
        guard end - offset >= 12 else { return nil }
        var tag = Int(bytes[offset])
        var valueStart = offset + 1
        if tag >= 0x80 {
            guard bytes[valueStart] < 0x80 else { return nil }
            tag = tag & 0x7F | Int(bytes[valueStart]) << 7
            valueStart += 1
        }
        guard tag >= 8 else { return nil }
        let wireType: WireType
        var next = valueStart
        switch tag & 7 {
        case 0:
            wireType = .varint
            // The high bit of each byte that may end it.
            let ends = ~bytes.word(at: next) & 0x8080_8080_8080_8080
            guard ends != 0 else { return nil }
            next += ends.trailingZeroBitCount / 8 + 1
        case 1:
            wireType = .fixed64
            next += 8
        case 2:
            wireType = .lengthDelimited
            var count = Int(bytes[next])
            if count < 0x80 {
                next += 1
            } else {
                guard let long = try? WireScan.length(bytes, &next, end) else { return nil }
                count = long
            }
            guard count <= end - next else { return nil }
            valueStart = next
            next += count
        case 5:
            wireType = .fixed32
            next += 4
        default: return nil
        }
        let start = offset
        offset = next
        last = tag >> 3
        return Field(
            number: tag >> 3, wireType: wireType, start: start, end: next, valueStart: valueStart, valueEnd: next)
    }

    /// The field at `start`, if all that is wrong with it is that it is too long.
    private mutating func cutField(_ bytes: Span<UInt8>, _ start: Int) -> Field? {
        offset = start
        guard let (number, wireType) = try? WireScan.tag(bytes, &offset, end), wireType == .lengthDelimited,
            let count = try? WireScan.length(bytes, &offset, end), count > end - offset
        else { return nil }
        let field = declared(number, wireType)
        let valueStart = offset
        let missing = count - (end - offset)
        offset = resynchronizer?.next(bytes, behind: field, offset..<end, in: message) ?? end
        last = number
        return Field(
            number: number, wireType: wireType, start: start, end: offset, valueStart: valueStart, valueEnd: offset,
            missing: missing)
    }

    /// The declared field that fits.
    private func declared(_ number: Int, _ wireType: WireType) -> FieldIndex? {
        guard let pool, let message, let index = pool.field(number, of: message),
            pool.shapes[index].accepts(wireType)
        else { return nil }
        return index
    }
}
