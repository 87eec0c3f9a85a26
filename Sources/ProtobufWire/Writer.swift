/// A growing buffer that messages are written to, front to back, in one pass.
///
/// The length of a sub-message is patched in after its body; room for the usual number of length bytes is left before
/// it. Keep one writer for many messages: ``encode(_:)`` then allocates nothing.
///
/// Field numbers are those of ``Tag/fieldNumbers``; others trap.
///
/// Safety: `next` stays within `start..<limit`. Every write is preceded by `reserve(_:)` for at least the bytes that
/// it stores; that is the only promise between the functions of this file and those of `Writer+Fields.swift`, and what
/// each `unsafe` there rests on.
@safe @frozen public struct Writer: ~Copyable {
    @usableFromInline var start: UnsafeMutableRawPointer
    @usableFromInline var next: UnsafeMutableRawPointer
    @usableFromInline var limit: UnsafeMutableRawPointer

    /// - Parameter capacity: bytes to make room for at first. The buffer doubles when it is full.
    @inlinable
    public init(capacity: Int = 512) {
        let capacity = max(capacity, 32)
        // Owned by this value alone: the type is not copyable, and `deinit` gives the memory back.
        unsafe start = .allocate(byteCount: capacity, alignment: 16)
        unsafe next = start
        unsafe limit = start + capacity
    }

    @inlinable
    deinit { unsafe start.deallocate() }

    /// The number of bytes that have been written.
    @inlinable @inline(__always)
    public var count: Int { unsafe next - start }

    /// A copy of the bytes that have been written. Linear.
    @inlinable
    public var bytes: [UInt8] { unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count)) }

    /// The bytes that have been written, in place, until the writer changes.
    @inlinable
    public var span: Span<UInt8> {
        @_lifetime(borrow self)
        get {
            // The first `count` bytes are initialised, and the span cannot outlive this borrow.
            let span = unsafe Span<UInt8>(
                _unsafeStart: UnsafePointer(start.assumingMemoryBound(to: UInt8.self)), count: count)
            return unsafe _overrideLifetime(span, borrowing: self)
        }
    }

    /// Forgets the bytes, keeps the memory.
    @inlinable @inline(__always)
    public mutating func removeAll() { unsafe next = start }

    /// Writes `message` in place of what was written before: afterwards ``span`` is its encoding.
    @inlinable @inline(__always)
    public mutating func encode<M: Message>(_ message: borrowing M) {
        removeAll()
        message.encode(&self)
    }

    // MARK: Room

    @inlinable @inline(__always)
    mutating func reserve(_ count: Int) { if unsafe limit - next < count { grow(count) } }

    @usableFromInline @inline(never)
    mutating func grow(_ count: Int) {
        let used = self.count
        let capacity = max(unsafe (limit - start) &* 2, used &+ count &+ 64)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        // The old buffer holds `used` bytes and the new one more than that; they do not overlap.
        unsafe larger.copyMemory(from: start, byteCount: used)
        unsafe start.deallocate()
        unsafe start = larger
        unsafe next = larger + used
        unsafe limit = larger + capacity
    }

    // MARK: Stores. Room has been reserved.

    @inlinable @inline(__always)
    mutating func store<T: FixedWidthInteger & BitwiseCopyable>(_ value: T) {
        unsafe next.storeBytes(of: value.littleEndian, as: T.self)
        unsafe next += MemoryLayout<T>.size
    }

    /// The tag of a field: two bytes at most for numbers below 2048, else five. Traps at numbers that no field has.
    @inlinable @inline(__always)
    mutating func storeTag(_ number: Int, _ wireType: WireType) {
        let tag = number &<< 3 | Int(wireType.rawValue)
        switch number {
        case 1..<16: store(UInt8(truncatingIfNeeded: tag))
        case 16..<2048: store(UInt16(truncatingIfNeeded: tag & 0x7f | 0x80 | (tag >> 7) << 8))
        default: storeLongTag(number, tag)
        }
    }

    @usableFromInline @inline(never)
    mutating func storeLongTag(_ number: Int, _ tag: Int) {
        precondition((1...536_870_911).contains(number), "Field numbers are 1 to 536870911.")
        storeLongVarint(UInt64(truncatingIfNeeded: tag))
    }

    /// Needs room for 10 bytes.
    @inlinable @inline(__always)
    mutating func storeVarint(_ value: UInt64) {
        if value < 0x80 {
            store(UInt8(truncatingIfNeeded: value))
        } else if value < 1 &<< 56 {
            let (word, length) = littleEndianVarint(value)
            unsafe next.storeBytes(of: word.littleEndian, as: UInt64.self)
            unsafe next += length
        } else {
            storeLongVarint(value)
        }
    }

    @usableFromInline @inline(never)
    mutating func storeLongVarint(_ value: UInt64) {
        var value = value
        while value >= 0x80 {
            store(UInt8(truncatingIfNeeded: value) | 0x80)
            value >>= 7
        }
        store(UInt8(truncatingIfNeeded: value))
    }

    /// Copies `count` bytes from anywhere else, up to 64 of them without a call.
    /// There has to be room for them behind `target`.
    @inline(__always)
    static func copy(_ count: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
        switch count {
        case 16...32: unsafe copyEnds(SIMD2<UInt64>.self, count, from: source, to: target)
        // The names of trips, vehicles and tasks.
        case 33...64: unsafe copyEnds(SIMD4<UInt64>.self, count, from: source, to: target)
        case 8..<16: unsafe copyEnds(UInt64.self, count, from: source, to: target)
        case 4..<8: unsafe copyEnds(UInt32.self, count, from: source, to: target)
        case 2..<4: unsafe copyEnds(UInt16.self, count, from: source, to: target)
        // The caller vouches for `count` bytes behind both addresses.
        default: unsafe target.copyMemory(from: source, byteCount: count)
        }
    }

    /// Copies the first and the last bytes, as many as `T` has; together they are all `count` of them.
    @inline(__always)
    private static func copyEnds<T: BitwiseCopyable>(
        _ type: T.Type, _ count: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer
    ) {
        // Both lie within the `count` bytes, which are at least as many as `T` has and at most twice as many.
        let last = count &- MemoryLayout<T>.size
        let head = unsafe source.loadUnaligned(as: T.self)
        let tail = unsafe source.loadUnaligned(fromByteOffset: last, as: T.self)
        unsafe target.storeBytes(of: head, as: T.self)
        unsafe target.storeBytes(of: tail, toByteOffset: last, as: T.self)
    }

    @inlinable @inline(__always)
    mutating func store(contentsOf content: borrowing Span<UInt8>) {
        unsafe content.withUnsafeBufferPointer { content in
            guard let address = content.baseAddress else { return }
            unsafe next.copyMemory(from: address, byteCount: content.count)
        }
        unsafe next += content.count
    }

    /// Writes bytes as they are: whole fields, for what was kept from the wire.
    @usableFromInline
    mutating func write(_ content: [UInt8]) {
        let slice = content[...]
        reserve(slice.count)
        store(contentsOf: slice.span)
    }

    // MARK: Sub-messages

    /// Begins a length-delimited field and leaves room for a length of `lengthBytes`; returns where its body begins.
    @inlinable @inline(__always)
    mutating func open(_ number: Int, _ lengthBytes: Int) -> Int {
        // Types from outside state it.
        precondition((1...5).contains(lengthBytes), "A length takes 1 to 5 bytes.")
        reserve(20)
        storeTag(number, .lengthDelimited)
        unsafe next += lengthBytes
        return count
    }

    /// Leaves room for a length of `lengthBytes` behind a tag that has been written; returns where the body begins.
    mutating func open(_ lengthBytes: Int) -> Int {
        precondition((1...5).contains(lengthBytes), "A length takes 1 to 5 bytes.")
        reserve(lengthBytes)
        unsafe next += lengthBytes
        return count
    }

    /// Writes the length of what came since `open`, with `body` from there.
    @inlinable @inline(__always)
    mutating func close(_ body: Int, _ lengthBytes: Int) {
        let length = count &- body
        // Below 0 when an encoding has replaced what was written before it.
        if lengthBytes == 1, UInt(bitPattern: length) < 0x80 {
            unsafe start.storeBytes(of: UInt8(truncatingIfNeeded: length), toByteOffset: body &- 1, as: UInt8.self)
        } else if lengthBytes == 2, length >= 0x80, length < 0x4000 {
            let bytes = UInt16(truncatingIfNeeded: length & 0x7f | 0x80 | (length >> 7) << 8)
            unsafe start.storeBytes(of: bytes.littleEndian, toByteOffset: body &- 2, as: UInt16.self)
        } else {
            moveAndClose(body, lengthBytes, length)
        }
    }

    /// Moves the body when its length takes more or fewer bytes than `lengthBytes`, and writes the length.
    @usableFromInline @inline(never)
    mutating func moveAndClose(_ body: Int, _ lengthBytes: Int, _ length: Int) {
        precondition(length >= 0, "An encoding must not remove what was written before it.")
        let needed = varintLength(UInt64(truncatingIfNeeded: length))
        reserve(max(0, needed &- lengthBytes) &+ 10)
        // Source and target, which may overlap, lie within the buffer: the body ends at `next`, and room behind it was just
        // reserved.
        let source = unsafe (start + body).assumingMemoryBound(to: UInt8.self)
        unsafe (source + (needed - lengthBytes)).update(from: source, count: length)
        unsafe next = start + body - lengthBytes
        // The length is stored byte by byte, because the body stands right behind it.
        storeLongVarint(UInt64(truncatingIfNeeded: length))
        unsafe next += length
    }
}
