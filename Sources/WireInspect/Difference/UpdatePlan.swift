import ConsoleText
package import ProtobufSchema

/// The update that would make one message of the other.
package struct UpdatePlan: Hashable, Sendable {
    /// What its mask has to name.
    package let mask: FieldPaths
    /// What differs too, but is written by the server alone, or cannot be changed.
    package let fixed: FieldPaths

    /// - Returns: `nil` for types that no method updates, and for messages without a difference that can be named.
    ///
    /// - Parameter paths: The mask that turns the one into the other.
    package init?(_ paths: FieldPaths, of type: MessageDescriptor) {
        guard type.updateMethod != nil, !paths.isEmpty else { return nil }
        let fixedPaths = paths.paths.filter { path in
            FieldPaths([path]).findings(for: type).contains { $0.code == .outputOnly || $0.code == .notUpdatable }
        }
        fixed = FieldPaths(fixedPaths)
        let set = Set(fixedPaths)
        mask = FieldPaths(paths.paths.filter { !set.contains($0) })
    }
}

extension DifferencePrinter {
    /// Two lines at most, each a list of paths.
    func print(_ plan: UpdatePlan, to output: any TextSink) {
        if !plan.mask.isEmpty {
            output.write(palette.paint("update_mask: ", .notice) + ValueText.safe(plan.mask.description) + "\n")
        }
        if !plan.fixed.isEmpty {
            output.write(
                palette.paint("not updatable: ", .notice) + ValueText.safe(plan.fixed.description) + "\n")
        }
    }

    /// The members `update_mask` and `not_updatable`, paths joined by commas.
    func json(_ plan: UpdatePlan, to json: inout JSONLine) {
        json.string("update_mask", plan.mask.description)
        json.string("not_updatable", plan.fixed.description)
    }
}
