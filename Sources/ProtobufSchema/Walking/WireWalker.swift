public import ProtobufWire

/// Reads any bytes as a protobuf message, field by field, and never fails.
///
/// With a message type fields have names and types; without one, or where the type does not know a field, numbers and
/// wire types remain. Damage is told to the visitor and contained: a broken sub-message ends, and its siblings are read.
/// Bytes that cause no damage are exactly those that the official runtimes accept.
///
/// One pass, linear in the input; memory only for the levels that are open.
public struct WireWalker: Sendable {
    /// How many levels of messages and groups may lie below the top. A deeper one is damage, and passed unread.
    public var limits: DecodingLimits
    /// Whether a length-delimited field that no schema knows is visited as a message when its bytes read as one and are
    /// not plain text.
    public var guessesMessages: Bool
    /// Whether a message is searched behind damage for a place from which it makes sense again, so that the fields there
    /// are visited too. What the first damage is does not depend on it.
    public var resynchronizes: Bool

    public init(
        limits: DecodingLimits = DecodingLimits(), guessesMessages: Bool = false, resynchronizes: Bool = false
    ) {
        self.limits = limits
        self.guessesMessages = guessesMessages
        self.resynchronizes = resynchronizes
    }

    /// Visits every field of `bytes`.
    public func walk(_ bytes: Span<UInt8>, as message: MessageDescriptor?, visitor: inout some WireVisitor) {
        walk(bytes, 0..<bytes.count, as: message, visitor: &visitor)
    }

    /// Whether a length-delimited value that no schema knows is visited as a message.
    func takesForMessage(_ bytes: Span<UInt8>, _ value: Range<Int>) -> Bool {
        guessesMessages && WalkState.looksLikeMessage(bytes, value)
    }

    /// Visits every field in a part of `bytes`; offsets still count from the start of `bytes`.
    ///
    /// - Parameter stop: No field is visited that begins at or behind this offset, and no level closed there.
    public func walk(
        _ bytes: Span<UInt8>, _ range: Range<Int>, as message: MessageDescriptor?, stop: Int = .max,
        visitor: inout some WireVisitor
    ) {
        var walk = WalkState(range, message, self)
        while walk.offset < stop, walk.step(bytes, &visitor) {}
    }
}

/// A walk that is taken step by step: the levels that are open.
///
/// What was passed is not read again, so those bytes may change between two steps.
package struct WalkState {
    private struct Level {
        /// The type; `nil` where none is known.
        var message: MessageIndex?
        /// Where the bytes of the message end; for a group where those of the message around it do.
        var end: Int
        /// Field number of a group, 0 for anything else.
        var group: Int
        /// The field that holds the message; `nil` at the top.
        var field: WireField?
        /// Announced length minus what the input has.
        var missing: Int
        /// Whether the end of the input inside it has been told.
        var isCutKnown = false
        /// Number of the last field that could be read, 0 for none.
        var last = 0
        /// Where the message around it goes on, if its length was damaged.
        var resumed: Int?
        var counter = ElementCounter()
    }

    private let pool: SchemaPool?
    private var levels: [Level]
    private(set) var offset: Int
    private let limit: Int
    private let guesses: Bool
    private var resynchronizer: Resynchronizer?
    /// More bytes than are allowed, until that is told.
    private var excess: Range<Int>?

    /// - Parameter range: The bytes to visit.
    package init(_ range: Range<Int>, _ message: MessageDescriptor?, _ walker: WireWalker) {
        pool = message?.pool
        if range.count > walker.limits.messageSize { excess = range }
        let end = excess == nil ? range.upperBound : range.lowerBound
        levels = [Level(message: message?.index, end: end, group: 0, field: nil, missing: 0)]
        offset = range.lowerBound
        limit = walker.limits.recursion
        guesses = walker.guessesMessages
        resynchronizer = walker.resynchronizes ? Resynchronizer(pool: message?.pool) : nil
    }

    /// Reads one field or closes one level; false at the end.
    ///
    /// - Parameter bytes: Those that the range counts in.
    package mutating func step(_ bytes: Span<UInt8>, _ visitor: inout some WireVisitor) -> Bool {
        let top = levels.count - 1
        guard offset < levels[top].end else {
            if let excess {
                visitor.damage(
                    WireDamage(code: .messageTooLarge, offset: excess.lowerBound, path: FieldPath(), unread: excess))
                return false
            }
            if levels[top].group > 0 {
                fail(WireScan.Failure(code: .unterminatedGroup, offset: offset), nil, bytes, &visitor)
                return true
            }
            return close(&visitor)
        }
        if let gap = visitor.gap(at: offset) {
            for (number, count) in gap.elements { _ = levels[top].counter.count(number, count) }
            offset = min(max(gap.range.upperBound, offset), levels[top].end)
            return true
        }
        let start = offset
        do throws(WireScan.Failure) {
            let (number, wireType) = try WireScan.tag(bytes, &offset, levels[top].end)
            if wireType == .endGroup {
                guard levels[top].group == number else {
                    throw WireScan.Failure(code: .mismatchedEndGroup, offset: start)
                }
                levels[top].field?.valueEnd = start
                levels[top].end = offset
                return close(&visitor)
            }
            var field = makeField(number, wireType, start..<offset)
            do throws(WireScan.Failure) {
                try read(&field, bytes, &visitor)
            } catch {
                fail(error, field, bytes, &visitor)
            }
        } catch {
            fail(error, nil, bytes, &visitor)
        }
        return !levels.isEmpty
    }

    private func makeField(_ number: Int, _ wireType: WireType, _ tag: Range<Int>) -> WireField {
        let top = levels.count - 1
        let parent = levels[top].message
        guard let pool, let parent, let index = pool.field(number, of: parent) else {
            return WireField(
                number: number, wireType: wireType, pool: pool, parentIndex: parent, fieldIndex: nil, shape: nil,
                depth: top, tag: tag)
        }
        return WireField(
            number: number, wireType: wireType, pool: pool, parentIndex: parent, fieldIndex: index,
            shape: pool.shapes[index], depth: top, tag: tag)
    }

    private mutating func read(
        _ field: inout WireField, _ bytes: Span<UInt8>, _ visitor: inout some WireVisitor
    ) throws(WireScan.Failure) {
        let top = levels.count - 1
        let end = levels[top].end
        switch field.wireType {
        case .varint: field.bits = try WireScan.varint(bytes, &offset, end)
        case .fixed64: field.bits = try WireScan.fixed(bytes, &offset, end, count: 8)
        case .fixed32: field.bits = try WireScan.fixed(bytes, &offset, end, count: 4)
        case .lengthDelimited: return try readDelimited(&field, bytes, &visitor)
        case .startGroup: return try readGroup(&field, bytes, &visitor)
        case .endGroup: return
        }
        field.shape = .bits
        field.valueEnd = offset
        levels[top].last = field.number
        countElements(&field, 1)
        visitor.field(field)
    }

    private mutating func readDelimited(
        _ field: inout WireField, _ bytes: Span<UInt8>, _ visitor: inout some WireVisitor
    ) throws(WireScan.Failure) {
        let top = levels.count - 1
        let end = levels[top].end
        let count = try WireScan.length(bytes, &offset, end)
        levels[top].last = field.number
        let missing = max(0, count - (end - offset))
        field.valueStart = offset
        field.valueEnd = offset + count - missing
        field.isComplete = missing == 0
        // A length that reaches too far may itself be what is damaged.
        var resumed: Int?
        if missing > 0, field.fits {
            resumed = resynchronizer?.next(bytes, behind: field.fieldIndex, field.value, in: levels[top].message)
            field.valueEnd = resumed ?? field.valueEnd
        }
        let kind = field.kind
        if kind == .message || (kind == nil && missing == 0 && guesses && Self.looksLikeMessage(bytes, field.value)) {
            return readMessage(&field, missing, &visitor)
        }
        offset = field.valueEnd
        var failure: WireScan.Failure?
        var elements = 1
        if let kind, kind.isPackable {
            (elements, failure) = WireScan.countPacked(bytes, field.value, kind)
            field.shape = .packed
            field.bits = UInt64(elements)
        } else if kind == .string {
            field.shape = .string
            if missing == 0, field.fieldIndex.map({ pool?.shapes[$0].isUTF8 }) == true,
                !WireScan.isUTF8(bytes, field.value)
            {
                failure = WireScan.Failure(code: .invalidUTF8, offset: field.valueStart)
            }
        }
        countElements(&field, elements)
        visitor.field(field)
        if missing > 0 {
            report(.truncated, field.tagEnd, field, offset..<offset, resumed: resumed, &visitor)
        } else if let failure {
            report(failure.code, failure.offset, field, offset..<offset, &visitor)
        }
    }

    private mutating func readMessage(
        _ field: inout WireField, _ missing: Int, _ visitor: inout some WireVisitor
    ) {
        field.shape = .message
        countElements(&field, 1)
        guard levels.count <= limit else {
            field.shape = .bytes
            visitor.field(field)
            report(.recursionLimitExceeded, field.tagEnd, field, field.value, &visitor)
            offset = field.valueEnd
            return
        }
        guard visitor.enter(field) else {
            offset = field.valueEnd
            if missing > 0 { report(.truncated, field.tagEnd, field, offset..<offset, &visitor) }
            return
        }
        levels.append(
            Level(message: field.messageIndex, end: field.valueEnd, group: 0, field: field, missing: missing))
    }

    private mutating func readGroup(
        _ field: inout WireField, _ bytes: Span<UInt8>, _ visitor: inout some WireVisitor
    ) throws(WireScan.Failure) {
        let top = levels.count - 1
        field.shape = .group
        levels[top].last = field.number
        countElements(&field, 1)
        let start = offset
        let isTooDeep = levels.count > limit
        if !isTooDeep, visitor.enter(field) {
            levels.append(
                Level(message: field.messageIndex, end: levels[top].end, group: field.number, field: field, missing: 0))
            return
        }
        do throws(WireScan.Failure) {
            _ = try WireScan.skipGroup(
                bytes, &offset, levels[top].end, number: field.number, levels: WireScan.skippedGroupLimit)
        } catch {
            // A decoder stops at the limit and sees nothing of what is wrong behind it.
            throw isTooDeep ? WireScan.Failure(code: .recursionLimitExceeded, offset: start) : error
        }
        if isTooDeep { report(.recursionLimitExceeded, start, field, start..<offset, &visitor) }
    }

    // MARK: Elements

    private mutating func countElements(_ field: inout WireField, _ count: Int) {
        guard field.isRepeated else { return }
        field.index = levels[levels.count - 1].counter.count(field.number, count)
    }

    /// Whether bytes of unknown type are more likely a message than text, a list or plain bytes.
    static func looksLikeMessage(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        PayloadGuess.isMessage(bytes, range)
    }

    // MARK: Ends and damage

    /// Leaves the innermost level; false when it was the last.
    private mutating func close(_ visitor: inout some WireVisitor) -> Bool {
        guard let level = levels.popLast(), let field = level.field else { return false }
        offset = level.end
        visitor.leave(field)
        // A cut that was already found inside is not told again for each message around it.
        if level.missing > 0 {
            if !level.isCutKnown {
                report(.truncated, field.tagEnd, field, offset..<offset, resumed: level.resumed, &visitor)
            } else if level.resumed == nil {
                levels[levels.count - 1].isCutKnown = true
            }
        }
        return true
    }

    /// Ends the groups that are open around a place where nothing more can be read, and then the message, unless it makes
    /// sense again further on.
    private mutating func fail(
        _ failure: WireScan.Failure, _ field: WireField?, _ bytes: Span<UInt8>, _ visitor: inout some WireVisitor
    ) {
        let top = levels.count - 1
        let end = levels[top].end
        let start = min(field?.tagStart ?? failure.offset, end)
        let (resumed, isAround) = failure.isRecoverable && start < end ? nextPlace(bytes, start, end) : (nil, false)
        report(failure.code, failure.offset, field, start..<(resumed ?? end), resumed: resumed, &visitor)
        while let level = levels.last, level.group > 0 {
            levels[levels.count - 1].field?.isComplete = false
            levels[levels.count - 1].field?.valueEnd = start
            _ = close(&visitor)
            if level.isCutKnown { levels[levels.count - 1].isCutKnown = true }
        }
        if isAround {
            let top = levels.count - 1
            levels[top].field?.valueEnd = start
            levels[top].end = resumed ?? end
            levels[top].resumed = resumed
            _ = close(&visitor)
        }
        offset = resumed ?? levels[levels.count - 1].end
    }

    /// Where reading makes sense again behind `start`, and whether that is in the message around the innermost one.
    private mutating func nextPlace(
        _ bytes: Span<UInt8>, _ start: Int, _ end: Int
    ) -> (resumed: Int?, isAround: Bool) {
        guard resynchronizer != nil, let top = levels.lastIndex(where: { $0.group == 0 }) else { return (nil, false) }
        var outside: Int?
        // A message whose length reaches too far may have ended here.
        if levels[top].missing > 0, top > 0, levels[top - 1].group == 0 {
            let around = levels[top - 1]
            outside = resynchronizer?.next(bytes, start..<end, in: around.message, end: end, after: around.last)
        }
        let (message, last) = (levels[top].message, levels[top].last)
        guard let outside else {
            return (resynchronizer?.next(bytes, (start + 1)..<end, in: message, after: last), false)
        }
        let between = (start + 1)..<max(start + 1, outside)
        let inside = resynchronizer?.next(bytes, between, in: message, end: end, after: last)
        return inside.map { ($0, false) } ?? (outside, true)
    }

    private mutating func report(
        _ code: WireError.Code, _ offset: Int, _ field: WireField?, _ unread: Range<Int>, resumed: Int? = nil,
        _ visitor: inout some WireVisitor
    ) {
        if resumed == nil, code == .truncated || code == .unterminatedGroup {
            levels[levels.count - 1].isCutKnown = true
        }
        var path = levels.compactMap { $0.field?.component }
        if let field { path.append(field.component) }
        visitor.damage(
            WireDamage(code: code, offset: offset, path: FieldPath(path), unread: unread, resumed: resumed))
    }
}

extension WireField {
    var component: FieldPath.Component {
        FieldPath.Component(number: number, name: descriptor?.name ?? mismatch?.name, index: index)
    }
}

/// Counts the elements of repeated fields, with no table as long as they come in runs.
private struct ElementCounter {
    private var number = 0
    private var next = 0
    private var others: [Int: Int] = [:]

    /// Position of the first of `count` further elements of the field.
    mutating func count(_ number: Int, _ count: Int) -> Int {
        if number != self.number {
            if self.number > 0 { others[self.number] = next }
            self.number = number
            next = others[number] ?? 0
        }
        defer { next += count }
        return next
    }
}
