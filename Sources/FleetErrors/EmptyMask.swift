/// An update whose mask names no field.
package enum EmptyMask {
    /// What to do where SDKs send such updates by themselves.
    package static let benignStep =
        "Count it apart from real failures and go on. In calls of your own name at least one field in update_mask."
    /// What to do where no SDK sends such an update.
    package static let mistakeStep =
        "Name at least one field in update_mask: no SDK sends this call by itself, your own code does."

    /// Whether no SDK sends such a call by itself, so that whoever wrote it has to correct it.
    package static func isMistake(_ method: FleetMethod?) -> Bool { [.trip, .task].contains(method?.resource) }

    /// What to do about an empty mask in a call of this method.
    package static func nextStep(_ method: FleetMethod?) -> String { isMistake(method) ? mistakeStep : benignStep }
}
