public import ArgumentParser
public import GRPCWire

extension MessageEncoding: ExpressibleByArgument {
    /// The encoding with a name; `nil` for encodings that are not supported.
    public init?(argument: String) {
        self.init(rawValue: argument)
        if !Self.supported.contains(self) { return nil }
    }

    public static var allValueStrings: [String] { supported.map(\.rawValue) }
    public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
