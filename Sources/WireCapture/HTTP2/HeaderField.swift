import GRPCWire

/// A header of a captured call, as far as it can be known.
///
/// In a capture that begins in the middle of a connection, headers may refer to ones from before.
public struct HeaderField: Hashable, Sendable {
    /// `nil` when the name is not in the capture.
    public var name: String?
    /// As on the wire; `nil` when the value is not in the capture.
    public var value: [UInt8]?

    package init(name: String?, value: [UInt8]?) {
        (self.name, self.value) = (name, value)
    }

    public var isKnown: Bool { name != nil && value != nil }
}

extension HeaderField {
    init(_ name: String, _ value: String) { self.init(name: name, value: Array(value.utf8)) }

    init(_ field: Metadata.Field) { self.init(name: field.name, value: field.value) }
}
