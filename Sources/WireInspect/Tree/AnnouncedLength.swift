package import ProtobufSchema

extension WireField {
    /// How long a length-delimited field says that it is, in bytes, which may be more than there are.
    ///
    /// - Parameter length: The bytes of ``length``.
    package static func announcedLength(_ length: ArraySlice<UInt8>) -> Int {
        var cursor = WireCursor(length.span, 0..<length.count)
        return (try? cursor.length()) ?? 0
    }
}
