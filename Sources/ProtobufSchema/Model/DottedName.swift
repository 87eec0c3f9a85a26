// Names whose parts are joined with dots: `google.type.LatLng`, `vehicle.last_location`.
extension String {
    func appending(component: String) -> String {
        isEmpty ? component : "\(self).\(component)"
    }

    /// `a.b` for `a.b.c`, `""` for `a`.
    var droppingLastComponent: String { lastDot.map { String(self[..<$0]) } ?? "" }

    /// `c` for `a.b.c`.
    package var lastComponent: String { lastDot.map { String(self[utf8.index(after: $0)...]) } ?? self }

    private var lastDot: String.Index? { utf8.lastIndex(of: UInt8(ascii: ".")) }
}
