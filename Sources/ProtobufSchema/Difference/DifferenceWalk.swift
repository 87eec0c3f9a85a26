internal import ByteText
internal import ProtobufWire

/// Compares two messages side by side and reports each difference.
struct DifferenceWalk {
    typealias Change = MessageDifference.Change

    /// How far a comparison goes into values.
    enum Detail {
        /// Lists are compared element by element; times, coordinates and the like are compared whole.
        case elements
        /// Fields are compared as far as a field mask can name them: lists whole, coordinates by their parts.
        case maskPaths
    }

    let detail: Detail
    let limits: DecodingLimits
    /// Called with each change, in order.
    let report: (Change) -> Void

    // MARK: Messages

    /// Compares two messages of one type.
    ///
    /// - Parameter prefix: Path of the messages; `""` at the top.
    func compare(_ old: GatheredMessage, _ new: GatheredMessage, at prefix: String) {
        let pool = old.input.pool
        for index in pool.layouts[old.type].fields {
            let (wasSet, isSet) = (old.isSet(index), new.isSet(index))
            guard wasSet || isSet, !old.isWritten(index, asIn: new) else { continue }
            let field = pool.descriptor(index)
            let path = prefix.appending(component: field.name)
            if field.isRepeated, detail == .elements {
                let lists = ListPair(old: ListElements(old, index), new: ListElements(new, index), field, at: path)
                if lists.old.isTooLong || lists.new.isTooLong {
                    compareWhole(old, new, field, at: path)
                } else {
                    compare(lists)
                }
            } else if wasSet, isSet, !field.isRepeated, let type = comparedType(of: field) {
                compare(
                    GatheredMessage(old.input, old.pieces(of: index), as: type.index),
                    GatheredMessage(new.input, new.pieces(of: index), as: type.index), at: path)
            } else {
                compareWhole(old, new, field, at: path)
            }
        }
        compareUnknown(old, new, at: prefix)
    }

    /// Compares a field with everything in it.
    private func compareWhole(
        _ old: GatheredMessage, _ new: GatheredMessage, _ field: FieldDescriptor, at path: String
    ) {
        let (before, after) = (encoded(field, in: old), encoded(field, in: new))
        if before != after { report(Change(path: path, field: field, old: before, new: after)) }
    }

    private func encoded(_ field: FieldDescriptor, in message: GatheredMessage) -> [UInt8]? {
        guard message.isSet(field.index) else { return nil }
        var output: [UInt8] = []
        // Growing takes twice the memory; pages of a large block that are not needed are never touched.
        if field.isRepeated { output.reserveCapacity(message.input.bytes.count + 16) }
        message.encode(field.index, into: &output)
        return output
    }

    /// The type of a message field that is compared by its fields; `nil` for values that are compared whole.
    private func comparedType(of field: FieldDescriptor) -> MessageDescriptor? {
        guard let type = field.message, type.wellKnown == nil,
            detail == .maskPaths || !type.fullName.hasPrefix("google.type.")
        else { return nil }
        return type
    }

    // MARK: Lists

    /// A list in both messages.
    private struct ListPair: ~Escapable {
        let old: ListElements
        let new: ListElements
        /// The field; `nil` when no schema knows it.
        let field: FieldDescriptor?
        let path: String

        @_lifetime(copy old, copy new)
        init(old: ListElements, new: ListElements, _ field: FieldDescriptor?, at path: String) {
            self.old = old
            self.new = new
            self.field = field
            self.path = path
        }

        func isSame(_ oldPosition: Int, _ newPosition: Int) -> Bool {
            old.isEqual(oldPosition, to: newPosition, of: new)
        }

        var isSame: Bool { old.count == new.count && (0..<old.count).allSatisfy { isSame($0, $0) } }

        var change: Change {
            Change(path: path, field: field, old: old.encodedUnlessEmpty, new: new.encodedUnlessEmpty)
        }
    }

    private func compare(_ lists: ListPair) {
        guard !lists.isSame else { return }
        guard !lists.old.isEmpty, !lists.new.isEmpty else { return report(lists.change) }
        if let field = lists.field, let identity = ElementIdentity(ofElementsIn: field),
            let oldKeys = identity.hashes(lists.old), let newKeys = identity.hashes(lists.new)
        {
            compare(lists, by: identity, oldKeys: oldKeys, newKeys: newKeys)
        } else {
            compareAligned(lists)
        }
    }

    /// Compares lists whose elements are brought together by what names them.
    ///
    /// The elements that changed places with others are the fewest that explain the new order.
    private func compare(_ lists: ListPair, by identity: ElementIdentity, oldKeys: [Int], newKeys: [Int]) {
        func place(_ position: Int, _ list: ListElements) -> String {
            "\(lists.path)[\(identity.key(of: position, in: list) ?? "")]"
        }
        let positions = Dictionary(uniqueKeysWithValues: zip(oldKeys, oldKeys.indices))
        let partners = newKeys.map { positions[$0] }
        let kept = partners.compactMap { $0 }
        enum Fate { case removed, moved, inOrder }
        var fates = [Fate](repeating: .removed, count: oldKeys.count)
        for position in kept { fates[position] = .moved }
        for position in ListAlignment.longestAscending(kept) { fates[position] = .inOrder }
        for (position, partner) in partners.enumerated() {
            guard let partner else {
                note(.init(old: 0..<0, new: position..<(position + 1)), of: lists, at: place(position, lists.new))
                continue
            }
            if fates[partner] == .inOrder, lists.isSame(partner, position) { continue }
            let path = place(position, lists.new)
            if fates[partner] == .moved {
                report(
                    Change(
                        path: path, field: lists.field, oldPositions: partner..<(partner + 1),
                        newPositions: position..<(position + 1)))
            }
            compareElement(of: lists, old: partner, new: position, at: path)
        }
        for position in fates.indices where fates[position] == .removed {
            note(.init(old: position..<(position + 1), new: 0..<0), of: lists, at: place(position, lists.old))
        }
    }

    /// Compares lists by their longest common part.
    private func compareAligned(_ lists: ListPair) {
        let descends = lists.field.flatMap(comparedType) != nil
        for hunk in ListAlignment.hunks(lists.old, lists.new) {
            let paired = descends ? min(hunk.old.count, hunk.new.count) : 0
            for (old, new) in zip(hunk.old.prefix(paired), hunk.new) {
                compareElement(of: lists, old: old, new: new, at: "\(lists.path)[\(new)]")
            }
            note(.init(old: hunk.old.dropFirst(paired), new: hunk.new.dropFirst(paired)), of: lists)
        }
    }

    private func compareElement(of lists: ListPair, old: Int, new: Int, at path: String) {
        guard !lists.isSame(old, new) else { return }
        guard let field = lists.field, !field.isMap, let type = comparedType(of: field) else {
            return note(.init(old: old..<(old + 1), new: new..<(new + 1)), of: lists, at: path)
        }
        lists.old.withMessage(at: old, of: type) { before in
            lists.new.withMessage(at: new, of: type) { compare(before, $0, at: path) }
        }
    }

    /// Reports neighbouring elements that were replaced by others, or by none.
    ///
    /// - Parameter path: What the elements are called; `nil` calls them by their positions.
    private func note(_ hunk: ListAlignment.Hunk, of lists: ListPair, at path: String? = nil) {
        let shown = hunk.new.isEmpty ? hunk.old : hunk.new
        guard !shown.isEmpty else { return }
        let place = shown.count == 1 ? "\(shown.lowerBound)" : "\(shown.lowerBound)..\(shown.upperBound - 1)"
        var change = Change(path: path ?? "\(lists.path)[\(place)]", field: lists.field)
        if !hunk.old.isEmpty { (change.oldPositions, change.old) = (hunk.old, lists.old.encoded(hunk.old)) }
        if !hunk.new.isEmpty { (change.newPositions, change.new) = (hunk.new, lists.new.encoded(hunk.new)) }
        report(change)
    }

    // MARK: Unknown fields

    /// Compares the fields of two messages that their type does not know.
    private func compareUnknown(_ old: GatheredMessage, _ new: GatheredMessage, at prefix: String) {
        guard old.hasUnknown || new.hasUnknown else { return }
        var (before, after): ([UInt8], [UInt8]) = ([], [])
        old.encodeUnknown(into: &before)
        new.encodeUnknown(into: &after)
        guard before != after else { return }
        compare(WireCursor(before.span, before.indices), WireCursor(after.span, after.indices), at: prefix)
    }

    /// Compares messages of an unknown type, whose fields two cursors are to read, by their field numbers.
    func compare(_ old: WireCursor, _ new: WireCursor, at prefix: String) {
        let levels = limits.recursion
        guard let oldFields = old.fieldsByNumber(levels: levels), let newFields = new.fieldsByNumber(levels: levels)
        else {
            let (before, after) = (old.bytes.array(old.offset..<old.end), new.bytes.array(new.offset..<new.end))
            guard before != after else { return }
            var change = Change(path: prefix.appending(component: "*"), field: nil)
            if !before.isEmpty { change.old = before }
            if !after.isEmpty { change.new = after }
            return report(change)
        }
        var (before, after) = (oldFields[...], newFields[...])
        while let number = [before.first?.number, after.first?.number].compactMap({ $0 }).min() {
            let path = prefix.appending(component: String(number))
            let left = before.prefix { $0.number == number }
            let right = after.prefix { $0.number == number }
            (before, after) = (before[left.endIndex...], after[right.endIndex...])
            let lists = ListPair(
                old: ListElements(left, in: old.bytes), new: ListElements(right, in: new.bytes), nil, at: path)
            guard left.count <= 1, right.count <= 1 else {
                for hunk in ListAlignment.hunks(lists.old, lists.new) { note(hunk, of: lists) }
                continue
            }
            guard !lists.isSame else { continue }
            // As deep as messages may nest; deeper ones are compared whole.
            if path.utf8.count < Self.unknownPathLimit, let before = old.message(in: left.first),
                let after = new.message(in: right.first)
            {
                compare(before, after, at: path)
            } else {
                report(lists.change)
            }
        }
    }

    /// Each name takes two bytes at least, so that no more than 50 levels are entered.
    private static let unknownPathLimit = 100
}

extension WireCursor {
    /// The most fields of one message that are told apart.
    private static let fieldLimit = 1 << 20

    /// The fields from here on by ascending number; `nil` when there are too many.
    fileprivate func fieldsByNumber(levels: Int) -> [Field]? {
        var cursor = self
        var fields: [Field] = []
        while let field = cursor.next(levels: levels) {
            guard fields.count < Self.fieldLimit else { return nil }
            fields.append(field)
        }
        return fields.sorted { ($0.number, $0.start) < ($1.number, $1.start) }
    }

    /// A cursor in the message inside a field; `nil` where the field does not read like one.
    @_lifetime(copy self)
    fileprivate func message(in field: Field?) -> WireCursor? {
        guard let field else { return nil }
        let isMessage =
            field.wireType == .startGroup
            || field.wireType == .lengthDelimited && PayloadGuess.isMessage(bytes, field.value)
        return isMessage ? WireCursor(bytes, field.value) : nil
    }
}
