internal import ProtobufWire

/// Walks through two messages side by side and notes what differs.
struct DifferenceWalk {
    typealias Change = MessageDifference.Change

    let limits: DecodingLimits
    var changes: [Change] = []

    init(limits: DecodingLimits) { self.limits = limits }

    // MARK: Messages

    /// Compares the messages that lie in `oldPieces` and `newPieces`, both checked.
    mutating func compare(
        _ old: Span<UInt8>, _ oldPieces: [Range<Int>], _ new: Span<UInt8>, _ newPieces: [Range<Int>], _ message: Int,
        _ prefix: String, _ composer: WireComposer
    ) {
        let pool = composer.pool
        let left = composer.table(old, oldPieces, message)
        let right = composer.table(new, newPieces, message)
        for index in pool.layouts[message].fields {
            let wasSet = left.isSet(index, in: pool)
            let isSet = right.isSet(index, in: pool)
            guard wasSet || isSet else { continue }
            let path = prefix.appending(component: pool.fields[index].name)
            if pool.shapes[index].isRepeated {
                let before = ListElements(old, left, index, composer)
                let after = ListElements(new, right, index, composer)
                compare(before, old, after, new, index, path, composer)
            } else if wasSet, isSet, Self.descends(into: index, pool) {
                compare(
                    old, left.pieces(index, in: old, pool), new, right.pieces(index, in: new, pool),
                    pool.shapes[index].type, path, composer)
            } else {
                let before = wasSet ? encoded { composer.field(old, left, index, into: &$0) } : nil
                let after = isSet ? encoded { composer.field(new, right, index, into: &$0) } : nil
                guard before != after else { continue }
                note(path, FieldDescriptor(pool: pool, index: index), before, after)
            }
        }
        compareUnknown(UnknownField.all(left, old, composer), UnknownField.all(right, new, composer), prefix)
    }

    /// Whether messages in the field are compared by their fields; values are compared whole.
    private static func descends(into index: Int, _ pool: SchemaPool) -> Bool {
        let shape = pool.shapes[index]
        guard shape.kind.isMessage, pool.layouts[shape.type].wellKnown == nil else { return false }
        return !pool.messages[shape.type].fullName.hasPrefix("google.type.")
    }

    private func encoded(_ write: (inout [UInt8]) -> Void) -> [UInt8] {
        var bytes: [UInt8] = []
        write(&bytes)
        return bytes
    }

    private mutating func note(
        _ path: String, _ field: FieldDescriptor?, _ old: [UInt8]?, _ new: [UInt8]?, _ oldPositions: Range<Int>? = nil,
        _ newPositions: Range<Int>? = nil
    ) {
        let kind: Change.Kind = old == nil ? .added : new == nil ? .removed : .changed
        changes.append(
            Change(
                kind: kind, path: path, field: field, oldPositions: oldPositions, newPositions: newPositions, old: old,
                new: new))
    }

    // MARK: Lists

    /// Longer lists are compared whole: their elements, taken one by one, would need far more memory than the message.
    private static let elementLimit = 1 << 20

    private mutating func compare(
        _ before: ListElements, _ old: Span<UInt8>, _ after: ListElements, _ new: Span<UInt8>, _ index: Int,
        _ path: String, _ composer: WireComposer
    ) {
        guard before.bytes != after.bytes || before.ends != after.ends else { return }
        let field = FieldDescriptor(pool: composer.pool, index: index)
        guard !before.isEmpty, !after.isEmpty, max(before.count, after.count) <= Self.elementLimit else {
            return note(path, field, before.isEmpty ? nil : before.bytes, after.isEmpty ? nil : after.bytes)
        }
        let descends = Self.descends(into: index, composer.pool)
        if let identity = ElementIdentity(of: index, composer),
            let oldKeys = identity.keys(before, old), let newKeys = identity.keys(after, new)
        {
            let pairing = KeyedPairing(oldKeys, newKeys)
            for position in 0..<after.count {
                let place = "\(path)[\(newKeys[position])]"
                guard let partner = pairing.partners[position] else {
                    note(place, field, nil, Array(after[position]), nil, position..<(position + 1))
                    continue
                }
                if pairing.moved.contains(position) {
                    changes.append(
                        Change(
                            kind: .moved, path: place, field: field, oldPositions: partner..<(partner + 1),
                            newPositions: position..<(position + 1), old: nil, new: nil))
                }
                compareElement(before, partner, old, after, position, new, field, place, descends, composer)
            }
            for position in pairing.removed {
                note(
                    "\(path)[\(oldKeys[position])]", field, Array(before[position]), nil, position..<(position + 1), nil
                )
            }
            return
        }
        for hunk in ListAlignment.hunks(before, after) {
            var (gone, come) = (hunk.old, hunk.new)
            while descends, !gone.isEmpty, !come.isEmpty {
                let place = "\(path)[\(come.lowerBound)]"
                compareElement(
                    before, gone.lowerBound, old, after, come.lowerBound, new, field, place, true, composer)
                gone = gone.dropFirst()
                come = come.dropFirst()
            }
            note(hunk: gone, come, before, after, field, path)
        }
    }

    /// An element that has both an old and a new form.
    private mutating func compareElement(
        _ before: ListElements, _ oldPosition: Int, _ old: Span<UInt8>, _ after: ListElements, _ newPosition: Int,
        _ new: Span<UInt8>, _ field: FieldDescriptor, _ path: String, _ descends: Bool, _ composer: WireComposer
    ) {
        guard before[oldPosition] != after[newPosition] else { return }
        guard descends, !field.isMap else {
            return note(
                path, field, Array(before[oldPosition]), Array(after[newPosition]), oldPosition..<(oldPosition + 1),
                newPosition..<(newPosition + 1))
        }
        compare(
            old, [before.values[oldPosition]], new, [after.values[newPosition]], composer.pool.shapes[field.index].type,
            path, composer)
    }

    /// Neighbouring elements that were replaced by others, or by none.
    private mutating func note(
        hunk old: Range<Int>, _ new: Range<Int>, _ before: ListElements, _ after: ListElements,
        _ field: FieldDescriptor?, _ path: String
    ) {
        guard !old.isEmpty || !new.isEmpty else { return }
        let shown = new.isEmpty ? old : new
        let place = shown.count == 1 ? "\(shown.lowerBound)" : "\(shown.lowerBound)..\(shown.upperBound - 1)"
        note(
            "\(path)[\(place)]", field, old.isEmpty ? nil : Array(before[old]), new.isEmpty ? nil : Array(after[new]),
            old.isEmpty ? nil : old, new.isEmpty ? nil : new)
    }

    // MARK: Unknown fields

    /// Compares messages of an unknown type by their field numbers.
    mutating func compareUnknown(
        _ old: Span<UInt8>, _ oldRange: Range<Int>, _ new: Span<UInt8>, _ newRange: Range<Int>, _ prefix: String
    ) {
        compareUnknown(
            UnknownField.all(in: old, oldRange, limits), UnknownField.all(in: new, newRange, limits), prefix)
    }

    private mutating func compareUnknown(_ old: [UnknownField], _ new: [UnknownField], _ prefix: String) {
        guard !old.isEmpty || !new.isEmpty else { return }
        let before = Dictionary(grouping: old, by: \.number)
        let after = Dictionary(grouping: new, by: \.number)
        for number in Set(before.keys).union(after.keys).sorted() {
            let path = prefix.appending(component: String(number))
            let (left, right) = (before[number] ?? [], after[number] ?? [])
            guard left.count > 1 || right.count > 1 else {
                compareUnknown(left.first, right.first, path)
                continue
            }
            let (oldElements, newElements) = (ListElements(left), ListElements(right))
            for hunk in ListAlignment.hunks(oldElements, newElements) {
                note(hunk: hunk.old, hunk.new, oldElements, newElements, nil, path)
            }
        }
    }

    private mutating func compareUnknown(_ old: UnknownField?, _ new: UnknownField?, _ path: String) {
        guard old?.bytes != new?.bytes else { return }
        // As deep as messages may nest; deeper ones are compared whole.
        if let before = old?.message, let after = new?.message, path.utf8.count < Self.unknownPathLimit {
            let (old, new) = (before[...], after[...])
            compareUnknown(old.span, 0..<before.count, new.span, 0..<after.count, path)
        } else {
            note(path, nil, old?.bytes, new?.bytes)
        }
    }

    /// Each name takes two bytes at least, so that no more than 50 levels are entered.
    private static let unknownPathLimit = 100
}
