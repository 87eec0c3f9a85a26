internal import ProtobufWire

/// Finds where a damaged message goes on.
///
/// A place is believed when the fields that begin there look like what an encoder writes: declared, in ascending order,
/// with minimal varints, no written defaults, printable strings and sub-messages that begin well; several of them, or
/// all to the very end of the message. Each candidate costs a bounded number of steps, and none is looked at twice for the
/// same field numbers, so that finding all places of a hostile message is linear.
struct Resynchronizer {
    /// `nil` without a schema.
    private let pool: SchemaPool?
    /// For each type that was damaged, the bytes that its fields may begin with.
    private var firstBytes: [MessageIndex?: [Bool]] = [:]
    /// What searches have passed in vain.
    private var barren: [Message: [Stretch]] = [:]

    /// What decides whether reading makes sense from a place.
    private struct Message: Hashable {
        let type: MessageIndex?
        let end: Int
    }

    /// Bytes from the damage to `end`: no field behind `last` begins in them.
    private struct Stretch {
        let last: Int
        let end: Int
    }

    /// So many messages are remembered before those that have been passed are forgotten; more than can be open.
    private static let messageLimit = 1024

    init(pool: SchemaPool?) {
        self.pool = pool
    }

    /// Fields in a row that are enough evidence: of a declared message, and without a declaration.
    private static let declaredRun = 3
    private static let plainRun = 8
    /// Without a declaration a run to the end of the message needs that many fields.
    private static let plainTail = 3
    /// A single field that ends with its message may be the end of something else; a longer one hardly is.
    private static let singleFieldLength = 4
    /// Field numbers that nobody chooses who is not made to.
    private static let plainNumberLimit = 4096
    /// How much of a string is looked at.
    private static let textSample = 64
    /// How much text must follow a length that reaches too far to make a cut the likelier explanation.
    private static let cutTextSample = 4096

    /// The next place from which reading makes sense, and that `last` may stand before; `nil` when there is none.
    ///
    /// - Parameters:
    ///   - range: Where the place may be. Starts never lie before those of earlier searches.
    ///   - message: The type; `nil` where none is known.
    ///   - end: Where the message ends.
    ///   - last: Number of the last field before the damage, 0 for none.
    mutating func next(
        _ bytes: Span<UInt8>, _ range: Range<Int>, in message: MessageIndex?, end: Int, after last: Int
    ) -> Int? {
        let key = Message(type: message, end: end)
        let first = starts(of: message)
        var offset = max(range.lowerBound, barren[key]?.last { $0.last <= last }?.end ?? 0)
        while offset < range.upperBound {
            if first[Int(bytes[offset])], let number = firstNumber(bytes, offset..<end, message),
                number > last || number == last && isRepeated(number, in: message)
            {
                break
            }
            offset += 1
        }
        remember(Stretch(last: last, end: offset), in: key, from: range.lowerBound)
        return offset < range.upperBound ? offset : nil
    }

    /// The next such place up to the message's end; where there is none, and the type is known, one that `last` may not
    /// stand before: that field may itself be an effect of the damage, or messages were written one behind another.
    mutating func next(_ bytes: Span<UInt8>, _ range: Range<Int>, in message: MessageIndex?, after last: Int) -> Int? {
        if let place = next(bytes, range, in: message, end: range.upperBound, after: last) { return place }
        guard message != nil else { return nil }
        let first = starts(of: message)
        return range.first { offset in
            first[Int(bytes[offset])] && firstNumber(bytes, offset..<range.upperBound, message) != nil
        }
    }

    /// Adds what has been searched. Stretches are kept in the order of `last`, and so of `end`: what is behind a number is
    /// behind all lower ones.
    private mutating func remember(_ stretch: Stretch, in key: Message, from start: Int) {
        // Few bytes are searched again as quickly.
        guard stretch.end - start > Self.textSample else { return }
        if barren.count >= Self.messageLimit { barren = barren.filter { $0.key.end > start } }
        var stretches = barren[key] ?? []
        stretches.removeAll { $0.end <= start || $0.last >= stretch.last && $0.end <= stretch.end }
        stretches.insert(stretch, at: stretches.firstIndex { $0.last > stretch.last } ?? stretches.endIndex)
        barren[key] = stretches
    }

    /// Where the message goes on behind a string, bytes or packed field whose length reaches over its end; `nil` when the
    /// field was probably cut short, and not its length damaged. What a sub-message is, its fields tell.
    ///
    /// - Parameters:
    ///   - field: The declared field.
    ///   - value: What there is of it, to the end of the message.
    mutating func next(_ bytes: Span<UInt8>, behind field: FieldIndex?, _ value: Range<Int>, in message: MessageIndex?)
        -> Int?
    {
        guard let pool, let field, message != nil else { return nil }
        switch pool.shapes[field].kind {
        case .string: if isText(bytes, value.prefix(Self.cutTextSample), isWhole: false) { return nil }
        case .message, .group: return nil
        default: break
        }
        return next(bytes, value, in: message, end: value.upperBound, after: pool.shapes[field].number)
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
    private func firstNumber(_ bytes: Span<UInt8>, _ range: Range<Int>, _ message: MessageIndex?) -> Int? {
        var offset = range.lowerBound
        var first = 0
        var number = 0
        var count = 0
        let enough = message != nil ? Self.declaredRun : Self.plainRun
        while offset < range.upperBound, count < enough {
            guard let next = field(bytes, &offset, range.upperBound, message, number) else { return nil }
            number = next
            count += 1
            if count == 1 { first = number }
        }
        if count == enough { return first }
        if message == nil { return count >= Self.plainTail ? first : nil }
        return count > 1 || range.count >= Self.singleFieldLength ? first : nil
    }

    /// Passes a field that an encoder could have written behind one with the number `last`; its number, or `nil`.
    private func field(
        _ bytes: Span<UInt8>, _ offset: inout Int, _ end: Int, _ message: MessageIndex?, _ last: Int
    ) -> Int? {
        let start = offset
        guard bytes[start] >= 8, let (number, wireType) = try? WireScan.tag(bytes, &offset, end), number >= last,
            isMinimal(bytes, start..<offset)
        else { return nil }
        guard let message, let pool else {
            guard number <= Self.plainNumberLimit, wireType != .startGroup, wireType != .endGroup else { return nil }
            offset = start
            return (try? WireScan.field(bytes, &offset, end, levels: 1)).map { _ in number }
        }
        guard let field = pool.field(number, of: message), pool.shapes[field].accepts(wireType),
            number > last || pool.shapes[field].isRepeated
        else { return nil }
        let valueStart = offset
        switch wireType {
        case .startGroup, .endGroup: return nil
        case .varint:
            guard let bits = try? WireScan.varint(bytes, &offset, end), isMinimal(bytes, valueStart..<offset),
                isPlausible(bits, field)
            else { return nil }
        case .fixed64:
            guard let bits = try? WireScan.fixed(bytes, &offset, end, count: 8), isPlausible(bits, field) else {
                return nil
            }
        case .fixed32:
            guard let bits = try? WireScan.fixed(bytes, &offset, end, count: 4), isPlausible(bits, field) else {
                return nil
            }
        case .lengthDelimited:
            guard let count = try? WireScan.length(bytes, &offset, end), count <= end - offset,
                isMinimal(bytes, valueStart..<offset),
                isPlausible(bytes, offset..<(offset + count), field)
            else { return nil }
            offset += count
        }
        return number
    }

    /// Whether a varint has no empty bytes at its end, as no encoder writes them.
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

    private func isPlausible(_ bytes: Span<UInt8>, _ value: Range<Int>, _ field: FieldIndex) -> Bool {
        guard let shape = pool?.shapes[field] else { return false }
        switch shape.kind {
        case .string:
            if value.isEmpty { return shape.hasPresence || shape.isRepeated }
            return isText(bytes, value.prefix(Self.textSample), isWhole: value.count <= Self.textSample)
        case .message: return shape.message.map { beginsWell(bytes, value, $0) } ?? false
        case .bytes, .group: return !value.isEmpty || shape.hasPresence || shape.isRepeated
        default:
            switch shape.kind.wireType {
            case .fixed64: return !value.isEmpty && value.count % 8 == 0
            case .fixed32: return !value.isEmpty && value.count % 4 == 0
            default: return !value.isEmpty && bytes[value.upperBound - 1] < 0x80
            }
        }
    }

    /// Whether the first fields are declared and fit.
    private func beginsWell(_ bytes: Span<UInt8>, _ range: Range<Int>, _ message: MessageIndex) -> Bool {
        guard let pool else { return false }
        var offset = range.lowerBound
        for _ in 0..<Self.declaredRun where offset < range.upperBound {
            let start = offset
            // Passing a group is not a bounded number of steps.
            guard let (number, wireType) = try? WireScan.tag(bytes, &offset, range.upperBound), wireType != .startGroup,
                let index = pool.field(number, of: message), pool.shapes[index].accepts(wireType)
            else { return false }
            offset = start
            guard (try? WireScan.field(bytes, &offset, range.upperBound, levels: 1)) != nil else { return false }
        }
        return true
    }

    /// Whether bytes are UTF-8 without control characters.
    ///
    /// - Parameter isWhole: Whether the text ends with the range; otherwise its last character may be cut.
    private func isText(_ bytes: Span<UInt8>, _ range: Range<Int>, isWhole: Bool) -> Bool {
        for index in range where bytes[index] < 0x20 || bytes[index] == 0x7F {
            guard bytes[index] == 0x0A || bytes[index] == 0x09 || bytes[index] == 0x0D else { return false }
        }
        guard let invalid = bytes.firstInvalidUTF8(from: range.lowerBound, before: range.upperBound) else {
            return true
        }
        return !isWhole && range.upperBound - invalid < 4
    }
}
