// A range of borrowed bytes as a value of its own. The closures borrow the bytes for the duration of the call only.

extension Span<UInt8> {
    /// The string in a range of the bytes; damaged UTF-8 is repaired with U+FFFD.
    package func string(_ range: Range<Int>) -> String {
        unsafe extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// A copy of a range of the bytes.
    package func array(_ range: Range<Int>) -> [UInt8] {
        unsafe extracting(range).withUnsafeBufferPointer { unsafe [UInt8]($0) }
    }
}

extension [UInt8] {
    /// Appends a range of other bytes.
    @inlinable package mutating func append(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
