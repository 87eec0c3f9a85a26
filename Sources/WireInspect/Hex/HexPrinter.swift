public import ConsoleText
public import ProtobufSchema

/// Prints the bytes of a message with their meaning: offset, bytes, and the tag, length or value that they encode.
///
/// Every byte stands on exactly one line. Long values are shortened unless ``TreeOptions/showsAll`` is set; damage is marked
/// where it stands.
public struct HexPrinter: Sendable {
    /// The colours, and what else the printer shares with trees.
    public var options: TreeOptions

    /// A printer of annotated hex.
    public init(options: TreeOptions = TreeOptions()) {
        self.options = options
    }

    /// Prints `bytes` as a message of a type, or by field numbers alone. Linear in the number of bytes.
    ///
    /// - Returns: The places that could not be read.
    @discardableResult
    public func print(_ bytes: [UInt8], as message: MessageDescriptor?, to output: any TextSink) -> TreeDamage.List {
        let rows = HexRows(options: options, hasTwoColumns: false, output: output)
        var formatter = HexFormatter(bytes[...], streamOffset: nil, rows: rows)
        return formatter.format(as: message)
    }
}
