/// An update whose mask names no field.
package enum EmptyMask {
    /// No SDK sends such a call by itself: whoever wrote it has to correct it.
    package static func isMistake(_ method: FleetMethod?) -> Bool { [.trip, .task].contains(method?.resource) }

    /// What to do about it.
    package static func nextStep(_ method: FleetMethod?) -> String {
        isMistake(method)
            ? "Name at least one field in update_mask: no SDK sends this call by itself, your own code does."
            : "Count it apart from real failures and go on. In calls of your own name at least one field in update_mask."
    }
}
