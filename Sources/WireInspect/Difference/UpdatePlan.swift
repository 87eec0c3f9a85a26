import ConsoleText
import JSONText
import ProtobufSchema

/// The update request that turns one message into another.
struct UpdatePlan: Hashable, Sendable {
    /// The `update_mask` of the request.
    let mask: FieldPaths
    /// Fields that differ but cannot be updated: only the server writes them, or nobody may change them.
    let fixed: FieldPaths

    /// - Parameter paths: The fields that differ.
    /// - Returns: `nil` for types that no method updates, and where no path is given.
    init?(_ paths: FieldPaths, of type: MessageDescriptor) {
        guard !paths.isEmpty, type.updateMethod != nil else { return nil }
        let parts = Dictionary(grouping: paths.paths) { path in
            FieldPaths([path]).findings(for: type).contains { $0.code == .outputOnly || $0.code == .notUpdatable }
        }
        (mask, fixed) = (FieldPaths(parts[false] ?? []), FieldPaths(parts[true] ?? []))
    }
}

extension DifferencePrinter {
    /// Prints the mask, and the fields that cannot be updated, each on a line of its own.
    func print(_ plan: UpdatePlan, to output: any TextSink) {
        let lines: [(SafeText, FieldPaths)] = [("update_mask: ", plan.mask), ("not updatable: ", plan.fixed)]
        for (label, paths) in lines where !paths.isEmpty {
            output.write(palette.paint(label, .notice) + "\(paths)\n")
        }
    }

    /// Writes the members `update_mask` and `not_updatable`: paths joined by commas.
    func json(_ plan: UpdatePlan, to json: inout JSONPrinter) {
        json.string("update_mask", plan.mask.description)
        json.string("not_updatable", plan.fixed.description)
    }
}
