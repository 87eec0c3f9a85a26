public import ArgumentParser
public import GRPCWire

extension MessageEncoding: ExpressibleByArgument {
    /// The encoding of that name, if it can be read and written.
    public init?(argument: String) {
        self.init(rawValue: argument)
        if !Self.supported.contains(self) { return nil }
    }

    public static var allValueStrings: [String] { supported.map(\.rawValue) }
}
