public import ProtobufWire

extension FieldPaths {
    /// The smallest mask with which an update from `new` turns `old` into `new`.
    ///
    /// A message that both sides have is described by the fields that differ inside; repeated fields, maps and the
    /// messages of `google.protobuf` are named whole. Unknown fields and extensions cannot be named: where they differ the
    /// message around them is named whole, and at the top they are not told. Order and spelling on the wire make no
    /// difference.
    ///
    /// Linear in both messages, but for maps, whose entries are sorted.
    /// - Throws: ``FieldMaskError`` when bytes are not such a message.
    public static func difference(
        from old: Span<UInt8>, to new: Span<UInt8>, as message: MessageDescriptor,
        limits: DecodingLimits = DecodingLimits()
    ) throws(FieldMaskError) -> FieldPaths {
        if let damage = message.firstDamage(in: old, limits: limits) {
            throw FieldMaskError(.malformedTarget, damage: damage)
        }
        if let damage = message.firstDamage(in: new, limits: limits) {
            throw FieldMaskError(.malformedUpdate, damage: damage)
        }
        var finder = DifferenceFinder(composer: WireComposer(pool: message.pool, limits: limits))
        finder.compare(old, [0..<old.count], new, [0..<new.count], message.index, "")
        return FieldPaths(finder.paths).canonical
    }
}

private struct DifferenceFinder {
    let composer: WireComposer
    var paths: [String] = []

    /// Notes the paths that differ.
    mutating func compare(
        _ old: Span<UInt8>, _ oldPieces: [Range<Int>], _ new: Span<UInt8>, _ newPieces: [Range<Int>],
        _ message: MessageIndex,
        _ prefix: String
    ) {
        let pool = composer.pool
        let left = composer.table(old, oldPieces, message)
        let right = composer.table(new, newPieces, message)
        let firstPath = paths.count
        var areExtensionsEqual = true
        for index in pool.layouts[message].fields where left.contains(index) || right.contains(index) {
            let path = prefix.appending(component: pool.fields[index].name)
            if let type = typeInside(index), left.contains(index), right.contains(index) {
                compare(
                    old, left.pieces(index, in: old, pool), new, right.pieces(index, in: new, pool), type, path)
            } else if !areEqual(
                { composer.field(old, left, index, into: &$0) }, { composer.field(new, right, index, into: &$0) })
            {
                if pool.fields[index].isExtension { areExtensionsEqual = false } else { paths.append(path) }
            }
        }
        if !prefix.isEmpty,
            !areExtensionsEqual
                || !areEqual({ composer.unknown(old, left, into: &$0) }, { composer.unknown(new, right, into: &$0) })
        {
            paths.removeSubrange(firstPath...)
            paths.append(prefix)
        }
    }

    private func areEqual(_ left: (inout [UInt8]) -> Void, _ right: (inout [UInt8]) -> Void) -> Bool {
        var leftBytes: [UInt8] = []
        var rightBytes: [UInt8] = []
        left(&leftBytes)
        right(&rightBytes)
        return leftBytes == rightBytes
    }

    /// The type of a field whose paths may go on inside.
    private func typeInside(_ index: FieldIndex) -> MessageIndex? {
        let pool = composer.pool
        guard let type = pool.shapes[index].message, !pool.shapes[index].isRepeated, !pool.fields[index].isExtension,
            pool.layouts[type].wellKnown == nil
        else { return nil }
        return type
    }
}
