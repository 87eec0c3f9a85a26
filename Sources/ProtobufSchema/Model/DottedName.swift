// Names whose parts are joined with dots: `google.type.LatLng`, `vehicle.last_location`.
extension String {
    /// `a.b` for `a` and `b`; the component alone behind `""`.
    package func appending(component: String) -> String {
        isEmpty ? component : self + "." + component
    }

    /// `a.b` for `a.b.c`, `""` for `a`.
    var droppingLastComponent: String { lastDot.map { String(self[..<$0]) } ?? "" }

    /// What a name may stand for, the innermost first: `a.b.C`, `a.C` and `C` for `C` in scope `a.b`, `C` for `.C`.
    func fullNames(in scope: String) -> some Sequence<String> {
        let isAbsolute = utf8.first == UInt8(ascii: ".")
        let name = isAbsolute ? String(dropFirst()) : self
        let scopes = sequence(first: isAbsolute ? "" : scope) { $0.isEmpty ? nil : $0.droppingLastComponent }
        return scopes.lazy.map { $0.appending(component: name) }
    }

    /// `c` for `a.b.c`.
    package var lastComponent: String { lastDot.map { String(self[utf8.index(after: $0)...]) } ?? self }

    /// The names in the path of a field, up to the first list or map: `a`, `[acme.b]` and `c` of `a.[acme.b].c[3].d`.
    package var fieldNames: [String] {
        var names: [String] = []
        var rest = self[...]
        while let first = rest.first {
            // The name of an extension contains dots.
            let isExtension = first == "["
            let end = rest.firstIndex { isExtension ? $0 == "]" : $0 == "." || $0 == "[" } ?? rest.endIndex
            let next = isExtension && end < rest.endIndex ? rest.index(after: end) : end
            names.append(String(rest[..<next]))
            guard next < rest.endIndex, rest[next] == "." else { break }
            rest = rest[rest.index(after: next)...]
        }
        return names
    }

    private var lastDot: String.Index? { utf8.lastIndex(of: UInt8(ascii: ".")) }
}
