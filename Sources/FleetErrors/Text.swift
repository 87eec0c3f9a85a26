extension Double {
    /// The number in digits, with a fraction only where it has one: `20`, `0.25`.
    package var plain: String { self == rounded() && abs(self) < 1e15 ? String(Int64(self)) : String(self) }
}

/// Joins the items of an enumeration: `a`, `a and b`, `a, b and c`.
package func list(_ items: [String]) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " and " + last
}
