public import ConsoleText
public import ProtobufSchema

/// Prints a message as a tree, one field per line: number, name, type, value.
///
/// Bytes of any kind can be printed: damage is reported on a line of its own where it stands, and every field that can be
/// read is shown. Lines are made while the bytes are walked, so that a large message needs little more memory than its bytes.
public struct TreePrinter: Sendable {
    /// How trees are printed.
    public var options: TreeOptions

    /// A printer of trees.
    public init(options: TreeOptions = TreeOptions()) {
        self.options = options
    }

    /// Prints `bytes` as a message of a type, or by field numbers alone. Linear in the number of bytes.
    ///
    /// - Returns: The places that could not be read.
    @discardableResult
    public func print(_ bytes: [UInt8], as message: MessageDescriptor?, to output: any TextSink) -> DamageList {
        print(bytes[...], as: message, to: output)
    }

    func print(
        _ bytes: ArraySlice<UInt8>, at origin: OffsetOrigin = OffsetOrigin(), as message: MessageDescriptor?,
        to output: any TextSink
    ) -> DamageList {
        var formatter = TreeFormatter(bytes, at: origin, options: options, to: output)
        return formatter.print(as: message)
    }

    /// The tree as a string.
    public func text(_ bytes: [UInt8], as message: MessageDescriptor?) -> String {
        let output = TextCollector()
        print(bytes, as: message, to: output)
        return output.text
    }
}

/// The widths of the columns of a tree, in characters.
struct TreeColumns {
    private(set) var number = 2
    private(set) var name = 8
    private(set) var type = 4

    /// A longer text pushes the rest of its line aside instead of widening every line.
    private static let nameLimit = 48
    private static let typeLimit = 32

    mutating func fit(number: Int, name: Int, type: Int) {
        self.number = max(self.number, number)
        self.name = max(self.name, min(name, Self.nameLimit))
        self.type = max(self.type, min(type, Self.typeLimit))
    }
}
