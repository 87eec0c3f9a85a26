// One function per field type. Without `present:` the field has implicit presence and is left out at its default;
// with it, or with an optional, presence is the caller's. Room for 20 bytes covers a tag and any scalar or length.
extension Writer {
    // MARK: Varints

    /// Writes a `uint64`, also 0.
    @inlinable @inline(__always)
    public mutating func uint64(_ number: Int, present value: UInt64) {
        reserve(20)
        storeTag(number, .varint)
        storeVarint(value)
    }

    /// Writes a `uint64` unless it is 0.
    @inlinable @inline(__always)
    public mutating func uint64(_ number: Int, _ value: UInt64) { if value != 0 { uint64(number, present: value) } }

    /// Writes an `int64`, also 0.
    @inlinable @inline(__always)
    public mutating func int64(_ number: Int, present value: Int64) {
        uint64(number, present: UInt64(bitPattern: value))
    }

    /// Writes an `int64` unless it is 0.
    @inlinable @inline(__always)
    public mutating func int64(_ number: Int, _ value: Int64) { if value != 0 { int64(number, present: value) } }

    /// Writes a `uint32`, also 0.
    @inlinable @inline(__always)
    public mutating func uint32(_ number: Int, present value: UInt32) { uint64(number, present: UInt64(value)) }

    /// Writes a `uint32` unless it is 0.
    @inlinable @inline(__always)
    public mutating func uint32(_ number: Int, _ value: UInt32) { if value != 0 { uint32(number, present: value) } }

    /// Ten bytes when negative: the sign is extended to 64 bits.
    @inlinable @inline(__always)
    public mutating func int32(_ number: Int, present value: Int32) {
        uint64(number, present: UInt64(bitPattern: Int64(value)))
    }

    /// Writes an `int32` unless it is 0.
    @inlinable @inline(__always)
    public mutating func int32(_ number: Int, _ value: Int32) { if value != 0 { int32(number, present: value) } }

    /// Writes a `sint32`, also 0.
    @inlinable @inline(__always)
    public mutating func sint32(_ number: Int, present value: Int32) {
        uint64(number, present: UInt64(value.zigzag))
    }

    /// Writes a `sint32` unless it is 0.
    @inlinable @inline(__always)
    public mutating func sint32(_ number: Int, _ value: Int32) { if value != 0 { sint32(number, present: value) } }

    /// Writes a `sint64`, also 0.
    @inlinable @inline(__always)
    public mutating func sint64(_ number: Int, present value: Int64) {
        uint64(number, present: value.zigzag)
    }

    /// Writes a `sint64` unless it is 0.
    @inlinable @inline(__always)
    public mutating func sint64(_ number: Int, _ value: Int64) { if value != 0 { sint64(number, present: value) } }

    /// Writes a `bool`, also `false`.
    @inlinable @inline(__always)
    public mutating func bool(_ number: Int, present value: Bool) { uint64(number, present: value ? 1 : 0) }

    /// Writes a `bool` unless it is `false`.
    @inlinable @inline(__always)
    public mutating func bool(_ number: Int, _ value: Bool) { if value { bool(number, present: true) } }

    /// Writes an enum value, also 0.
    @inlinable @inline(__always)
    public mutating func enumeration<E: OpenEnum>(_ number: Int, present value: E) {
        int32(number, present: value.rawValue)
    }

    /// Writes an enum value unless it is 0.
    @inlinable @inline(__always)
    public mutating func enumeration<E: OpenEnum>(_ number: Int, _ value: E) { int32(number, value.rawValue) }

    // MARK: Fixed sizes

    /// Writes a `fixed32`, also 0.
    @inlinable @inline(__always)
    public mutating func fixed32(_ number: Int, present value: UInt32) {
        reserve(20)
        storeTag(number, .fixed32)
        store(value)
    }

    /// Writes a `fixed32` unless it is 0.
    @inlinable @inline(__always)
    public mutating func fixed32(_ number: Int, _ value: UInt32) { if value != 0 { fixed32(number, present: value) } }

    /// Writes a `fixed64`, also 0.
    @inlinable @inline(__always)
    public mutating func fixed64(_ number: Int, present value: UInt64) {
        reserve(20)
        storeTag(number, .fixed64)
        store(value)
    }

    /// Writes a `fixed64` unless it is 0.
    @inlinable @inline(__always)
    public mutating func fixed64(_ number: Int, _ value: UInt64) { if value != 0 { fixed64(number, present: value) } }

    /// Writes an `sfixed32`, also 0.
    @inlinable @inline(__always)
    public mutating func sfixed32(_ number: Int, present value: Int32) {
        fixed32(number, present: UInt32(bitPattern: value))
    }

    /// Writes an `sfixed32` unless it is 0.
    @inlinable @inline(__always)
    public mutating func sfixed32(_ number: Int, _ value: Int32) { fixed32(number, UInt32(bitPattern: value)) }

    /// Writes an `sfixed64`, also 0.
    @inlinable @inline(__always)
    public mutating func sfixed64(_ number: Int, present value: Int64) {
        fixed64(number, present: UInt64(bitPattern: value))
    }

    /// Writes an `sfixed64` unless it is 0.
    @inlinable @inline(__always)
    public mutating func sfixed64(_ number: Int, _ value: Int64) { fixed64(number, UInt64(bitPattern: value)) }

    /// Writes a `float`, also 0.
    @inlinable @inline(__always)
    public mutating func float(_ number: Int, present value: Float) { fixed32(number, present: value.bitPattern) }

    /// Written unless it is +0: -0 is not the default.
    @inlinable @inline(__always)
    public mutating func float(_ number: Int, _ value: Float) { fixed32(number, value.bitPattern) }

    /// Writes a `double`, also 0.
    @inlinable @inline(__always)
    public mutating func double(_ number: Int, present value: Double) { fixed64(number, present: value.bitPattern) }

    /// Written unless it is +0: -0 is not the default.
    @inlinable @inline(__always)
    public mutating func double(_ number: Int, _ value: Double) { fixed64(number, value.bitPattern) }

    // MARK: Strings and bytes

    /// Writes a `string`, also an empty one.
    @inlinable @inline(__always)
    public mutating func string(_ number: Int, present value: String) { storeString(number, value) }

    /// Writes a `string` unless it is empty.
    @inlinable @inline(__always)
    public mutating func string(_ number: Int, _ value: String) {
        if !value.isEmpty { string(number, present: value) }
    }

    /// Writes a repeated `string`.
    @inlinable
    public mutating func strings(_ number: Int, _ values: [String]) {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            strings(number, values.span)
        } else {
            let slice = values[...]
            strings(number, slice.span)
        }
    }

    /// Through a span, because a loop over the array would retain each string.
    @usableFromInline
    mutating func strings(_ number: Int, _ values: Span<String>) {
        for index in values.indices { string(number, present: values[index]) }
    }

    /// Writes `bytes`, also none.
    @inlinable
    public mutating func bytes(_ number: Int, present value: [UInt8]) {
        reserve(20)
        storeTag(number, .lengthDelimited)
        storePrefixed(value)
    }

    /// Writes `bytes` unless there are none.
    @inlinable
    public mutating func bytes(_ number: Int, _ value: [UInt8]) {
        if !value.isEmpty { bytes(number, present: value) }
    }

    @usableFromInline @inline(never)
    mutating func storeString(_ number: Int, _ value: String) {
        if let (low, high, count) = value.shortASCII {
            // 5 for the tag, one for the length, 16 for the words: what lies behind the string is not counted.
            reserve(22)
            storeTag(number, .lengthDelimited)
            store(UInt8(truncatingIfNeeded: count))
            unsafe next.storeBytes(of: low.littleEndian, as: UInt64.self)
            unsafe next.storeBytes(of: high.littleEndian, toByteOffset: 8, as: UInt64.self)
            unsafe next += count
            return
        }
        let count = value.utf8.count
        reserve(count &+ 20)
        storeTag(number, .lengthDelimited)
        storePrefixed(value, count)
    }

    mutating func storePrefixed(_ value: String) {
        let count = value.utf8.count
        reserve(count &+ 10)
        storePrefixed(value, count)
    }

    /// Needs room for the string's `count` bytes and 10 more. All of it is reserved before: were there a call in the
    /// closure, the string would be retained for it.
    @inline(__always)
    private mutating func storePrefixed(_ value: String, _ count: Int) {
        storeVarint(UInt64(truncatingIfNeeded: count))
        let target = unsafe next
        let isStored: Void? = unsafe value.utf8.withContiguousStorageIfAvailable { content in
            guard let address = content.baseAddress else { return }
            // The storage is the string's UTF-8, `count` bytes, and there is room for them.
            unsafe Writer.copy(count, from: UnsafeRawPointer(address), to: target)
        }
        // Swift's own strings are contiguous; one bridged from Objective-C may not be.
        if case .none = isStored { storeBridged(value, count) }
        unsafe next += count
    }

    @inline(never)
    private mutating func storeBridged(_ value: String, _ count: Int) {
        var target = unsafe next
        for byte in value.utf8.prefix(count) {
            // Room for `count` bytes has been reserved.
            unsafe target.storeBytes(of: byte, as: UInt8.self)
            unsafe target += 1
        }
    }

    @usableFromInline
    mutating func storePrefixed(_ value: [UInt8]) {
        reserve(value.count &+ 10)
        storeVarint(UInt64(truncatingIfNeeded: value.count))
        let slice = value[...]
        store(contentsOf: slice.span)
    }

    // MARK: Messages

    /// A sub-message; nothing if it is `nil`.
    @inlinable @inline(__always)
    public mutating func message<M: EncodableMessage & ~Copyable>(_ number: Int, _ value: borrowing M?) {
        // Up to this size in memory a message stays in registers or close to it: a point, a time, a name. Others take up to
        // a kilobyte.
        if MemoryLayout<M>.size > 64 { return largeMessage(number, value) }
        switch value {
        case .some(let value):
            let lengthBytes = M.usualLengthBytes
            let body = open(number, lengthBytes)
            value.encode(&self)
            close(body, lengthBytes)
        case .none: break
        }
    }

    /// Not inlinable, hence not specialised: code for a known type that is too large for registers copies the whole
    /// optional to look whether it is `nil`, and its payload to pass it on. Generic code does both in place.
    @usableFromInline @inline(never)
    mutating func largeMessage<M: EncodableMessage & ~Copyable>(_ number: Int, _ value: borrowing M?) {
        switch value {
        case .some(let value):
            let lengthBytes = M.usualLengthBytes
            let body = open(number, lengthBytes)
            value.encode(&self)
            close(body, lengthBytes)
        case .none: break
        }
    }

    /// Writes a repeated message.
    @inlinable @inline(__always)
    public mutating func messages<M: Message>(_ number: Int, _ values: [M]) {
        // A slice retains the array.
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            messages(number, values.span)
        } else {
            let slice = values[...]
            messages(number, slice.span)
        }
    }

    /// Through a span of a type that need not be copyable, because a loop over the array would retain every field of
    /// every element.
    @inlinable
    mutating func messages<M: EncodableMessage & ~Copyable>(_ number: Int, _ values: Span<M>) {
        for index in values.indices {
            let lengthBytes = M.usualLengthBytes
            let body = open(number, lengthBytes)
            values[index].encode(&self)
            close(body, lengthBytes)
        }
    }

    /// A packed enum field; nothing if it has no elements.
    @inlinable
    public mutating func packed<E: OpenEnum>(_ number: Int, _ values: [E]) {
        if values.isEmpty { return }
        let body = open(number, 1)
        for value in values {
            reserve(10)
            storeVarint(UInt64(bitPattern: Int64(value.rawValue)))
        }
        close(body, 1)
    }

    // MARK: What the type does not know

    /// The unknown fields, as they arrived. The last line of every ``EncodableMessage/encode(_:)``.
    @inlinable @inline(__always)
    public mutating func unknown(_ unknownFields: UnknownFields) {
        if let storage = unknownFields.storage { write(storage) }
    }

    @usableFromInline @inline(never)
    mutating func write(_ storage: UnknownFields.Storage) { write(storage.bytes) }
}
