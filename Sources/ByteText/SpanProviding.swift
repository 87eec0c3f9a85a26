/// Bytes that lie in one piece of memory and can be read there: spans, arrays, slices of arrays, raw buffers; with
/// FleetWireFoundation also `Data`. All that takes a `Span<UInt8>` takes these, too.
///
/// A type of your own conforms by one function:
/// ```swift
/// struct Page: SpanProviding {
///     var storage: [UInt8]
///
///     func withByteSpan<Result, Failure: Error>(
///         _ body: (Span<UInt8>) throws(Failure) -> Result
///     ) throws(Failure) -> Result { try storage.withByteSpan(body) }
/// }
/// ```
public protocol SpanProviding: ~Escapable {
    /// Calls `body` with the bytes in place. The span is valid during the call only.
    func withByteSpan<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result
}

extension Span: SpanProviding where Element == UInt8 {
    @inlinable @inline(__always)
    public func withByteSpan<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(self)
    }
}

extension Array: SpanProviding where Element == UInt8 {
    @inlinable @inline(__always)
    public func withByteSpan<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let slice = self[...]
        return try body(slice.span)
    }
}

extension ArraySlice: SpanProviding where Element == UInt8 {
    @inlinable @inline(__always)
    public func withByteSpan<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(span)
    }
}

extension UnsafeRawBufferPointer: @unsafe SpanProviding {
    @inlinable @inline(__always)
    public func withByteSpan<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Whoever made the pointer vouches for its memory while the call lasts.
        try body(unsafe Span<UInt8>(_unsafeBytes: self))
    }
}

extension Array where Element: BitwiseCopyable {
    /// The elements in place. Stands before the `span` of the standard library, which arrays have from iOS 26 and macOS 26 on,
    /// while slices have it from iOS 12.2 and macOS 10.14.4 on.
    @inlinable
    package var span: Span<Element> {
        @inline(__always) @_lifetime(borrow self)
        get {
            let slice = self[...]
            // The memory of the slice is that of the array.
            return unsafe _overrideLifetime(slice.span, borrowing: self)
        }
    }
}
