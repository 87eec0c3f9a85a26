public import GRPCWire

/// A header of a captured call, as far as it can be known.
///
/// In a capture that begins in the middle of a connection, headers may refer to ones from before.
public struct HeaderField: Hashable, Sendable {
    /// `nil` when the name is not in the capture.
    public var name: String?
    /// The value as on the wire; `nil` when it is not in the capture.
    public var value: [UInt8]?

    /// A field; `nil` for a name or value that the capture has lost.
    public init(name: String?, value: [UInt8]?) { (self.name, self.value) = (name, value) }

    package init(_ name: String, _ value: String) { self.init(name: name, value: Array(value.utf8)) }
}

extension Metadata {
    /// The headers whose name and value are known. Linear.
    public init(_ headers: HeaderBlock) {
        self.init(
            headers.compactMap { field in
                guard let name = field.name, let value = field.value else { return nil }
                return Field(name: name, value: value)
            })
    }
}
