public import ConsoleText
public import ProtobufSchema

/// Prints the bytes of a message with what each of them means: offset, bytes, tag, length or value.
///
/// Every byte stands in exactly one line, whatever the bytes are. Long values are shortened unless
/// ``TreeOptions/showsAll`` is set; what is damaged is marked where it is.
public struct HexPrinter: Sendable {
    public var options: TreeOptions

    public init(options: TreeOptions = TreeOptions()) {
        self.options = options
    }

    /// Prints `bytes` as a message of the type, or without one. Linear in their number.
    ///
    /// - Returns: Everything that could not be read.
    @discardableResult
    public func print(_ bytes: [UInt8], as message: MessageDescriptor?, to output: any TextSink) -> TreeDamage.List {
        let rows = HexRows(options: options, hasTwoColumns: false, output: output)
        var scribe = HexScribe(bytes[...], streamOffset: nil, rows: rows)
        return scribe.scribe(message)
    }
}
