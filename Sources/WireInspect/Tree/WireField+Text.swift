internal import ConsoleText
internal import ProtobufSchema
internal import ProtobufWire

extension WireField {
    /// The length that a length-delimited field announces, in bytes; it may be more than the message has.
    ///
    /// - Parameter length: The bytes of ``length``.
    static func announcedLength(_ length: ArraySlice<UInt8>) -> Int {
        var cursor = WireCursor(length.span, 0..<length.count)
        return (try? cursor.length()) ?? 0
    }

    /// The name that is shown for a field which matches no declared one. Without a schema no name is missing.
    var foreignName: SafeText {
        fieldIndex != nil ? "\(FieldPath([component]))" : isInKnownMessage ? "(unknown)" : "·"
    }

    /// What is shown in place of the type of a field that matches no declared one.
    var foreignType: SafeText {
        guard let mismatch else { return SafeText(verbatim: wireType.name) }
        return "\(wireType.name), not \(mismatch.lastTypeName)"
    }
}

extension WireType {
    /// The name that the documentation of the encoding uses.
    var name: String { Self.names[Int(rawValue)] }

    /// The names in the order of the raw values.
    private static let names = ["varint", "fixed64", "length-delimited", "group", "end of group", "fixed32"]
}
