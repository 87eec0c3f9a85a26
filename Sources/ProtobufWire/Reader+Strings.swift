extension Reader {
    /// A `string` field's value.
    ///
    /// - Throws: ``WireError/Code/invalidUTF8`` at the value's first byte, ``WireError/Code/truncated``.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func string() throws(WireError) -> String {
        let (string, length) = try prefixedString()
        drop(length)
        return string
    }

    /// A `bytes` field's value, copied.
    @_lifetime(self: copy self)
    @inlinable @inline(__always)
    public mutating func bytes() throws(WireError) -> [UInt8] {
        let content = try borrowedBytes()
        return [UInt8](copying: content)
    }

    /// The string behind a length, and how many bytes both take.
    @usableFromInline @inline(never)
    func prefixedString() throws(WireError) -> (String, Int) {
        var ahead = Reader(input, at: position, levels: levels)
        let count = try ahead.length()
        let used = ahead.position &- position &+ count
        if count == 0 { return ("", used) }
        let content = ahead.rest.extracting(0..<count)
        if count < 16, content.isASCII(upTo15: count), let string = String(smallASCII: content) {
            return (string, used)
        }
        guard let string = String(validatingUTF8: content) else { throw ahead.error(.invalidUTF8) }
        return (string, used)
    }
}

extension Span<UInt8> {
    /// Whether all bytes are below 128. `count` is the span's own, and 1 to 15.
    @inline(__always)
    fileprivate func isASCII(upTo15 count: Int) -> Bool {
        let bits =
            switch count {
            case 8...: word(at: 0) | word(at: count &- 8)
            case 4...: UInt64(word32(at: 0) | word32(at: count &- 4))
            default: UInt64(self[0] | self[count >> 1] | self[count &- 1])
            }
        return bits & 0x8080_8080_8080_8080 == 0
    }
}

extension String {
    /// A string of up to 15 ASCII bytes, which Swift keeps without an allocation.
    /// `nil` on systems that cannot make one in place.
    @inline(__always)
    fileprivate init?(smallASCII content: Span<UInt8>) {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            // Safe: ASCII is UTF-8.
            self = String(copying: unsafe UTF8Span(unchecked: content, isKnownASCII: true))
            return
        }
        guard #available(macOS 11, iOS 14, tvOS 14, watchOS 7, *) else { return nil }
        let count = content.count
        // Safe: exactly `count` bytes are copied from a span of that many into a buffer of at least that many.
        self = unsafe String(unsafeUninitializedCapacity: count) { output in
            unsafe content.withUnsafeBufferPointer { input in
                unsafe UnsafeMutableRawPointer(output.baseAddress!).copyMemory(
                    from: input.baseAddress!, byteCount: count)
            }
            return count
        }
    }

    /// The bytes as a string; `nil` unless they are UTF-8 (no overlong forms, surrogates, or values over U+10FFFF).
    @usableFromInline
    init?(validatingUTF8 content: Span<UInt8>) {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            guard let valid = try? UTF8Span(validating: content) else { return nil }
            self = String(copying: valid)
        } else {
            guard content.isUTF8 else { return nil }
            // Safe: the buffer is read within the closure only.
            self = unsafe content.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
        }
    }
}

extension Span<UInt8> {
    /// Whether the bytes are well-formed UTF-8 by table 3-7 of the Unicode standard. Linear.
    var isUTF8: Bool {
        var index = 0
        while index < count {
            let first = self[index]
            index += 1
            if first < 0x80 { continue }
            let following: Int
            var second: ClosedRange<UInt8> = 0x80...0xbf
            switch first {
            case 0xc2...0xdf: following = 1
            case 0xe0: (following, second) = (2, 0xa0...0xbf)
            case 0xed: (following, second) = (2, 0x80...0x9f)
            case 0xe1...0xef: following = 2
            case 0xf0: (following, second) = (3, 0x90...0xbf)
            case 0xf4: (following, second) = (3, 0x80...0x8f)
            case 0xf1...0xf3: following = 3
            default: return false
            }
            guard count - index >= following, second.contains(self[index]) else { return false }
            for next in index + 1..<index + following where !(0x80...0xbf).contains(self[next]) { return false }
            index += following
        }
        return true
    }
}

extension Array<UInt8> {
    /// The bytes of a span. Linear.
    @usableFromInline
    init(copying bytes: borrowing Span<UInt8>) {
        self.init()
        append(copying: bytes)
    }
}
