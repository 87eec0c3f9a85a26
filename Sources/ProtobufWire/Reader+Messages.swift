extension Reader {
    /// Merges a sub-message into `value`, made first if it is `nil`. It stays `nil` when not even the length can be read.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func message<M: Message>(_ value: inout M?) throws(WireError) {
        // Not `== nil`: messages are equatable, and that would compare, hence copy, the whole message.
        if case .none = value, let new = M.usual(&self) {
            value = new
            return
        }
        drop(try lengthOfMessage(&value))
    }

    /// Merges a sub-message and returns how many bytes it takes, length included. Out of line, because a message has
    /// many of them. The reader changes in here only as a copy, so that the caller's stays in registers.
    @inlinable @inline(never)
    func lengthOfMessage<M: Message>(_ value: inout M?) throws(WireError) -> Int {
        var ahead = self
        let body = try ahead.body()
        if case .none = value { Self.makeSome(&value) }
        try value!.merge(body)
        return ahead.position &- position
    }

    /// Puts a new message in the place of `nil`, and builds it there: a copy that follows on the heels of many small
    /// stores has to wait for them.
    @inlinable @inline(__always)
    static func makeSome<M: Message>(_ value: inout M?) {
        if MemoryLayout<M?>.size != MemoryLayout<M>.size {
            value = M()
            return
        }
        // An optional that is no larger than its payload tells `nil` by a value that no payload has: a payload's bytes
        // in its place are the optional. What they replace is `nil`, so there is nothing to destroy.
        unsafe withUnsafeMutablePointer(to: &value) { value in
            unsafe UnsafeMutableRawPointer(value).assumingMemoryBound(to: M.self).initialize(to: M())
        }
    }

    /// Merges a sub-message into `value`: for oneof members.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func message<M: Message>(into value: inout M) throws(WireError) {
        try value.merge(try body())
    }

    // MARK: Repeated fields

    /// Appends a sub-message, and those right behind it with the same tag.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func messages<M: Message>(_ tag: UInt32, _ values: inout [M]) throws(WireError) {
        drop(try run(tag, &values))
    }

    /// Appends a string.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func strings(_ tag: UInt32, _ values: inout [String]) throws(WireError) {
        // Counting the run is linear once; when elements of several fields alternate it would be done again and again.
        if values.isEmpty { values.reserveCapacity(runLength(tag)) }
        values.append(try string())
    }

    /// Reads elements into `values` and returns how many bytes they take.
    @inlinable
    func run<M: Message>(_ tag: UInt32, _ values: inout [M]) throws(WireError) -> Int {
        var ahead = Reader(input, at: position, levels: levels)
        if values.isEmpty { values.reserveCapacity(runLength(tag)) }
        repeat {
            // Decoded in place: a Vehicle is too big to be moved for nothing.
            values.append(M())
            var isNew = true
            do throws(WireError) {
                let body = try ahead.body()
                isNew = false
                try values[values.count &- 1].merge(body)
            } catch {
                // Without a length there was no element.
                if isNew { values.removeLast() }
                throw error
            }
        } while ahead.passes(tag)
        return ahead.position &- position
    }

    /// Passes the tag if it stands next, in its shortest form.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    mutating func passes(_ tag: UInt32) -> Bool {
        if tag < 0x80 {
            guard hasByte(), input.byte(at: position) == UInt8(truncatingIfNeeded: tag) else { return false }
            drop(1)
            return true
        }
        guard tag < 0x4000, count >= 2,
            input.halfWord(at: position) == UInt16(truncatingIfNeeded: tag & 0x7f | 0x80 | (tag >> 7) << 8)
        else { return false }
        drop(2)
        return true
    }

    /// The number of length-delimited fields with the tag `tag` that follow one another, at least 1. The cursor stands behind
    /// the tag of the first.
    @usableFromInline @inline(never)
    func runLength(_ tag: UInt32) -> Int {
        var ahead = Reader(input, at: position, levels: levels)
        var count = 0
        repeat {
            guard let length = try? ahead.length() else { break }
            ahead.drop(length)
            count &+= 1
        } while ahead.passes(tag)
        return max(count, 1)
    }

    /// Appends the elements of a packed field, each of `wireType`. `element` reads one.
    ///
    /// Takes memory for exactly as many elements as the field holds, if it is the only one.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func packed<T>(
        _ wireType: WireType, _ values: inout [T], _ element: (inout Reader) throws(WireError) -> T
    ) throws(WireError) {
        drop(try lengthOfPacked(wireType, &values, element))
    }

    /// Appends the elements and returns how many bytes the field takes, length included.
    @inlinable
    func lengthOfPacked<T>(
        _ wireType: WireType, _ values: inout [T], _ element: (inout Reader) throws(WireError) -> T
    ) throws(WireError) -> Int {
        var ahead = Reader(input, at: position, levels: levels)
        let count = try ahead.length()
        let end = ahead.position &+ count
        var elements = Reader(input.extracting(0..<end), at: ahead.position, levels: levels)
        // Only for the first of several runs: to reserve room for one more element each time copies all of them each time.
        if values.isEmpty { values.reserveCapacity(elements.rest.elements(of: wireType)) }
        while elements.count > 0 { values.append(try element(&elements)) }
        return end &- position
    }

    /// Appends the elements of a packed enum field.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func packed<E: OpenEnum>(_ values: inout [E]) throws(WireError) {
        try packed(.varint, &values) { reader throws(WireError) in try reader.enumeration() }
    }
}

extension Span<UInt8> {
    /// The number of elements of a packed field of `wireType`. Linear for varints: each ends at a byte below 128.
    @usableFromInline
    func elements(of wireType: WireType) -> Int {
        switch wireType {
        case .fixed32: return count / 4
        case .fixed64: return count / 8
        default:
            var elements = 0
            for index in indices where self[index] < 0x80 { elements += 1 }
            return elements
        }
    }
}
