public import ConsoleText
public import ProtobufSchema

/// Prints a message as a tree, one field in a line: number, name, type, value.
///
/// Bytes of any kind can be printed. What is damaged is said where it is, and everything that can be read is there.
/// Lines are made while the bytes are walked, so that large messages need little more memory than their bytes.
public struct TreePrinter: Sendable {
    public var options: TreeOptions

    public init(options: TreeOptions = TreeOptions()) {
        self.options = options
    }

    /// Prints `bytes` as a message of the type, or without one. Linear in their number.
    ///
    /// - Returns: Everything that could not be read.
    @discardableResult
    public func print(_ bytes: [UInt8], as message: MessageDescriptor?, to output: any TextSink) -> TreeDamage.List {
        print(bytes[...], as: message, to: output)
    }

    func print(
        _ bytes: ArraySlice<UInt8>, at origin: OffsetOrigin = .message, as message: MessageDescriptor?,
        to output: any TextSink
    ) -> TreeDamage.List {
        // Once to find out how wide the columns have to be, once to print.
        var measuring = TreeScribe(bytes, at: origin, measuring: options)
        measuring.scribe(message)
        var printing = TreeScribe(measuring, printingTo: output)
        printing.scribe(message)
        return printing.damage
    }

    /// The tree as a string.
    public func text(_ bytes: [UInt8], as message: MessageDescriptor?) -> String {
        let output = TextCollector()
        print(bytes, as: message, to: output)
        return output.text
    }
}

/// The widths of the columns of a tree, in characters.
struct TreeColumns: Hashable {
    private(set) var number = 2
    private(set) var name = 8
    private(set) var type = 4

    /// Longer texts push the rest of their line aside instead of widening every line.
    private static let nameLimit = 48
    private static let typeLimit = 32

    mutating func fit(number: Int, name: Int, type: Int) {
        self.number = max(self.number, number)
        self.name = max(self.name, min(name, Self.nameLimit))
        self.type = max(self.type, min(type, Self.typeLimit))
    }
}
