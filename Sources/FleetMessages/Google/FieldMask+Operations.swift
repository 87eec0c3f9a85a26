public import ProtobufSchema
internal import ProtobufWire

// The work is done by `FieldPaths`, on bytes and schema, and so for every message; here it meets the typed values.

extension FieldMask {
    /// The mask of a set of paths.
    public init(_ fieldPaths: FieldPaths) { self.init(paths: fieldPaths.paths) }

    /// Reads paths between commas, in proto names or camelCase: `vehicle_state,lastLocation.speed`.
    ///
    /// With `type` each name is looked up among the fields; what is not found is kept and later told by
    /// ``findings(for:)``.
    public init<M: SchemaMessage>(text: String, for type: M.Type) {
        self.init(FieldPaths(text: text, for: type.descriptor))
    }

    /// The paths as a set, with every operation on them.
    public var fieldPaths: FieldPaths { FieldPaths(paths) }

    /// The same fields in the shortest way: sorted, no duplicates, nothing that another path covers. O(n log n).
    public var canonical: FieldMask { FieldMask(fieldPaths.canonical) }

    /// The fields that either mask covers, in canonical form.
    public func union(_ other: FieldMask) -> FieldMask { FieldMask(fieldPaths.union(other.fieldPaths)) }

    /// The fields that both masks cover, in canonical form.
    public func intersection(_ other: FieldMask) -> FieldMask { FieldMask(fieldPaths.intersection(other.fieldPaths)) }

    /// The fields of this mask that the other one does not cover, in canonical form. A path of which the other mask
    /// takes a part becomes the rest of its fields.
    public func subtracting<M: SchemaMessage>(_ other: FieldMask, for type: M.Type) -> FieldMask {
        FieldMask(fieldPaths.subtracting(other.fieldPaths, for: type.descriptor))
    }

    /// What is wrong with the mask as the `update_mask` of an update of `type`: that it is empty, unknown paths, paths
    /// through repeated fields, fields that only the server writes. Empty if nothing is.
    public func findings<M: SchemaMessage>(for type: M.Type) -> [FieldPaths.Finding] {
        type.descriptor.map { fieldPaths.findings(for: $0) } ?? []
    }

    /// Whether the mask has `path` or a path to a message around it.
    public func covers(_ path: String) -> Bool { fieldPaths.covers(path) }

    /// The mask's fields of the outermost message: of `last_location.speed`, `last_location`. In canonical form.
    ///
    /// Applied to ``difference(from:to:)``, the result replaces whole fields, as the masks of the SDKs do.
    public var topLevel: FieldMask {
        FieldMask(paths: paths.map { path in String(path.prefix { $0 != "." }) }).canonical
    }

    /// The smallest mask with which an update from `new` turns `old` into `new`.
    ///
    /// A message that both have is described by the fields that differ inside; repeated fields are named whole. `*`, the
    /// mask of every field, where they cannot be compared: of a type that its schema does not have, and of messages
    /// nested in more than 100 levels.
    public static func difference<M: SchemaMessage>(from old: M, to new: M) -> FieldMask {
        guard let descriptor = M.descriptor,
            let paths = try? FieldPaths.difference(from: old.encoded(), to: new.encoded(), as: descriptor)
        else { return FieldMask(paths: ["*"]) }
        return FieldMask(paths)
    }
}

extension SchemaMessage {
    /// Changes the message as the server does on an update with this mask.
    ///
    /// Each field that the mask names becomes what it is in `update`; unset there, it is cleared. Repeated fields are
    /// replaced whole. A path into a message changes only what it names. Everything else stays.
    ///
    /// - Throws: ``FieldMaskError`` when a path does not fit the type, its schema does not have the type, or a
    ///   message is nested in more than 100 levels; the message is then unchanged.
    public mutating func apply(_ update: Self, mask: FieldMask) throws(FieldMaskError) {
        guard let descriptor = Self.descriptor else { throw FieldMaskError(.unknownType) }
        let bytes = try mask.fieldPaths.apply(update.encoded(), onto: encoded(), as: descriptor)
        // Composed from two messages that were read just now.
        guard let changed = try? Self(decoding: bytes) else { throw FieldMaskError(.malformedTarget) }
        self = changed
    }
}
