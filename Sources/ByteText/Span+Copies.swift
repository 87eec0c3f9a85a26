// Copies of borrowed bytes. The pointers are used only inside the closures, where the spans keep the bytes alive.

extension Span<UInt8> {
    /// The string in a range of the bytes; damaged UTF-8 is repaired with U+FFFD.
    package func string(_ range: Range<Int>) -> String {
        unsafe extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    package func array(_ range: Range<Int>) -> [UInt8] { [UInt8](copying: extracting(range)) }
}

extension [UInt8] {
    @inlinable package init(copying bytes: Span<UInt8>) {
        self = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
    }

    @inlinable package mutating func append(copying bytes: Span<UInt8>) {
        // Without memory of its own, an array is quicker made anew.
        guard capacity > 0 else { return self = [UInt8](copying: bytes) }
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }

    @inlinable package mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        append(copying: bytes.extracting(range))
    }
}

extension OutputSpan<UInt8> {
    /// Appends a copy of `bytes`. There has to be room for them.
    @inlinable package mutating func append(copying bytes: Span<UInt8>) {
        precondition(bytes.count <= freeCapacity)
        unsafe bytes.withUnsafeBufferPointer { source in
            unsafe withUnsafeMutableBufferPointer { buffer, count in
                guard let start = buffer.baseAddress, let source = source.baseAddress else { return }
                unsafe (start + count).initialize(from: source, count: bytes.count)
                count += bytes.count
            }
        }
    }
}
