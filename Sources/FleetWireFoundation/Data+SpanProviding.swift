#if canImport(Foundation)
public import ByteText
public import Foundation

/// `Data` is taken everywhere that a span of bytes is: `Vehicle(decoding: data)`, `deframer.consume(data)`.
extension Data: SpanProviding {
    public func withByteSpan<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // `withUnsafeBytes` rethrows without a type, so the outcome comes out as a value.
        let outcome = unsafe withUnsafeBytes { buffer in
            Swift.Result<Result, Failure> { () throws(Failure) in try unsafe buffer.withByteSpan(body) }
        }
        return try outcome.get()
    }
}
#endif
