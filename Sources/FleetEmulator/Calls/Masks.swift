internal import FleetErrors
internal import FleetMessages
internal import ProtobufSchema

extension FleetEmulator {
    /// A resource after an update.
    ///
    /// - Parameters:
    ///   - paths: The mask in the request, which ``checked(_:for:_:in:)`` has found good.
    ///   - field: The field of the request that has the resource.
    /// - Throws: INVALID_ARGUMENT if a field changes that cannot.
    func updated<Resource: FleetMessage>(
        _ stored: Resource, from update: Resource, paths: FieldPaths, field: String
    ) throws(CallStatus) -> Resource {
        var result = stored
        // Not refused: the paths were checked.
        try? result.apply(BehaviorFilter.outputOnly(update), mask: FieldMask(writable(paths, for: Resource.self)))
        try checkImmutable(from: stored, to: result, paths: paths, field: field)
        return result
    }

    /// The paths of the mask of an update. Checks the mask, and the fields of the resource that the mask names.
    ///
    /// - Parameter field: The field of the request that has the resource.
    /// - Throws: INVALID_ARGUMENT if the mask is empty or names what the resource does not have, or if these fields are wrong.
    func checked<Resource: FleetMessage>(
        _ mask: FieldMask?, for type: Resource.Type, _ field: String, in call: EmulatedCall
    ) throws(CallStatus) -> FieldPaths {
        guard let mask, !mask.isEmpty else {
            throw Rule.emptyMask.invalid(
                "update_mask cannot be empty", [("update_mask", "update_mask cannot be empty")])
        }
        let paths = mask.fieldPaths
        let findings = Resource.descriptor.map { paths.findings(for: $0, forUpdate: false) } ?? []
        if findings.contains(where: { $0.severity == .error }) {
            throw Rule.unknownPath.invalid(
                "update_mask contains an unknown path",
                [("update_mask", "unknown path in: \(Self.shortened(paths.paths.joined(separator: ",")))")])
        }
        try check(call.fields, Resource.descriptor?.name ?? field, part: (field, paths))
        return paths
    }

    /// The paths without those of `OUTPUT_ONLY` fields, which an update leaves as they are.
    private func writable<Resource: FleetMessage>(_ paths: FieldPaths, for type: Resource.Type) -> FieldPaths {
        guard let descriptor = Resource.descriptor else { return paths }
        let named = paths.findings(for: descriptor).filter { $0.code == .outputOnly }.map(\.path)
        let readOnly = descriptor.fields.filter { $0.behavior.contains(.outputOnly) }.map(\.name)
        return paths.subtracting(FieldPaths(named + readOnly), for: descriptor)
    }

    /// Checks that an update leaves `IMMUTABLE` fields as they are.
    private func checkImmutable<Resource: FleetMessage>(
        from old: Resource, to new: Resource, paths: FieldPaths, field: String
    ) throws(CallStatus) {
        guard let descriptor = Resource.descriptor else { return }
        let fixed = descriptor.fields.filter { $0.behavior.contains(.immutable) && paths.touches($0.name) }
        guard !fixed.isEmpty else { return }
        let changed = FieldMask.difference(from: old, to: new).topLevel.paths
        let broken = fixed.map(\.name).filter(changed.contains)
        try Rule.immutable.refuse(
            broken.map { ("\(field).\($0)", "cannot be changed") }, "\(descriptor.name) cannot be changed so")
    }
}
