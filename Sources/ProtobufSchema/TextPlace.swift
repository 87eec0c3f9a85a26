/// A place in text: in JSON, or in text format.
public struct TextPlace: Hashable, Sendable {
    /// In bytes, from 0.
    public let offset: Int
    /// From 1.
    public let line: Int
    /// In bytes of UTF-8, from 1.
    public let column: Int
}
