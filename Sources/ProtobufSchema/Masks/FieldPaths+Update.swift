public import ByteText
public import ProtobufWire

extension FieldPaths {
    /// The target after a masked update, as the API defines it.
    ///
    /// - Each field that the mask names becomes what it is in the update; unset there, it is cleared.
    /// - Repeated fields and maps are replaced whole, and so is a message that a path ends in.
    /// - A path into a message changes only what it names. The message is made where the update has it and the target
    ///   does not; a missing one in the update clears the named fields.
    /// - Setting a member of a oneof clears the others.
    /// - Everything else in the target stays, byte for byte, unknown fields too; the known fields come in ascending
    ///   order. `*` names every field. Unknown fields of the update are taken only inside messages that are replaced.
    ///
    /// Source: https://google.aip.dev/134#field-masks. Linear in both messages.
    /// - Throws: ``FieldMaskError`` when a path does not fit the type or bytes are not such a message.
    public func apply(
        _ update: some SpanProviding & ~Escapable, onto target: some SpanProviding & ~Escapable,
        as message: MessageDescriptor, limits: DecodingLimits = DecodingLimits()
    ) throws(FieldMaskError) -> [UInt8] {
        if let finding = findings(for: message, forUpdate: false).first(where: { $0.severity == .error }) {
            throw FieldMaskError(.invalidPath, finding: finding)
        }
        var root = MaskNode()
        for path in canonical.paths { root.insert(path[...], message) }
        return try update.withByteSpan { (update) throws(FieldMaskError) in
            try target.withByteSpan { (target) throws(FieldMaskError) in
                try FieldMaskError.check(target: target, update: update, as: message, limits: limits)
                var output: [UInt8] = []
                output.reserveCapacity(update.count + target.count)
                root.apply(
                    GatheredMessage(update, as: message, limits: limits),
                    onto: GatheredMessage(target, as: message, limits: limits), writingTo: &output)
                return output
            }
        }
    }
}

/// The paths of a mask as a tree of fields.
private struct MaskNode {
    /// The fields that the mask names inside; none where it names the whole message.
    var children: [FieldIndex: MaskNode] = [:]

    var isWhole: Bool { children.isEmpty }

    /// Adds a path that is valid and that no other covers. Nothing is added for an empty path.
    mutating func insert(_ path: Substring, _ message: MessageDescriptor?) {
        if path == "*" {
            for field in message?.fields ?? [] { children[field.index] = MaskNode() }
            return
        }
        let name = path.prefix { $0 != "." }
        guard let field = message?.field(protoName: String(name)) else { return }
        let rest = path[name.endIndex...].dropFirst()
        children[field.index, default: MaskNode()].insert(rest, field.message)
    }

    /// Writes the target with the fields of the update that the mask names.
    func apply(_ update: GatheredMessage, onto target: GatheredMessage, writingTo output: inout [UInt8]) {
        let pool = target.input.pool
        // The oneofs in which the update sets a member that the mask names.
        let decided = Set(children.keys.filter { update.contains($0) }.compactMap { pool.shapes[$0].oneof })
        for field in pool.layouts[target.type].fields {
            let isDecided = pool.shapes[field].oneof.map(decided.contains) ?? false
            guard let child = children[field] else {
                if isDecided { continue }
                // Numbers that a closed enum does not have are unknown fields, which follow at the end.
                if pool.shapes[field].isClosed {
                    target.encode(field, into: &output)
                } else {
                    target.forEach(field) { output.append(target.input.bytes, $0.range) }
                }
                continue
            }
            guard !child.isWhole, let type = pool.shapes[field].message else {
                update.encode(field, into: &output)
                continue
            }
            guard update.contains(field) || target.contains(field) && !isDecided else { continue }
            pool.encodeMessage(field, into: &output) { output in
                child.apply(
                    GatheredMessage(update.input, update.pieces(of: field), as: type),
                    onto: GatheredMessage(target.input, target.pieces(of: field), as: type), writingTo: &output)
            }
        }
        target.encodeUnknown(into: &output)
    }
}
