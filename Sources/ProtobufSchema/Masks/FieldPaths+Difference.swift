public import ByteText
public import ProtobufWire

extension FieldPaths {
    /// The smallest mask with which an update from `new` turns `old` into `new`.
    ///
    /// A message that both sides have is described by the fields that differ inside; repeated fields, maps and the
    /// messages of `google.protobuf` are named whole. Unknown fields and extensions cannot be named: where they differ the
    /// message around them is named whole, and at the top the mask leaves them out. Order and spelling on the wire make no
    /// difference.
    ///
    /// Linear in both messages, but for maps, whose entries are sorted.
    /// - Throws: ``FieldMaskError`` when bytes are not such a message.
    public static func difference(
        from old: some SpanProviding & ~Escapable, to new: some SpanProviding & ~Escapable,
        as message: MessageDescriptor, limits: DecodingLimits = DecodingLimits()
    ) throws(FieldMaskError) -> FieldPaths {
        var paths: [String] = []
        try MessageDifference.forEachChange(from: old, to: new, as: message, limits: limits, detail: .maskPaths) {
            if let path = $0.maskPath { paths.append(path) }
        }
        return FieldPaths(paths).canonical
    }
}
