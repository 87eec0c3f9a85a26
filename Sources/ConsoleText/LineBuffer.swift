internal import ByteText

/// A buffer for lines of text in UTF-8 that passes full pieces to a sink.
///
/// Large trees have millions of lines made of short pieces, and bytes are appended many times faster than strings.
@usableFromInline package struct LineBuffer {
    /// `nil` keeps the text.
    private let sink: (any TextSink)?
    @usableFromInline let palette: Palette
    @usableFromInline var bytes: [UInt8] = []
    /// Hides credentials in strings by their names and schemes, too.
    package var hidesNamedCredentials = false
    /// The number of bytes at which the text is passed to the sink.
    @usableFromInline let limit: Int

    private static let size = 64 << 10

    @usableFromInline package init(_ sink: any TextSink, _ palette: Palette) {
        self.sink = sink
        self.palette = palette
        limit = Self.size
        bytes.reserveCapacity(Self.size + 4096)
    }

    /// Makes a buffer that keeps all text.
    private init() {
        (sink, palette, limit) = (nil, .plain, .max)
    }

    /// The text that a function writes, without colours.
    package static func text(_ write: (inout LineBuffer) -> Void) -> SafeText {
        var line = LineBuffer()
        write(&line)
        return SafeText(verbatim: String(decoding: line.bytes, as: UTF8.self))
    }

    @usableFromInline package mutating func flush() {
        guard !bytes.isEmpty else { return }
        sink?.write(utf8: bytes)
        bytes.removeAll(keepingCapacity: true)
    }

    @inlinable package mutating func endLine() {
        bytes.append(UInt8(ascii: "\n"))
        flushIfFull()
    }

    @inlinable mutating func flushIfFull() {
        if bytes.count >= limit { flush() }
    }

    // MARK: Pieces

    /// Writes the text of `body` in the colour of a role. Inlined, because a closure retains what it refers to.
    @inlinable @inline(__always)
    package mutating func paint(_ role: Palette.Role?, _ body: (inout LineBuffer) -> Void) {
        guard palette.isEnabled, let role else { return body(&self) }
        text(role.start)
        body(&self)
        text(Palette.Role.end)
    }

    @inlinable package mutating func text(_ text: SafeText) { bytes.append(contentsOf: text.description.utf8) }

    /// Writes a literal of printable ASCII, without making a string of it.
    @inlinable package mutating func ascii(_ text: StaticString) {
        // A literal of ASCII is stored as its bytes, which stay where they are.
        unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @inlinable package mutating func utf8(_ text: [UInt8], _ range: Range<Int>) {
        // The pointer is used in the call only, and the range is checked.
        unsafe text.withUnsafeBufferPointer {
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(rebasing: $0[range]))
        }
    }

    @inlinable package mutating func spaces(_ count: Int) {
        let count = max(0, count)
        bytes.append(addingCapacity: count) { $0.append(repeating: UInt8(ascii: " "), count: count) }
    }

    package mutating func decimal(_ number: Int64) { bytes.append(decimal: number) }

    package mutating func decimal(_ number: UInt64) { bytes.append(decimal: number) }

    /// Writes an offset with at least six hexadecimal digits.
    package mutating func offset(_ offset: Int) {
        bytes.append(hex: UInt64(offset), digits: max(6, (67 - UInt64(offset).leadingZeroBitCount) / 4))
    }

    /// Writes `0x` and hexadecimal digits.
    package mutating func hex(_ number: UInt64, digits: Int) {
        text("0x")
        bytes.append(hex: number, digits: digits)
    }

    /// Writes two hexadecimal digits for each byte, with spaces between bytes.
    package mutating func hex(row: ArraySlice<UInt8>) {
        for (position, byte) in row.enumerated() {
            if position > 0 { bytes.append(UInt8(ascii: " ")) }
            bytes.append(hex: byte)
        }
    }

    /// Writes the fewest digits that read back as the same number; whole numbers without a point.
    package mutating func floating(_ number: Double) {
        // Without a string in between, which takes an allocation for most numbers.
        if !OrdinaryDecimal.append(shortest: number, to: &bytes) { bytes.append(contentsOf: number.description.utf8) }
        removePointZero()
    }

    /// Writes the fewest digits that read back as the same number; whole numbers without a point.
    package mutating func floating(_ number: Float) {
        bytes.append(contentsOf: number.description.utf8)
        removePointZero()
    }

    private mutating func removePointZero() {
        if bytes.last == UInt8(ascii: "0"), bytes[bytes.count - 2] == UInt8(ascii: ".") { bytes.removeLast(2) }
    }

    /// Lets `write` append to the buffer.
    package mutating func time(_ write: (inout [UInt8]) -> Bool) -> Bool { write(&bytes) }

    // MARK: Strings

    /// Writes a string in quotes, safe for terminals: control characters, invisible direction marks and line separators as
    /// escapes, bytes that are not UTF-8 as `\xff`. Credentials that are known by their form are left out;
    /// all others only if ``hidesNamedCredentials`` is set.
    ///
    /// - Parameter limit: How many characters are shown; a longer string is followed by its size.
    package mutating func quoted(_ text: ArraySlice<UInt8>, limit: Int) {
        // No credential that is known by its form is shorter.
        let isShort = !hidesNamedCredentials && text.count < 16
        let text = isShort ? text : Credentials.hidden(in: text, formsOnly: !hidesNamedCredentials)
        bytes.append(UInt8(ascii: "\""))
        var index = text.startIndex
        var rest = limit
        while index < text.endIndex {
            guard rest > 0 else { return self.text("…\" (\(byteCount(text.count)))") }
            let start = index
            let end = min(text.endIndex, rest > text.count ? text.endIndex : start + rest, start + Self.size)
            while end - index >= 8, text.span.eightBytes(at: index - text.startIndex).isPlainInQuotes { index += 8 }
            while index < end, text[index].isPlainInQuotes { index += 1 }
            if index > start {
                bytes.append(text.span, (start - text.startIndex)..<(index - text.startIndex))
                rest -= index - start
            } else {
                rest -= 1
                index += special(text, start)
            }
            flushIfFull()
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes the character at `index`, or the escape of a byte that belongs to no character.
    ///
    /// - Returns: The number of bytes that were read.
    private mutating func special(_ text: ArraySlice<UInt8>, _ index: Int) -> Int {
        let start = index - text.startIndex
        guard let (scalar, length) = text.span.character(at: start, before: text.count) else {
            self.text("\\x")
            bytes.append(hex: text[index])
            return 1
        }
        if scalar == "\"" || scalar == "\\" { bytes.append(UInt8(ascii: "\\")) }
        VisibleText.append(scalar, to: &bytes)
        return length
    }

    /// Writes hexadecimal digits in groups of four bytes. Bytes that hold a credential of known form are left out.
    ///
    /// - Parameter limit: How many characters of a text would be shown. Of bytes a quarter is, but no fewer than 32; more are
    ///   followed by their number.
    package mutating func hex(_ value: ArraySlice<UInt8>, limit: Int) {
        let limit = max(32, limit / 4)
        guard !value.isEmpty else { return text("(no bytes)") }
        // What is not shown need not be searched.
        if Credentials.replacement(of: value.prefix(limit)) != nil {
            return text("\(Credentials.replacement(size: value.count))")
        }
        for (position, byte) in value.prefix(limit).enumerated() {
            if position > 0, position.isMultiple(of: 4) { bytes.append(UInt8(ascii: " ")) }
            bytes.append(hex: byte)
            flushIfFull()
        }
        if value.count > limit { text("… (\(byteCount(value.count)))") }
    }
}
