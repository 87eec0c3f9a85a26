internal import ProtobufWire

/// Walks through two messages side by side and tells what differs.
struct DifferenceWalk {
    typealias Change = MessageDifference.Change

    let limits: DecodingLimits
    /// Told each change, in order.
    let report: (Change) -> Void

    // MARK: Messages

    /// Compares the messages that lie in `oldPieces` and `newPieces`, both checked.
    func compare(
        _ old: Span<UInt8>, _ oldPieces: [Range<Int>], _ new: Span<UInt8>, _ newPieces: [Range<Int>],
        _ message: MessageIndex,
        _ prefix: String, _ composer: WireComposer
    ) {
        let pool = composer.pool
        let left = composer.table(old, oldPieces, message)
        let right = composer.table(new, newPieces, message)
        for index in pool.layouts[message].fields {
            let wasSet = left.isSet(index, in: pool)
            let isSet = right.isSet(index, in: pool)
            guard wasSet || isSet, !left.isWritten(index, in: old, asIn: right, new) else { continue }
            let path = prefix.appending(component: pool.fields[index].name)
            if pool.shapes[index].isRepeated {
                let before = ListElements(old, left, index, composer)
                let after = ListElements(new, right, index, composer)
                if before.isTooLong || after.isTooLong {
                    compareWhole(old, left, new, right, index, path, composer)
                } else {
                    compare(before, old, after, new, index, path, composer)
                }
            } else if wasSet, isSet, Self.descends(into: index, pool), let type = pool.shapes[index].message {
                compare(
                    old, left.pieces(index, in: old, pool), new, right.pieces(index, in: new, pool),
                    type, path, composer)
            } else {
                compareWhole(old, left, new, right, index, path, composer)
            }
        }
        guard left.hasUnknown || right.hasUnknown, !left.isUnknownWritten(in: old, asIn: right, new) else { return }
        if let before = UnknownField.all(left, old, composer), let after = UnknownField.all(right, new, composer) {
            compareUnknown(before, old, after, new, prefix)
        } else {
            note(
                unknown: encoded { composer.unknown(old, left, into: &$0) },
                encoded { composer.unknown(new, right, into: &$0) }, prefix)
        }
    }

    /// Compares a field with all that is in it.
    private func compareWhole(
        _ old: Span<UInt8>, _ left: FieldTable, _ new: Span<UInt8>, _ right: FieldTable, _ index: FieldIndex,
        _ path: String,
        _ composer: WireComposer
    ) {
        func encoded(_ bytes: Span<UInt8>, _ fields: FieldTable) -> [UInt8]? {
            guard fields.isSet(index, in: composer.pool) else { return nil }
            var output: [UInt8] = []
            // Growing takes twice the memory; what is not needed of large blocks is never touched.
            if composer.pool.shapes[index].isRepeated { output.reserveCapacity(bytes.count + 16) }
            composer.field(bytes, fields, index, into: &output)
            return output
        }
        let (before, after) = (encoded(old, left), encoded(new, right))
        guard before != after else { return }
        note(path, FieldDescriptor(pool: composer.pool, index: index), before, after)
    }

    /// Whether messages in the field are compared by their fields; values are compared whole.
    private static func descends(into index: FieldIndex, _ pool: SchemaPool) -> Bool {
        let shape = pool.shapes[index]
        guard let type = shape.message, pool.layouts[type].wellKnown == nil else { return false }
        return !pool.messages[type].fullName.hasPrefix("google.type.")
    }

    private func encoded(_ write: (inout [UInt8]) -> Void) -> [UInt8] {
        var bytes: [UInt8] = []
        write(&bytes)
        return bytes
    }

    private func note(
        _ path: String, _ field: FieldDescriptor?, _ old: [UInt8]?, _ new: [UInt8]?, _ oldPositions: Range<Int>? = nil,
        _ newPositions: Range<Int>? = nil
    ) {
        let kind: Change.Kind = old == nil ? .added : new == nil ? .removed : .changed
        report(
            Change(
                kind: kind, path: path, field: field, oldPositions: oldPositions, newPositions: newPositions, old: old,
                new: new))
    }

    // MARK: Lists

    private func compare(
        _ before: ListElements, _ old: Span<UInt8>, _ after: ListElements, _ new: Span<UInt8>, _ index: FieldIndex,
        _ path: String, _ composer: WireComposer
    ) {
        let isSame =
            before.count == after.count
            && (0..<before.count).allSatisfy { before.isEqual($0, in: old, to: after, $0, in: new) }
        guard !isSame else { return }
        let field = FieldDescriptor(pool: composer.pool, index: index)
        guard !before.isEmpty, !after.isEmpty else {
            return note(
                path, field, before.isEmpty ? nil : before.encoded(0..<before.count, in: old),
                after.isEmpty ? nil : after.encoded(0..<after.count, in: new))
        }
        let descends = Self.descends(into: index, composer.pool)
        if let identity = ElementIdentity(of: index, composer),
            let oldKeys = identity.hashes(before, old), let newKeys = identity.hashes(after, new)
        {
            let pairing = KeyedPairing(oldKeys, newKeys)
            for position in 0..<after.count {
                let partner = pairing.partner(position)
                let isMoved = pairing.isMoved[position]
                if let partner, !isMoved, before.isEqual(partner, in: old, to: after, position, in: new) { continue }
                let place = "\(path)[\(identity.key(after, position, new) ?? "")]"
                guard let partner else {
                    note(place, field, nil, after.encoded(position, in: new), nil, position..<(position + 1))
                    continue
                }
                if isMoved {
                    report(
                        Change(
                            kind: .moved, path: place, field: field, oldPositions: partner..<(partner + 1),
                            newPositions: position..<(position + 1), old: nil, new: nil))
                }
                compareElement(before, partner, old, after, position, new, field, place, descends, composer)
            }
            for position in pairing.removed {
                note(
                    "\(path)[\(identity.key(before, position, old) ?? "")]", field, before.encoded(position, in: old),
                    nil,
                    position..<(position + 1), nil)
            }
            return
        }
        for hunk in ListAlignment.hunks(before, old, after, new) {
            var (gone, come) = (hunk.old, hunk.new)
            while descends, !gone.isEmpty, !come.isEmpty {
                let place = "\(path)[\(come.lowerBound)]"
                compareElement(
                    before, gone.lowerBound, old, after, come.lowerBound, new, field, place, true, composer)
                gone = gone.dropFirst()
                come = come.dropFirst()
            }
            note(hunk: gone, come, before, old, after, new, field, path)
        }
    }

    /// An element that has both an old and a new form.
    private func compareElement(
        _ before: ListElements, _ oldPosition: Int, _ old: Span<UInt8>, _ after: ListElements, _ newPosition: Int,
        _ new: Span<UInt8>, _ field: FieldDescriptor, _ path: String, _ descends: Bool, _ composer: WireComposer
    ) {
        guard !before.isEqual(oldPosition, in: old, to: after, newPosition, in: new) else { return }
        guard descends, !field.isMap else {
            return note(
                path, field, before.encoded(oldPosition, in: old), after.encoded(newPosition, in: new),
                oldPosition..<(oldPosition + 1), newPosition..<(newPosition + 1))
        }
        guard let type = composer.pool.shapes[field.index].message else { return }
        compare(
            old, [before.value(oldPosition)], new, [after.value(newPosition)], type,
            path, composer)
    }

    /// Neighbouring elements that were replaced by others, or by none.
    private func note(
        hunk gone: Range<Int>, _ come: Range<Int>, _ before: ListElements, _ old: Span<UInt8>, _ after: ListElements,
        _ new: Span<UInt8>, _ field: FieldDescriptor?, _ path: String
    ) {
        guard !gone.isEmpty || !come.isEmpty else { return }
        let shown = come.isEmpty ? gone : come
        let place = shown.count == 1 ? "\(shown.lowerBound)" : "\(shown.lowerBound)..\(shown.upperBound - 1)"
        note(
            "\(path)[\(place)]", field, gone.isEmpty ? nil : before.encoded(gone, in: old),
            come.isEmpty ? nil : after.encoded(come, in: new), gone.isEmpty ? nil : gone, come.isEmpty ? nil : come)
    }

    // MARK: Unknown fields

    /// Compares messages of an unknown type by their field numbers.
    func compareUnknown(
        _ old: Span<UInt8>, _ oldRange: Range<Int>, _ new: Span<UInt8>, _ newRange: Range<Int>, _ prefix: String
    ) {
        if let before = UnknownField.all(in: old, oldRange, limits),
            let after = UnknownField.all(in: new, newRange, limits)
        {
            compareUnknown(before, old, after, new, prefix)
        } else {
            note(unknown: old.array(oldRange), new.array(newRange), prefix)
        }
    }

    /// All the unknown fields of a message together.
    private func note(unknown old: [UInt8], _ new: [UInt8], _ prefix: String) {
        guard old != new else { return }
        note(prefix.appending(component: "*"), nil, old.isEmpty ? nil : old, new.isEmpty ? nil : new)
    }

    /// - Parameters: Fields by ascending number.
    private func compareUnknown(
        _ old: [UnknownField], _ oldBytes: Span<UInt8>, _ new: [UnknownField], _ newBytes: Span<UInt8>,
        _ prefix: String
    ) {
        var (before, after) = (old[...], new[...])
        while let number = [before.first?.number, after.first?.number].compactMap({ $0 }).min() {
            let path = prefix.appending(component: String(number))
            let left = before.prefix { $0.number == number }
            let right = after.prefix { $0.number == number }
            (before, after) = (before[left.endIndex...], after[right.endIndex...])
            guard left.count > 1 || right.count > 1 else {
                compareUnknown(left.first, oldBytes, right.first, newBytes, path)
                continue
            }
            let (oldElements, newElements) = (ListElements(left, oldBytes), ListElements(right, newBytes))
            for hunk in ListAlignment.hunks(oldElements, oldBytes, newElements, newBytes) {
                note(hunk: hunk.old, hunk.new, oldElements, oldBytes, newElements, newBytes, nil, path)
            }
        }
    }

    private func compareUnknown(
        _ old: UnknownField?, _ oldBytes: Span<UInt8>, _ new: UnknownField?, _ newBytes: Span<UInt8>, _ path: String
    ) {
        let before = old?.bytes(in: oldBytes)
        let after = new?.bytes(in: newBytes)
        guard before != after else { return }
        // As deep as messages may nest; deeper ones are compared whole.
        if let left = old?.content(in: oldBytes), let right = new?.content(in: newBytes),
            path.utf8.count < Self.unknownPathLimit
        {
            compareUnknown(oldBytes, left, newBytes, right, path)
        } else {
            note(path, nil, before, after)
        }
    }

    /// Each name takes two bytes at least, so that no more than 50 levels are entered.
    private static let unknownPathLimit = 100
}
