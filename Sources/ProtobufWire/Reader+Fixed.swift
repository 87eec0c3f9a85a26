// Layouts that almost every message of a type has: the whole length and body are matched at once, and anything that
// differs goes the general way.
extension Reader {
    /// Reads a length and behind it two doubles, fields 1 and 2, both present: `google.type.LatLng`.
    /// `nil`, and nothing consumed, if that is not what stands here.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func usualDoubles() -> (Double, Double)? {
        guard levels > 0, count >= 19 else { return nil }
        let rest = rest
        guard rest.halfWord(at: 0) == 0x0912, rest[10] == 0x11 else { return nil }
        drop(19)
        return (Double(bitPattern: rest.word(at: 2)), Double(bitPattern: rest.word(at: 11)))
    }

    /// Reads a length and behind it one or two varints, fields 1 and 2: `google.protobuf.Timestamp` and `Duration`.
    /// `nil`, and nothing consumed, if that is not what stands here.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func usualVarints() -> (Int64, Int32)? {
        let (first, second, length) = varintsOfUsualLength()
        if length == 0 { return nil }
        drop(length)
        return (first, second)
    }

    /// The two, and how many bytes they take with their length: 0 if they do not stand here.
    @usableFromInline @inline(never)
    func varintsOfUsualLength() -> (Int64, Int32, length: Int) {
        let rest = rest
        // 19 bytes at most are looked at: length, tag, 8 of a varint, tag, 8 of a varint.
        guard levels > 0, rest.count >= 20, rest[1] == 0x08 else { return (0, 0, 0) }
        let length = Int(rest[0])
        let (seconds, taken) = varintWithin(rest.word(at: 2))
        if taken == 0 || length >= 18 { return (0, 0, 0) }
        if taken &+ 1 == length { return (Int64(bitPattern: seconds), 0, length &+ 1) }
        guard rest[2 &+ taken] == 0x10 else { return (0, 0, 0) }
        let (nanos, more) = varintWithin(rest.word(at: 3 &+ taken))
        guard more != 0, taken &+ more &+ 2 == length else { return (0, 0, 0) }
        return (Int64(bitPattern: seconds), Int32(truncatingIfNeeded: nanos), length &+ 1)
    }
}

/// A message of exactly two doubles, fields 1 and 2, that arrives in long runs: `google.type.LatLng` in a route.
public protocol DoublePair: Message {
    /// A message with these values.
    init(_ first: Double, _ second: Double)
    /// The values of the two fields.
    var pair: (Double, Double) { get }
}

extension DoublePair {
    @inlinable @inline(__always)
    public static func usual(_ reader: inout Reader) -> Self? {
        guard let (first, second) = reader.usualDoubles() else { return nil }
        return Self(first, second)
    }
}

extension Reader {
    /// Appends a pair, and those right behind it with the same tag. `tag` takes one byte.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func messages<M: DoublePair>(_ tag: UInt32, _ values: inout [M]) throws(WireError) {
        let length = usualRun(tag, &values)
        drop(length != 0 ? length : try run(tag, &values))
    }

    /// Appends the pairs that have the usual layout, as far as they follow one another, and returns how many bytes
    /// they take (0: the first one has another layout).
    @inlinable
    func usualRun<M: DoublePair>(_ tag: UInt32, _ values: inout [M]) -> Int {
        let rest = rest
        guard tag < 0x80, levels > 0, rest.count >= 19, rest[0] == 0x12 else { return 0 }
        // Tags and lengths tell how many there seem to be.
        let header = UInt16(truncatingIfNeeded: tag) | 0x1200
        var ahead = rest.extracting(19..<rest.count)
        var count = 1
        while ahead.count >= 20, ahead.halfWord(at: 0) == header {
            ahead = ahead.extracting(20..<ahead.count)
            count &+= 1
        }
        let before = values.count
        values.append(addingCapacity: count) { output in
            // A copy of its own: what a closure captures does not stay in registers.
            var next = rest
            var left = count
            while next.count >= 19, next[1] == 0x09, next[10] == 0x11 {
                output.append(M(Double(bitPattern: next.word(at: 2)), Double(bitPattern: next.word(at: 11))))
                left &-= 1
                if left == 0 { break }
                next = next.extracting(20..<next.count)
            }
        }
        let taken = values.count &- before
        return taken == 0 ? 0 : taken &* 20 &- 1
    }
}
