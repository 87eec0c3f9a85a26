internal import ProtobufWire

/// Reads the fields of one message without looking inside them, and not at the values of numbers either: their bits are 0.
/// Behind damage it goes on where ``WireWalker`` does.
package struct LevelReader {
    private let pool: SchemaPool?
    private let message: MessageIndex?
    private var resynchronizer: Resynchronizer?
    private var offset: Int
    private let end: Int
    /// Number of the last field, 0 for none.
    private var last = 0
    /// The unreadable bytes before the field that was read last, or before the end.
    private(set) var skipped: Range<Int>?

    /// - Parameter resynchronizes: See ``WireWalker/resynchronizes``.
    package init(_ range: Range<Int>, as message: MessageDescriptor?, resynchronizes: Bool = false) {
        pool = message?.pool
        self.message = message?.index
        resynchronizer = resynchronizes ? Resynchronizer(pool: pool) : nil
        offset = range.lowerBound
        end = range.upperBound
    }

    /// The next field, cut short where its length reaches beyond the message; `nil` at the end.
    @inline(__always)
    package mutating func next(_ bytes: Span<UInt8>) -> WireCursor.Field? {
        skipped = nil
        while offset < end {
            let start = offset
            var cursor = WireCursor(bytes, start..<end)
            if let field = cursor.usualField() {
                (offset, last) = (field.end, field.number)
                return field
            }
            cursor.offset = start
            do throws(WireCursor.Failure) {
                var field = try cursor.field(levels: WireCursor.skippedGroupLimit)
                field.bits = 0
                (offset, last) = (field.end, field.number)
                return field
            } catch {
                if let field = cutField(bytes, at: start) { return field }
                skip(bytes, from: start, error)
            }
        }
        return nil
    }

    /// Passes bytes that are no field.
    @inline(never)
    private mutating func skip(_ bytes: Span<UInt8>, from start: Int, _ failure: WireCursor.Failure) {
        let next =
            failure.isRecoverable
            ? resynchronizer?.nextOrAny(bytes, (start + 1)..<end, in: message, after: last) : nil
        offset = next ?? end
        if next != nil { skipped = (skipped?.lowerBound ?? start)..<offset }
    }

    /// The field at `start`, if nothing is wrong with it but its length, which reaches beyond the message.
    @inline(never)
    private mutating func cutField(_ bytes: Span<UInt8>, at start: Int) -> WireCursor.Field? {
        var cursor = WireCursor(bytes, start..<end)
        guard let (number, wireType) = try? cursor.tag(), wireType == .lengthDelimited else { return nil }
        let tagEnd = cursor.offset
        guard let count = try? cursor.length(), count > end - cursor.offset else { return nil }
        let valueStart = cursor.offset
        offset = end
        if let pool, let message, let field = pool.field(number, of: message), pool.shapes[field].accepts(wireType) {
            offset = resynchronizer?.next(bytes, behind: field, cut: valueStart..<end, in: message) ?? end
        }
        last = number
        var field = WireCursor.Field(number: number, wireType: wireType, at: start, tagEnd: tagEnd)
        (field.valueStart, field.valueEnd, field.end) = (valueStart, offset, offset)
        field.missing = count - (end - valueStart)
        return field
    }
}
