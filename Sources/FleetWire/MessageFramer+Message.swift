public import GRPCWire
public import ProtobufWire

extension MessageFramer {
    /// Appends a message behind its prefix, without an array between: it is encoded into `writer`, whose memory is used
    /// again for the next one.
    ///
    /// ```swift
    /// var framer = try MessageFramer(encoding: .gzip, minimumLength: 512)
    /// var writer = Writer()
    /// var output: [UInt8] = []
    /// for update in updates { try framer.append(update, using: &writer, to: &output) }
    /// ```
    /// - Throws: ``FramingError/Code/messageTooLarge`` above 2^32 - 1 bytes; `output` is then as before.
    @discardableResult
    public mutating func append(
        _ message: borrowing some Message, using writer: inout Writer, compressing: Bool = true,
        to output: inout [UInt8]
    ) throws(FramingError) -> LengthPrefix {
        writer.encode(message)
        return try append(writer.span, compressing: compressing, to: &output)
    }

    /// Appends a message behind its prefix. For many messages keep a `Writer`, see
    /// ``append(_:using:compressing:to:)``.
    ///
    /// - Throws: ``FramingError/Code/messageTooLarge`` above 2^32 - 1 bytes; `output` is then as before.
    @discardableResult
    public mutating func append(
        _ message: borrowing some Message, compressing: Bool = true, to output: inout [UInt8]
    ) throws(FramingError) -> LengthPrefix {
        var writer = Writer()
        return try append(message, using: &writer, compressing: compressing, to: &output)
    }
}
