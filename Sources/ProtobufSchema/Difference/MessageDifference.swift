public import ByteText
public import ProtobufWire

/// The differences between two messages of one type, field by field.
///
/// Messages are compared by what they mean: the order of fields, the spelling of numbers, packed or not, and defaults
/// that are written out make no difference. A message that both sides have is compared field by field; values such as
/// times, coordinates and masks (`google.type`, and the well-known types of `google.protobuf`) are compared whole.
///
/// Elements of lists are brought together by what names them, where every element has such a field and no two the same:
/// `key`, `name`, or fields that end in `_id`, with the kind of waypoint beside them. Other lists are aligned by their
/// longest common part. Maps are compared by key.
///
/// Linear in both messages for each level of lists in lists, but for the sorting of maps and the bounded search for
/// common parts of lists.
public struct MessageDifference: Hashable, Sendable {
    /// One field, element, or run of neighbouring elements that differs.
    public struct Change: Hashable, Sendable {
        /// What happened to a value.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// Only the new message has the value.
            case added
            /// Only the old message has the value.
            case removed
            /// Both messages have a value, and the values differ.
            case changed
            /// An element of both lists that changed places with others.
            case moved
        }

        /// What happened to the value.
        public var kind: Kind { old == nil ? new == nil ? .moved : .added : new == nil ? .removed : .changed }
        /// The path of what differs, `vehicle.attributes["class"].value` or `route[3..5]`, with the number of a field that no
        /// schema knows. Numbers in brackets count from 0 in the list that has the elements: the new one, unless they are
        /// removed. A list that was or becomes empty is named whole, and so is one of more than four million elements. `*`
        /// stands for all the fields of a message that no schema knows, where there are more than a million of them.
        public let path: String
        /// The field that differs; `nil` when no schema knows it.
        public let field: FieldDescriptor?
        /// Positions of the elements in the old list; `nil` where the change is not about elements of a list.
        public internal(set) var oldPositions: Range<Int>?
        /// Positions of the elements in the new list.
        public internal(set) var newPositions: Range<Int>?
        /// The field alone as it was, tag and all: bytes that read as a message of the type that has the field. `nil` for
        /// fields and elements that are added or moved.
        public internal(set) var old: [UInt8]?
        /// The field alone as it has become; `nil` for fields and elements that are removed or moved.
        public internal(set) var new: [UInt8]?
    }

    /// The changes in order of the fields' numbers, outer before inner; fields that no schema knows come last in their
    /// message.
    public let changes: [Change]

    /// Whether the messages say the same.
    public var isEmpty: Bool { changes.isEmpty }

    /// The mask with which an update from the new message turns the old one into it, canonical.
    ///
    /// Values are named whole, coordinates too, and so are lists. Extensions, and fields that no schema knows, cannot be
    /// named: the message around them is.
    public var mask: FieldPaths {
        FieldPaths(changes.compactMap(\.maskPath)).canonical
    }

    /// The fields at the top that differ as a whole or in a part, in the order of their numbers.
    public var updatedFields: [String] {
        var names: [String] = []
        for change in changes {
            if let name = change.path.fieldNames.first, names.last != name { names.append(name) }
        }
        return names
    }

    /// Compares two messages.
    ///
    /// - Parameter message: The type of both; `nil` compares by field numbers.
    /// - Throws: ``FieldMaskError`` when bytes are not such a message: `malformedTarget` for `old`, `malformedUpdate` for
    ///   `new`.
    public init(
        from old: some SpanProviding & ~Escapable, to new: some SpanProviding & ~Escapable,
        as message: MessageDescriptor?, limits: DecodingLimits = DecodingLimits()
    ) throws(FieldMaskError) {
        var changes: [Change] = []
        try Self.forEachChange(from: old, to: new, as: message, limits: limits) { changes.append($0) }
        self.changes = changes
    }

    /// Compares two messages and passes on each change when it is found, so that all of them need not fit in memory.
    ///
    /// - Throws: As the initializer, before any change is passed on.
    public static func forEachChange(
        from old: some SpanProviding & ~Escapable, to new: some SpanProviding & ~Escapable,
        as message: MessageDescriptor?, limits: DecodingLimits = DecodingLimits(), _ body: (Change) -> Void
    ) throws(FieldMaskError) {
        try forEachChange(from: old, to: new, as: message, limits: limits, detail: .elements, body)
    }

    static func forEachChange(
        from old: some SpanProviding & ~Escapable, to new: some SpanProviding & ~Escapable,
        as message: MessageDescriptor?, limits: DecodingLimits, detail: DifferenceWalk.Detail, _ body: (Change) -> Void
    ) throws(FieldMaskError) {
        try old.withByteSpan { (old) throws(FieldMaskError) in
            try new.withByteSpan { (new) throws(FieldMaskError) in
                try FieldMaskError.check(target: old, update: new, as: message, limits: limits)
                // The same bytes are not taken apart.
                if old.hasSameBytes(as: new) { return }
                withoutActuallyEscaping(body) { body in
                    let walk = DifferenceWalk(detail: detail, limits: limits, report: body)
                    if let message {
                        walk.compare(
                            GatheredMessage(old, as: message, limits: limits),
                            GatheredMessage(new, as: message, limits: limits), at: "")
                    } else {
                        walk.compare(WireCursor(old, 0..<old.count), WireCursor(new, 0..<new.count), at: "")
                    }
                }
            }
        }
    }
}

extension MessageDifference.Change {
    /// The path that ``MessageDifference/mask`` has for the change; `nil` for none.
    package var maskPath: String? {
        // Up to the first list or map, and the first extension.
        var names = path.fieldNames.prefix { !$0.hasPrefix("[") }
        if field == nil { while let last = names.last, last == "*" || Int(last) != nil { names.removeLast() } }
        return names.isEmpty ? nil : names.joined(separator: ".")
    }
}
