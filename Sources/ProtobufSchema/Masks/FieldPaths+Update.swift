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
        _ update: Span<UInt8>, onto target: Span<UInt8>, as message: MessageDescriptor,
        limits: DecodingLimits = DecodingLimits()
    ) throws(FieldMaskError) -> [UInt8] {
        if let finding = findings(for: message, forUpdate: false).first(where: { $0.severity == .error }) {
            throw FieldMaskError(.invalidPath, finding: finding)
        }
        if let damage = message.firstDamage(in: update, limits: limits) {
            throw FieldMaskError(.malformedUpdate, damage: damage)
        }
        if let damage = message.firstDamage(in: target, limits: limits) {
            throw FieldMaskError(.malformedTarget, damage: damage)
        }
        var root = MaskNode()
        for path in canonical.paths { root.insert(path, message) }
        let updater = MaskedUpdate(composer: WireComposer(pool: message.pool, limits: limits))
        var output: [UInt8] = []
        output.reserveCapacity(update.count + target.count)
        updater.message(
            update, [0..<update.count], target, [0..<target.count], message.index, root, into: &output)
        return output
    }
}

/// The paths of a mask by field index.
private struct MaskNode {
    /// Empty where the field is named whole.
    var children: [FieldIndex: MaskNode] = [:]

    var isWhole: Bool { children.isEmpty }

    /// Adds a path that is valid and that no other covers.
    mutating func insert(_ path: String, _ message: MessageDescriptor) {
        if path == "*" {
            for field in message.fields { children[field.index] = MaskNode() }
            return
        }
        let names = path.split(separator: ".").map(String.init)
        insert(names[...], message)
    }

    private mutating func insert(_ names: ArraySlice<String>, _ message: MessageDescriptor?) {
        guard let name = names.first, let field = message?.field(protoName: name) else { return }
        // “*” may have named the field whole before.
        if let known = children[field.index], known.isWhole { return }
        if names.count == 1 {
            children[field.index] = MaskNode()
        } else {
            children[field.index, default: MaskNode()].insert(names.dropFirst(), field.message)
        }
    }
}

/// Writes the target with the named fields of the update.
private struct MaskedUpdate {
    let composer: WireComposer

    func message(
        _ update: Span<UInt8>, _ updatePieces: [Range<Int>], _ target: Span<UInt8>, _ targetPieces: [Range<Int>],
        _ message: MessageIndex, _ node: MaskNode, into output: inout [UInt8]
    ) {
        let pool = composer.pool
        let new = composer.table(update, updatePieces, message)
        let old = composer.table(target, targetPieces, message)
        // Oneofs of which the update sets a member that the mask names.
        let decided = Set(node.children.keys.lazy.filter { new.contains($0) }.compactMap { pool.shapes[$0].oneof })
        func isDecided(_ index: FieldIndex) -> Bool { pool.shapes[index].oneof.map(decided.contains) ?? false }
        for index in pool.layouts[message].fields {
            guard let child = node.children[index] else {
                if !isDecided(index) { keep(target, old, index, into: &output) }
                continue
            }
            if child.isWhole {
                composer.field(update, new, index, into: &output)
            } else if new.contains(index) || (old.contains(index) && !isDecided(index)) {
                guard let type = pool.shapes[index].message else { continue }
                composer.body(index, into: &output) { output in
                    self.message(
                        update, new.pieces(index, in: update, pool), target, old.pieces(index, in: target, pool),
                        type, child, into: &output)
                }
            }
        }
        composer.unknown(target, old, into: &output)
    }

    /// The field as the target has it.
    private func keep(_ target: Span<UInt8>, _ fields: FieldTable, _ index: FieldIndex, into output: inout [UInt8]) {
        fields.forEach(index, in: target, composer.pool) { output.append(target, $0.start..<$0.end) }
    }
}
