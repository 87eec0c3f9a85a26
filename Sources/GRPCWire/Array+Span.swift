extension [UInt8] {
    /// A copy of `bytes`.
    @inlinable package init(copying bytes: Span<UInt8>) {
        // The pointer is used only inside the closure, where the span keeps the bytes alive.
        self = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
    }

    /// Appends a copy of `bytes`.
    @inlinable package mutating func append(copying bytes: Span<UInt8>) {
        // The pointer is used only inside the closure, where the span keeps the bytes alive.
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}

extension OutputSpan<UInt8> {
    /// Appends a copy of `bytes`. There has to be room for them.
    @inlinable package mutating func append(copying bytes: Span<UInt8>) {
        precondition(bytes.count <= freeCapacity)
        // The pointers are used only inside the closures, within the bytes and within the free capacity.
        unsafe bytes.withUnsafeBufferPointer { source in
            unsafe withUnsafeMutableBufferPointer { buffer, count in
                let free = unsafe UnsafeMutableBufferPointer(rebasing: buffer[count...])
                count += unsafe free.update(fromContentsOf: source)
            }
        }
    }
}
