/// A header of a captured call, as far as it can be known.
///
/// In a capture that begins in the middle of a connection, headers may refer to ones from before.
public struct HeaderField: Hashable, Sendable {
    /// `nil` when the name was sent before the capture.
    public var name: String?
    /// As on the wire; `nil` when the value was sent before the capture.
    public var value: [UInt8]?

    public var isKnown: Bool { name != nil && value != nil }
}
