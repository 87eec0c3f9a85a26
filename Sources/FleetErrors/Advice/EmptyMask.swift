/// An update whose mask names no field.
package enum EmptyMask {
    /// The names that details have for the mask: of the .proto file, and of JSON.
    static let fields = ["update_mask", "updateMask"]

    /// The next step where SDKs send such updates by themselves.
    package static let benignStep =
        "Count it apart from real failures and go on. In calls of your own name at least one field in update_mask."
    /// The next step where no SDK sends such an update.
    package static let mistakeStep =
        "Name at least one field in update_mask: no SDK sends this call by itself, your own code does."

    /// Whether only a mistake explains the empty mask, because no SDK sends such a call by itself.
    package static func isMistake(_ method: FleetMethod?) -> Bool { [.trip, .task].contains(method?.resource) }
}
