internal import ProtobufWire

/// Finds where a damaged message goes on.
///
/// Reading goes on at a place when the fields that begin there look as an encoder writes them: declared, in ascending order,
/// with minimal varints, no written defaults, printable strings and sub-messages that begin well; several of them, or
/// all to the very end of the message. Each candidate costs a bounded number of steps, and none is looked at twice for the
/// same field numbers, so that finding all places of a hostile message is linear.
struct Resynchronizer {
    /// `nil` without a schema.
    private let pool: SchemaPool?
    /// For each type that was damaged, the bytes that its fields may begin with.
    private var firstBytes: [MessageIndex?: [Bool]] = [:]
    /// The bytes in which searches have found no place.
    private var searched: [Message: [SearchedRange]] = [:]

    /// A message, as far as it decides whether reading makes sense from a place.
    private struct Message: Hashable {
        let type: MessageIndex?
        let end: Int
    }

    /// The bytes from the damage to `end`, in which no field with a number behind `last` begins.
    private struct SearchedRange {
        let last: Int
        let end: Int
    }

    /// The most messages whose ranges are kept before those of passed messages are dropped; more than can be open.
    private static let messageLimit = 1024

    init(pool: SchemaPool?) {
        self.pool = pool
    }

    /// The number of fields in a row that are enough evidence: of a declared message, and without a declaration.
    private static let declaredRun = 3
    private static let plainRun = 8
    /// Without a declaration a run to the end of the message needs that many fields.
    private static let plainTail = 3
    /// A single field that ends with its message may be the end of something else; a longer one hardly is.
    private static let singleFieldLength = 4
    /// The highest field number that is taken for one without a declaration.
    private static let plainNumberLimit = 4096
    /// The number of bytes of a string that are looked at.
    private static let textSample = 64
    /// Bytes of text behind a length that reaches too far which make a cut the likelier explanation.
    private static let cutTextSample = 4096

    /// The next place from which reading makes sense and whose field may follow `last`; `nil` when there is none.
    ///
    /// - Parameters:
    ///   - range: Where the place may be. Ranges never start before those of earlier searches.
    ///   - message: The type; `nil` where none is known.
    ///   - last: Number of the last field before the damage, 0 for none.
    mutating func next(
        _ bytes: Span<UInt8>, _ range: Range<Int>, in message: MessageIndex?, end: Int, after last: Int
    ) -> Int? {
        let key = Message(type: message, end: end)
        let first = starts(of: message)
        var offset = max(range.lowerBound, searched[key]?.last { $0.last <= last }?.end ?? 0)
        while offset < range.upperBound {
            if first[Int(bytes[offset])], let number = firstNumber(bytes, offset..<end, in: message),
                number > last || number == last && isRepeated(number, in: message)
            {
                break
            }
            offset += 1
        }
        remember(SearchedRange(last: last, end: offset), in: key, from: range.lowerBound)
        return offset < range.upperBound ? offset : nil
    }

    /// The next place up to the message's end from which reading makes sense. Where there is none whose field may follow
    /// `last`, and the type is known, any field will do: `last` may itself be an effect of the damage, or messages were
    /// written one behind another.
    mutating func nextOrAny(
        _ bytes: Span<UInt8>, _ range: Range<Int>, in message: MessageIndex?, after last: Int
    ) -> Int? {
        if let place = next(bytes, range, in: message, end: range.upperBound, after: last) { return place }
        guard message != nil else { return nil }
        let first = starts(of: message)
        return range.first { offset in
            first[Int(bytes[offset])] && firstNumber(bytes, offset..<range.upperBound, in: message) != nil
        }
    }

    /// Keeps the range that was searched. Ranges are kept in the order of `last`, and so of `end`: a field behind a
    /// number is behind all lower ones, too.
    private mutating func remember(_ range: SearchedRange, in key: Message, from start: Int) {
        // Few bytes are searched again as quickly.
        guard range.end - start > Self.textSample else { return }
        if searched.count >= Self.messageLimit { searched = searched.filter { $0.key.end > start } }
        var ranges = searched[key] ?? []
        ranges.removeAll { $0.end <= start || $0.last >= range.last && $0.end <= range.end }
        ranges.insert(range, at: ranges.firstIndex { $0.last > range.last } ?? ranges.endIndex)
        searched[key] = ranges
    }

    /// The offset at which the message goes on behind a string, bytes or packed field whose length reaches over its end; `nil` when the
    /// field was probably cut short, and not its length damaged. In sub-messages their own fields tell that.
    ///
    /// - Parameter value: The bytes of the field, to the end of the message.
    mutating func next(
        _ bytes: Span<UInt8>, behind field: FieldIndex, cut value: Range<Int>, in message: MessageIndex?
    ) -> Int? {
        guard let shape = pool?.shapes[field], !shape.kind.isMessage else { return nil }
        if shape.kind == .string, bytes.isText(value.prefix(Self.cutTextSample), isWhole: false) { return nil }
        return next(bytes, value, in: message, end: value.upperBound, after: shape.number)
    }

    // MARK: Evidence

    /// The bytes that a field of the message may begin with.
    private mutating func starts(of message: MessageIndex?) -> [Bool] {
        if let known = firstBytes[message] { return known }
        var result = [Bool](repeating: message == nil, count: 256)
        if let message, let pool {
            for index in pool.layouts[message].fields {
                for wireType in WireType.allCases where pool.shapes[index].accepts(wireType) {
                    let tag = UInt64(pool.shapes[index].number) << 3 | UInt64(wireType.rawValue)
                    result[Int(tag < 0x80 ? tag : tag & 0x7F | 0x80)] = true
                }
            }
        }
        firstBytes[message] = result
        return result
    }

    private func isRepeated(_ number: Int, in message: MessageIndex?) -> Bool {
        guard let pool, let message else { return true }
        return pool.field(number, of: message).map { pool.shapes[$0].isRepeated } ?? false
    }

    /// The number of the field at the start of a range from which reading makes sense; `nil` where it does not.
    private func firstNumber(_ bytes: Span<UInt8>, _ range: Range<Int>, in message: MessageIndex?) -> Int? {
        var cursor = WireCursor(bytes, range)
        var first = 0
        var number = 0
        var count = 0
        let enough = message != nil ? Self.declaredRun : Self.plainRun
        while cursor.offset < range.upperBound, count < enough {
            guard let next = skipField(with: &cursor, in: message, after: number) else { return nil }
            number = next
            count += 1
            if count == 1 { first = number }
        }
        if count == enough { return first }
        if message == nil { return count >= Self.plainTail ? first : nil }
        return count > 1 || range.count >= Self.singleFieldLength ? first : nil
    }

    /// Passes a field that an encoder could have written behind one with the number `last`, and returns its number.
    private func skipField(with cursor: inout WireCursor, in message: MessageIndex?, after last: Int) -> Int? {
        let start = cursor.offset
        guard cursor.bytes[start] >= 8, let (number, wireType) = try? cursor.tag(), number >= last,
            isMinimal(cursor.bytes, start..<cursor.offset)
        else { return nil }
        guard let message, let pool else {
            guard number <= Self.plainNumberLimit, wireType != .startGroup, wireType != .endGroup else { return nil }
            cursor.offset = start
            return cursor.next(levels: 1).map { _ in number }
        }
        guard let field = pool.field(number, of: message), pool.shapes[field].accepts(wireType),
            number > last || pool.shapes[field].isRepeated
        else { return nil }
        let valueStart = cursor.offset
        switch wireType {
        case .startGroup, .endGroup: return nil
        case .varint, .fixed64, .fixed32:
            guard let bits = try? cursor.number(wireType),
                wireType != .varint || isMinimal(cursor.bytes, valueStart..<cursor.offset), isPlausible(bits, field)
            else { return nil }
        case .lengthDelimited:
            guard let count = try? cursor.length(), count <= cursor.end - cursor.offset,
                isMinimal(cursor.bytes, valueStart..<cursor.offset),
                isPlausible(cursor.bytes, cursor.offset..<(cursor.offset + count), of: field)
            else { return nil }
            cursor.offset += count
        }
        return number
    }

    /// Whether a varint takes no more bytes than it needs, as encoders write it.
    private func isMinimal(_ bytes: Span<UInt8>, _ varint: Range<Int>) -> Bool {
        varint.count == 1 || bytes[varint.upperBound - 1] != 0
    }

    /// Whether a number is one that an encoder writes for the field.
    private func isPlausible(_ bits: UInt64, _ field: FieldIndex) -> Bool {
        guard let shape = pool?.shapes[field] else { return false }
        if bits == 0, !shape.hasPresence, !shape.isRepeated { return false }
        switch ScalarValue(shape.kind, bits: bits) {
        case .bool: return bits <= 1
        case .enumeration(let number):
            return shape.enumeration.flatMap { pool?.enums[$0].numbers[number] } != nil
                && UInt64(bitPattern: Int64(number)) == bits
        case .double(let number): return number == 0 || (1e-100...1e100).contains(number.magnitude)
        case .float(let number): return number == 0 || (1e-30...1e30).contains(number.magnitude)
        case .signed(let number) where shape.kind == .int32: return UInt64(bitPattern: number) == bits
        case .unsigned where shape.kind == .uint32: return bits <= UInt64(UInt32.max)
        default: return true
        }
    }

    /// Whether a length-delimited value is one that an encoder writes for the field.
    private func isPlausible(_ bytes: Span<UInt8>, _ value: Range<Int>, of field: FieldIndex) -> Bool {
        guard let shape = pool?.shapes[field] else { return false }
        switch shape.kind {
        case .string:
            if value.isEmpty { return shape.hasPresence || shape.isRepeated }
            return bytes.isText(value.prefix(Self.textSample), isWhole: value.count <= Self.textSample)
        case .message: return shape.message.map { beginsWell(bytes, value, as: $0) } ?? false
        case .bytes, .group: return !value.isEmpty || shape.hasPresence || shape.isRepeated
        default:
            if shape.kind.wireType == .varint { return !value.isEmpty && bytes[value.upperBound - 1] < 0x80 }
            return !value.isEmpty && bytes.packedCount(value, shape.kind.wireType) != nil
        }
    }

    /// Whether the first fields are declared and fit.
    private func beginsWell(_ bytes: Span<UInt8>, _ range: Range<Int>, as message: MessageIndex) -> Bool {
        guard let pool else { return false }
        var cursor = WireCursor(bytes, range)
        for _ in 0..<Self.declaredRun where cursor.offset < range.upperBound {
            let start = cursor.offset
            // Passing a group is not a bounded number of steps.
            guard let (number, wireType) = try? cursor.tag(), wireType != .startGroup,
                let index = pool.field(number, of: message), pool.shapes[index].accepts(wireType)
            else { return false }
            cursor.offset = start
            guard cursor.next(levels: 1) != nil else { return false }
        }
        return true
    }
}
