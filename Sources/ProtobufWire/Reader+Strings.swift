public import ByteText

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
        let rest = rest
        if rest.count > 0 {
            let count = Int(rest[0])
            if count < 16, count < rest.count, let string = String(shortASCII: rest.extracting(1..<count &+ 1)) {
                return (string, count &+ 1)
            }
        }
        return try prefixedLongString()
    }

    /// The general case of ``prefixedString()``, in a function of its own so that the short case has no registers to save.
    @inline(never)
    private func prefixedLongString() throws(WireError) -> (String, Int) {
        var ahead = self
        let count = try ahead.length()
        let content = ahead.rest.extracting(0..<count)
        guard let string = String(validatingUTF8: content) else { throw ahead.error(.invalidUTF8) }
        return (string, ahead.position &- position &+ count)
    }
}

extension String {
    /// The bytes as a string; `nil` unless they are UTF-8 (no overlong forms, surrogates, or values over U+10FFFF).
    @usableFromInline
    init?(validatingUTF8 content: Span<UInt8>) {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            if content.isASCII {
                // Safe: ASCII is UTF-8.
                self = String(copying: unsafe UTF8Span(unchecked: content, isKnownASCII: true))
                return
            }
            guard let valid = try? UTF8Span(validating: content) else { return nil }
            self = String(copying: valid)
        } else {
            guard content.firstInvalidUTF8(from: 0, before: content.count) == nil else { return nil }
            // Safe: the buffer is read within the closure only.
            self = unsafe content.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
        }
    }
}

extension Span<UInt8> {
    /// Whether all bytes are below 128. Without a way out before the end, so that the compiler takes many at once.
    @inlinable @inline(__always)
    package var isASCII: Bool {
        var bits: UInt8 = 0
        for index in 0..<count { bits |= self[index] }
        return bits < 0x80
    }

    /// The index of the first character that is not well-formed UTF-8, between `start` and `end`; `nil` if all are. Linear.
    package func firstInvalidUTF8(from start: Int, before end: Int) -> Int? {
        var index = start
        while index < end {
            // Many bytes at once while they are ASCII, as nearly all are.
            while end - index >= 64, extracting(index..<(index + 64)).isASCII { index += 64 }
            while end - index >= 8, word(at: index) & 0x8080_8080_8080_8080 == 0 { index += 8 }
            guard index < end else { return nil }
            let length = lengthOfCharacter(at: index, before: end)
            guard length > 0 else { return index }
            index += length
        }
        return nil
    }
}
