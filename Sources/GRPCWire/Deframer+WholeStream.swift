public import ByteText

extension Deframer {
    /// All messages of a stream that is at hand as a whole.
    ///
    /// - Throws: The first error, of ``finish()`` too. To keep what stands before it, use
    ///   ``decodeAll(_:_:limits:into:)``.
    public static func decodeAll(
        _ stream: some SpanProviding, _ encoding: EncodingSource = .header(.identity), limits: FramingLimits = .init()
    ) throws(FramingError) -> [LengthPrefixedMessage] {
        var messages: [LengthPrefixedMessage] = []
        try stream.withByteSpan { (span) throws(FramingError) in
            try decodeAll(span, encoding, limits: limits, into: &messages)
        }
        return messages
    }

    /// Appends all messages of a stream that is at hand as a whole.
    ///
    /// - Parameter messages: Also after an error it has every message before that.
    /// - Throws: The first error, of ``finish()`` too.
    public static func decodeAll(
        _ stream: Span<UInt8>, _ encoding: EncodingSource = .header(.identity), limits: FramingLimits = .init(),
        into messages: inout [LengthPrefixedMessage]
    ) throws(FramingError) {
        var deframer = Deframer(encoding, limits: limits)
        try deframer.consume(stream) { frame, message in
            messages.append(LengthPrefixedMessage(frame: frame, payload: [UInt8](copying: message)))
        }
        try deframer.finish()
    }
}
