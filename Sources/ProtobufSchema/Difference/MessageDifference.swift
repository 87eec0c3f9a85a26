public import ProtobufWire

/// What differs between two messages of one type, field by field.
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
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            case added, removed, changed
            /// An element that is on both sides, at another place among the others.
            case moved
        }

        public let kind: Kind
        /// `vehicle.attributes["class"].value`, `route[3..5]`, a number where no schema knows the field. Numbers in
        /// brackets count from 0 in the list that has the elements: the new one, unless they are removed. A list that was
        /// or becomes empty is named whole.
        public let path: String
        /// The field that differs; `nil` when no schema knows it.
        public let field: FieldDescriptor?
        /// Positions of the elements in the old list; `nil` for what is no element of one.
        public let oldPositions: Range<Int>?
        /// Positions of the elements in the new list.
        public let newPositions: Range<Int>?
        /// The field alone as it was, tag and all: bytes that read as a message of the type that has the field. `nil` for
        /// what is added or moved.
        public let old: [UInt8]?
        /// The field alone as it has become; `nil` for what is removed or moved.
        public let new: [UInt8]?
    }

    /// In order of the fields' numbers, outer before inner; fields that no schema knows come last in their message.
    public let changes: [Change]

    public var isEmpty: Bool { changes.isEmpty }

    /// The mask with which an update from the new message turns the old one into it, canonical.
    ///
    /// Values are named whole, coordinates too, and so are lists. Fields that no schema knows cannot be named: the message
    /// around them is.
    public var mask: FieldPaths {
        FieldPaths(
            changes.compactMap { change in
                var names = change.path.prefix { $0 != "[" }.split(separator: ".")
                if change.field == nil { while let last = names.last, Int(last) != nil { names.removeLast() } }
                return names.isEmpty ? nil : names.joined(separator: ".")
            }
        ).canonical
    }

    /// Compares two messages.
    ///
    /// - Parameter message: The type of both; `nil` compares by field numbers.
    /// - Throws: ``FieldMaskError`` when bytes are not such a message: `malformedTarget` for `old`, `malformedUpdate` for
    ///   `new`.
    public init(
        from old: Span<UInt8>, to new: Span<UInt8>, as message: MessageDescriptor?,
        limits: DecodingLimits = DecodingLimits()
    ) throws(FieldMaskError) {
        if let damage = DamageFinder.first(in: old, as: message, limits: limits) {
            throw FieldMaskError(.malformedTarget, damage: damage)
        }
        if let damage = DamageFinder.first(in: new, as: message, limits: limits) {
            throw FieldMaskError(.malformedUpdate, damage: damage)
        }
        // The same bytes are not taken apart.
        if old.count == new.count, old.indices.allSatisfy({ old[$0] == new[$0] }) {
            changes = []
            return
        }
        var walk = DifferenceWalk(limits: limits)
        if let message {
            let composer = WireComposer(pool: message.pool, limits: limits)
            walk.compare(old, [0..<old.count], new, [0..<new.count], message.index, "", composer)
        } else {
            walk.compareUnknown(old, 0..<old.count, new, 0..<new.count, "")
        }
        changes = walk.changes
    }
}

extension MethodDescriptor {
    /// The field of the request that is the body of the call in REST: `vehicle`, the resource that is created or updated.
    ///
    /// `nil` if there is no body, or if it is the whole request.
    public var bodyField: FieldDescriptor? {
        guard let field = httpRule.flatMap({ request.field(named: $0.body) }), field.message != nil else { return nil }
        return field
    }

    /// ``bodyField``, if this is a method that updates a resource as a mask says.
    public var updatedField: FieldDescriptor? {
        request.field(named: "update_mask")?.message?.fullName == "google.protobuf.FieldMask" ? bodyField : nil
    }
}

extension MessageDescriptor {
    /// The method that updates messages of this type as a mask says; `nil` when the schema has none.
    public var updateMethod: MethodDescriptor? {
        schema.services.lazy.flatMap(\.methods).first { $0.updatedField?.message == self }
    }
}
