extension [UInt8] {
    /// A copy of `bytes`.
    package init(copying bytes: Span<UInt8>) {
        // The pointer is used only inside the closure, where the span keeps the bytes alive.
        self = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
    }

    /// Appends a copy of `bytes`.
    package mutating func append(copying bytes: Span<UInt8>) {
        // The pointer is used only inside the closure, where the span keeps the bytes alive.
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
