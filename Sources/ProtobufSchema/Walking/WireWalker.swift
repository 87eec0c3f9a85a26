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

    public init(limits: DecodingLimits = DecodingLimits(), guessesMessages: Bool = false) {
        self.limits = limits
        self.guessesMessages = guessesMessages
    }

    /// Visits every field of `bytes`.
    public func walk(_ bytes: Span<UInt8>, as message: MessageDescriptor?, visitor: inout some WireVisitor) {
        walk(bytes, 0..<bytes.count, as: message, visitor: &visitor)
    }

    /// Visits every field in a part of `bytes`; offsets still count from the start of `bytes`.
    func walk(
        _ bytes: Span<UInt8>, _ range: Range<Int>, as message: MessageDescriptor?, visitor: inout some WireVisitor
    ) {
        var walk = WalkState(range, message, limits.recursion, guessesMessages)
        if range.count > limits.messageSize {
            visitor.damage(
                WireDamage(code: .messageTooLarge, offset: range.lowerBound, path: FieldPath(), unread: range))
            return
        }
        while walk.step(bytes, &visitor) {}
    }
}

/// The levels that are open during a walk.
struct WalkState {
    private struct Level {
        /// Index of the type, -1 when it is not known.
        var message: Int
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
        var counter = ElementCounter()
    }

    private let pool: SchemaPool?
    private var levels: [Level]
    private var offset: Int
    private let limit: Int
    private let guesses: Bool

    init(_ range: Range<Int>, _ message: MessageDescriptor?, _ limit: Int, _ guesses: Bool) {
        pool = message?.pool
        levels = [Level(message: message?.index ?? -1, end: range.upperBound, group: 0, field: nil, missing: 0)]
        offset = range.lowerBound
        self.limit = limit
        self.guesses = guesses
    }

    /// Reads one field or closes one level; false at the end.
    mutating func step(_ bytes: Span<UInt8>, _ visitor: inout some WireVisitor) -> Bool {
        let top = levels.count - 1
        guard offset < levels[top].end else {
            if levels[top].group > 0 {
                fail(WireScan.Failure(code: .unterminatedGroup, offset: offset), nil, &visitor)
                return true
            }
            return close(&visitor)
        }
        let start = offset
        do throws(WireScan.Failure) {
            let (number, wireType) = try WireScan.tag(bytes, &offset, levels[top].end)
            if wireType == .endGroup {
                guard levels[top].group == number else {
                    throw WireScan.Failure(code: .mismatchedEndGroup, offset: start)
                }
                let valueStart = levels[top].field?.value.lowerBound ?? start
                levels[top].field?.value = valueStart..<start
                levels[top].end = offset
                return close(&visitor)
            }
            var field = makeField(number, wireType, start..<offset)
            do throws(WireScan.Failure) {
                try read(&field, bytes, &visitor)
            } catch {
                fail(error, field, &visitor)
            }
        } catch {
            fail(error, nil, &visitor)
        }
        return !levels.isEmpty
    }

    private mutating func makeField(_ number: Int, _ wireType: WireType, _ tag: Range<Int>) -> WireField {
        let top = levels.count - 1
        let parent = levels[top].message
        var known = -1
        var fits = false
        if let pool, parent >= 0, let index = pool.field(number, of: parent) {
            known = index
            fits = pool.shapes[index].accepts(wireType)
        }
        let end = tag.upperBound
        return WireField(
            number: number, wireType: wireType, pool: pool, parentIndex: parent, fieldIndex: known, fits: fits,
            depth: top, index: nil, content: .bytes, tag: tag, length: end..<end, value: end..<end,
            isComplete: true)
    }

    private mutating func read(
        _ field: inout WireField, _ bytes: Span<UInt8>, _ visitor: inout some WireVisitor
    ) throws(WireScan.Failure) {
        let top = levels.count - 1
        let end = levels[top].end
        switch field.wireType {
        case .varint: field.content = .bits(try WireScan.varint(bytes, &offset, end))
        case .fixed64: field.content = .bits(try WireScan.fixed(bytes, &offset, end, count: 8))
        case .fixed32: field.content = .bits(try WireScan.fixed(bytes, &offset, end, count: 4))
        case .lengthDelimited: return try readDelimited(&field, bytes, &visitor)
        case .startGroup: return try readGroup(&field, bytes, &visitor)
        case .endGroup: return
        }
        field.value = field.tag.upperBound..<offset
        countElements(&field, 1)
        visitor.field(field)
    }

    private mutating func readDelimited(
        _ field: inout WireField, _ bytes: Span<UInt8>, _ visitor: inout some WireVisitor
    ) throws(WireScan.Failure) {
        let top = levels.count - 1
        let count = try WireScan.length(bytes, &offset, levels[top].end)
        field.length = field.tag.upperBound..<offset
        let missing = max(0, count - (levels[top].end - offset))
        field.value = offset..<(offset + count - missing)
        field.isComplete = missing == 0
        let kind = field.kind
        if kind == .message || (kind == nil && missing == 0 && guesses && Self.looksLikeMessage(bytes, field.value)) {
            field.content = .message
            countElements(&field, 1)
            guard levels.count <= limit else {
                field.content = .bytes
                visitor.field(field)
                report(.recursionLimitExceeded, field.tag.upperBound, field, field.value, &visitor)
                offset = field.value.upperBound
                return
            }
            guard visitor.enter(field) else {
                offset = field.value.upperBound
                if missing > 0 { report(.truncated, field.length.lowerBound, field, offset..<offset, &visitor) }
                return
            }
            levels.append(
                Level(
                    message: field.messageIndex, end: field.value.upperBound, group: 0, field: field, missing: missing))
            return
        }
        offset = field.value.upperBound
        var failure: WireScan.Failure?
        var elements = 1
        if let kind, kind.isPackable {
            (elements, failure) = Self.countPacked(bytes, field.value, kind)
            field.content = .packed(count: elements)
        } else if kind == .string {
            field.content = .string
            if missing == 0, !WireScan.isUTF8(bytes, field.value) {
                failure = WireScan.Failure(code: .invalidUTF8, offset: field.value.lowerBound)
            }
        }
        countElements(&field, elements)
        visitor.field(field)
        if missing > 0 {
            report(.truncated, field.length.lowerBound, field, offset..<offset, &visitor)
        } else if let failure {
            report(failure.code, failure.offset, field, offset..<offset, &visitor)
        }
    }

    private mutating func readGroup(
        _ field: inout WireField, _ bytes: Span<UInt8>, _ visitor: inout some WireVisitor
    ) throws(WireScan.Failure) {
        let top = levels.count - 1
        field.content = .group
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
                bytes, &offset, levels[top].end, number: field.number, levels: Self.skippedGroupLimit)
        } catch {
            // A decoder stops at the limit and sees nothing of what is wrong behind it.
            throw isTooDeep ? WireScan.Failure(code: .recursionLimitExceeded, offset: start) : error
        }
        if isTooDeep { report(.recursionLimitExceeded, start, field, start..<offset, &visitor) }
    }

    /// Groups within groups that are passed unread; deeper ones end their message.
    private static let skippedGroupLimit = 10_000

    // MARK: Elements

    private mutating func countElements(_ field: inout WireField, _ count: Int) {
        guard let pool, field.fits, pool.shapes[field.fieldIndex].isRepeated else { return }
        field.index = levels[levels.count - 1].counter.count(field.number, count)
    }

    private static func countPacked(
        _ bytes: Span<UInt8>, _ range: Range<Int>, _ kind: FieldKind
    ) -> (count: Int, failure: WireScan.Failure?) {
        var offset = range.lowerBound
        var count = 0
        while offset < range.upperBound {
            do throws(WireScan.Failure) {
                _ = try packedElement(bytes, &offset, range.upperBound, kind)
                count += 1
            } catch {
                return (count, error)
            }
        }
        return (count, nil)
    }

    /// Whether bytes of unknown type are more likely a message than text, a list or plain bytes.
    private static func looksLikeMessage(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
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
            if level.isCutKnown {
                levels[levels.count - 1].isCutKnown = true
            } else {
                report(.truncated, field.length.lowerBound, field, offset..<offset, &visitor)
            }
        }
        return true
    }

    /// Ends the message in which nothing more can be read, and the groups that are open in it.
    private mutating func fail(
        _ failure: WireScan.Failure, _ field: WireField?, _ visitor: inout some WireVisitor
    ) {
        let top = levels.count - 1
        let unread = min(field?.tag.lowerBound ?? failure.offset, levels[top].end)..<levels[top].end
        report(failure.code, failure.offset, field, unread, &visitor)
        while let level = levels.last, level.group > 0 {
            levels[levels.count - 1].field?.isComplete = false
            levels[levels.count - 1].field?.value = (level.field?.value.lowerBound ?? 0)..<unread.lowerBound
            _ = close(&visitor)
            if level.isCutKnown { levels[levels.count - 1].isCutKnown = true }
        }
        offset = levels[levels.count - 1].end
    }

    private mutating func report(
        _ code: WireError.Code, _ offset: Int, _ field: WireField?, _ unread: Range<Int>,
        _ visitor: inout some WireVisitor
    ) {
        if code == .truncated || code == .unterminatedGroup { levels[levels.count - 1].isCutKnown = true }
        var path = levels.compactMap { $0.field?.component }
        if let field { path.append(field.component) }
        visitor.damage(WireDamage(code: code, offset: offset, path: FieldPath(path), unread: unread))
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
