public import ByteText
public import ProtobufWire

/// Reads any bytes as a protobuf message, field by field, and never fails.
///
/// With a message type fields have names and types; without one, or where the type does not know a field, numbers and
/// wire types remain. Damage is reported to the visitor and contained: a broken sub-message ends, and its siblings are read.
/// Bytes that cause no damage are exactly those that the official runtimes accept.
///
/// One pass, linear in the input; memory only for the levels that are open.
public struct WireWalker: Sendable {
    /// How many levels of messages and groups may lie below the top. A deeper one is damage, and passed unread.
    public var limits: DecodingLimits
    /// Whether a length-delimited field that no schema knows is visited as a message when its bytes read as one and are
    /// not plain text.
    public var guessesMessages: Bool
    /// Whether the bytes behind damage are searched for a place from which the message makes sense again, so that the fields
    /// there are visited too. The first damage is the same either way.
    public var resynchronizes: Bool

    /// A walker; the parameters are its properties.
    public init(
        limits: DecodingLimits = DecodingLimits(), guessesMessages: Bool = false, resynchronizes: Bool = false
    ) {
        self.limits = limits
        self.guessesMessages = guessesMessages
        self.resynchronizes = resynchronizes
    }

    /// Visits every field of `bytes`.
    public func walk(
        _ bytes: some SpanProviding & ~Escapable, as message: MessageDescriptor?, visitor: inout some WireVisitor
    ) {
        bytes.withByteSpan { walk($0, 0..<$0.count, as: message, visitor: &visitor) }
    }

    /// Visits every field in a part of `bytes`; offsets still count from the start of `bytes`.
    ///
    /// - Parameter stop: No field is visited that begins at or behind this offset, and no level closed there.
    public func walk(
        _ bytes: Span<UInt8>, _ range: Range<Int>, as message: MessageDescriptor?, stop: Int = .max,
        visitor: inout some WireVisitor
    ) {
        // A message that is too large is not read.
        guard range.count <= limits.messageSize else {
            return visitor.damage(
                WireDamage(code: .messageTooLarge, offset: range.lowerBound, path: FieldPath(), unread: range))
        }
        var walk = WalkState(range, message, self)
        while walk.offset < stop, walk.step(bytes, &visitor) {}
    }

    /// Whether a length-delimited value that no schema knows is visited as a message.
    func takesForMessage(_ bytes: Span<UInt8>, _ value: Range<Int>) -> Bool {
        guessesMessages && PayloadGuess.isMessage(bytes, value)
    }
}

/// A walk that is taken step by step: the messages and groups that are open.
///
/// Bytes that were passed are not read again, so they may change between two steps.
package struct WalkState {
    private typealias Failure = WireCursor.Failure

    private struct Level {
        /// The type; `nil` where none is known.
        var message: MessageIndex?
        /// The end of the message's bytes; for a group the end of the message around the group.
        var end: Int
        /// Field number of a group; `nil` for a message.
        var group: Int?
        /// The field that holds the message; `nil` at the top.
        var field: WireField?
        /// Announced length minus the bytes that the input has.
        var missing = 0
        /// Whether the end of the input inside this message has been reported.
        var isCutKnown = false
        /// Number of the last field that could be read, 0 for none.
        var last = 0
        /// The offset at which the message around this one goes on, if the length of this one was damaged.
        var resumed: Int?
        var counter = ElementCounter()
    }

    private let walker: WireWalker
    private var levels: [Level]
    /// The field that was read last. All fields are read into one value, as each new value would retain the schema.
    private var field: WireField
    private(set) var offset: Int
    private var resynchronizer: Resynchronizer?

    package init(_ range: Range<Int>, _ message: MessageDescriptor?, _ walker: WireWalker) {
        self.walker = walker
        field = WireField(of: message?.pool)
        levels = [Level(message: message?.index, end: range.upperBound)]
        offset = range.lowerBound
        resynchronizer = walker.resynchronizes ? Resynchronizer(pool: message?.pool) : nil
    }

    private var top: Int { levels.count - 1 }

    /// Reads one field or closes one level; false at the end.
    ///
    /// - Parameter bytes: The input that the range of the walk counts in.
    package mutating func step(_ bytes: Span<UInt8>, _ visitor: inout some WireVisitor) -> Bool {
        let top = top
        guard offset < levels[top].end else {
            guard levels[top].group == nil else {
                recover(from: Failure(code: .unterminatedGroup, offset: offset), in: nil, bytes, visitor: &visitor)
                return true
            }
            return close(&visitor)
        }
        if let gap = visitor.gap(at: offset) {
            for (number, count) in gap.elements { _ = levels[top].counter.add(count, to: number) }
            offset = min(max(gap.range.upperBound, offset), levels[top].end)
            return true
        }
        let start = offset
        var cursor = WireCursor(bytes, start..<levels[top].end)
        do throws(Failure) {
            let (number, wireType) = try cursor.tag()
            if wireType == .endGroup {
                guard levels[top].group == number else { throw Failure(code: .mismatchedEndGroup, offset: start) }
                levels[top].field?.valueEnd = start
                levels[top].end = cursor.offset
                return close(&visitor)
            }
            field.begin(number, wireType, tag: start..<cursor.offset, depth: top, in: levels[top].message)
            do throws(Failure) {
                try readField(with: &cursor, &visitor)
                offset = cursor.offset
            } catch {
                recover(from: error, in: field, bytes, visitor: &visitor)
            }
        } catch {
            recover(from: error, in: nil, bytes, visitor: &visitor)
        }
        return !levels.isEmpty
    }

    // MARK: Fields

    /// Reads the field whose tag has been read.
    private mutating func readField(
        with cursor: inout WireCursor, _ visitor: inout some WireVisitor
    ) throws(Failure) {
        switch field.wireType {
        case .varint, .fixed64, .fixed32:
            field.content = .bits(try cursor.number(field.wireType))
            field.valueEnd = cursor.offset
            levels[top].last = field.number
            countElements(1)
            visitor.field(field)
        case .lengthDelimited: try readDelimited(with: &cursor, &visitor)
        case .startGroup: try readGroup(with: &cursor, &visitor)
        case .endGroup: return
        }
    }

    private mutating func readDelimited(
        with cursor: inout WireCursor, _ visitor: inout some WireVisitor
    ) throws(Failure) {
        let length = try cursor.length()
        levels[top].last = field.number
        let missing = max(0, length - (cursor.end - cursor.offset))
        field.valueStart = cursor.offset
        field.valueEnd = cursor.offset + length - missing
        field.isComplete = missing == 0
        // A length that reaches too far may itself be damaged.
        var resumed: Int?
        if missing > 0, field.fits, let declared = field.fieldIndex {
            let message = levels[top].message
            resumed = resynchronizer?.next(cursor.bytes, behind: declared, cut: field.value, in: message)
            field.valueEnd = resumed ?? field.valueEnd
        }
        let kind = field.kind
        if kind == .message || kind == nil && missing == 0 && walker.takesForMessage(cursor.bytes, field.value) {
            return openMessage(missing: missing, &cursor, &visitor)
        }
        cursor.offset = field.valueEnd
        var failure: Failure?
        var elements = 1
        if let kind, kind.isPackable {
            (elements, failure) = cursor.bytes.countPacked(field.value, kind.wireType)
            field.content = .packed(count: elements)
        } else if kind == .string {
            field.content = .string
            if missing == 0, field.needsUTF8, !cursor.bytes.isUTF8(field.value) {
                failure = Failure(code: .invalidUTF8, offset: field.valueStart)
            }
        }
        countElements(elements)
        visitor.field(field)
        if missing > 0 { failure = Failure(code: .truncated, offset: field.tagEnd) }
        if let failure {
            report(failure, field, unread: field.valueEnd..<field.valueEnd, resumed: resumed, to: &visitor)
        }
    }

    private mutating func openMessage(
        missing: Int, _ cursor: inout WireCursor, _ visitor: inout some WireVisitor
    ) {
        field.content = .message
        countElements(1)
        guard top < walker.limits.recursion else {
            field.content = .bytes
            visitor.field(field)
            report(
                Failure(code: .recursionLimitExceeded, offset: field.tagEnd), field, unread: field.value, to: &visitor)
            return cursor.offset = field.valueEnd
        }
        guard visitor.enter(field) else {
            cursor.offset = field.valueEnd
            guard missing > 0 else { return }
            return report(
                Failure(code: .truncated, offset: field.tagEnd), field, unread: field.valueEnd..<field.valueEnd,
                to: &visitor)
        }
        levels.append(Level(message: field.messageIndex, end: field.valueEnd, field: field, missing: missing))
    }

    private mutating func readGroup(
        with cursor: inout WireCursor, _ visitor: inout some WireVisitor
    ) throws(Failure) {
        field.content = .group
        levels[top].last = field.number
        countElements(1)
        let start = cursor.offset
        let isTooDeep = top >= walker.limits.recursion
        if !isTooDeep, visitor.enter(field) {
            levels.append(
                Level(message: field.messageIndex, end: levels[top].end, group: field.number, field: field))
            return
        }
        let tooDeep = Failure(code: .recursionLimitExceeded, offset: start)
        do throws(Failure) {
            _ = try cursor.skipGroup(field.number, levels: WireCursor.skippedGroupLimit)
        } catch {
            // A decoder stops at the limit and sees nothing of the damage behind it.
            throw isTooDeep ? tooDeep : error
        }
        if isTooDeep { report(tooDeep, field, unread: start..<cursor.offset, to: &visitor) }
    }

    private mutating func countElements(_ elements: Int) {
        if field.isRepeated { field.index = levels[top].counter.add(elements, to: field.number) }
    }

    // MARK: Ends and damage

    /// Leaves the innermost level; false when it was the last.
    private mutating func close(_ visitor: inout some WireVisitor) -> Bool {
        // Taken out of the level: a copy would retain the schema.
        guard var level = levels.popLast(), let field = level.field.take() else { return false }
        offset = level.end
        visitor.leave(field)
        // A cut that was already found inside is not reported again for each message around it.
        if level.missing > 0 {
            if !level.isCutKnown {
                let failure = Failure(code: .truncated, offset: field.tagEnd)
                report(failure, field, unread: offset..<offset, resumed: level.resumed, to: &visitor)
            } else if level.resumed == nil {
                levels[top].isCutKnown = true
            }
        }
        return true
    }

    /// Ends the groups that are open around a place where nothing more can be read, and then the message, unless it makes
    /// sense again further on.
    private mutating func recover(
        from failure: Failure, in field: WireField?, _ bytes: Span<UInt8>, visitor: inout some WireVisitor
    ) {
        let end = levels[top].end
        let start = min(field?.tagStart ?? failure.offset, end)
        let (resumed, isAround) = failure.isRecoverable && start < end ? nextPlace(bytes, start..<end) : (nil, false)
        report(failure, field, unread: start..<(resumed ?? end), resumed: resumed, to: &visitor)
        while let level = levels.last, level.group != nil {
            levels[top].field?.isComplete = false
            levels[top].field?.valueEnd = start
            _ = close(&visitor)
            if level.isCutKnown { levels[top].isCutKnown = true }
        }
        if isAround {
            levels[top].field?.valueEnd = start
            levels[top].end = resumed ?? end
            levels[top].resumed = resumed
            _ = close(&visitor)
        }
        offset = resumed ?? levels[top].end
    }

    /// Finds the place where reading makes sense again in the unread rest of the innermost message, and whether that place
    /// belongs to the message around.
    private mutating func nextPlace(_ bytes: Span<UInt8>, _ rest: Range<Int>) -> (resumed: Int?, isAround: Bool) {
        guard resynchronizer != nil, let inner = levels.lastIndex(where: { $0.group == nil }) else {
            return (nil, false)
        }
        let (message, last) = (levels[inner].message, levels[inner].last)
        var outside: Int?
        // A message whose length reaches too far may have ended here.
        if levels[inner].missing > 0, inner > 0, levels[inner - 1].group == nil {
            let around = levels[inner - 1]
            outside = resynchronizer?.next(
                bytes, rest, in: around.message, end: rest.upperBound, after: around.last)
        }
        let behind = (rest.lowerBound + 1)..<rest.upperBound
        guard let outside else {
            return (resynchronizer?.nextOrAny(bytes, behind, in: message, after: last), false)
        }
        let between = behind.lowerBound..<max(behind.lowerBound, outside)
        let inside = resynchronizer?.next(bytes, between, in: message, end: rest.upperBound, after: last)
        return inside.map { ($0, false) } ?? (outside, true)
    }

    private mutating func report(
        _ failure: Failure, _ field: WireField?, unread: Range<Int>, resumed: Int? = nil,
        to visitor: inout some WireVisitor
    ) {
        if resumed == nil, failure.code == .truncated || failure.code == .unterminatedGroup {
            levels[top].isCutKnown = true
        }
        var path = levels.compactMap { $0.field?.component }
        if let field { path.append(field.component) }
        visitor.damage(
            WireDamage(
                code: failure.code, offset: failure.offset, path: FieldPath(path), unread: unread, resumed: resumed))
    }
}

extension WireField {
    package var component: FieldPath.Component {
        FieldPath.Component(number: number, name: descriptor?.name ?? mismatch?.name, index: index)
    }
}

/// Counts the elements of repeated fields. A table is only needed when elements of several fields alternate.
private struct ElementCounter {
    private var number = 0
    private var next = 0
    private var others: [Int: Int] = [:]

    /// Position of the first of `count` further elements of the field.
    mutating func add(_ count: Int, to number: Int) -> Int {
        if number != self.number {
            if self.number > 0 { others[self.number] = next }
            self.number = number
            next = others[number] ?? 0
        }
        defer { next += count }
        return next
    }
}
