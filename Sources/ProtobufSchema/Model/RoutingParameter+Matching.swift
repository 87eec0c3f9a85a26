extension RoutingParameter {
    /// The part of a request field that is sent in the header, if all of `value` matches the template; else `nil`.
    ///
    /// `*` matches one segment, `**` at the end the rest. An empty value matches nothing.
    public func value(in value: String) -> String? {
        guard !value.isEmpty else { return nil }
        guard let open = pathTemplate.firstIndex(of: "{"), let close = pathTemplate[open...].firstIndex(of: "}") else {
            return pathTemplate.isEmpty ? value : nil
        }
        let variable = pathTemplate[pathTemplate.index(after: open)..<close]
        let inner = variable.firstIndex(of: "=").map { variable[variable.index(after: $0)...] } ?? "*"
        let (before, after) = (pathTemplate[..<open], pathTemplate[pathTemplate.index(after: close)...])
        let parts = [before, inner, after].map { $0.split(separator: "/") }
        var segments = value.split(separator: "/", omittingEmptySubsequences: false)[...]
        var sent: [Substring] = []
        for (index, pattern) in parts.enumerated() {
            for step in pattern {
                // `**` also matches nothing.
                if step == "**", segments.isEmpty { continue }
                guard let segment = segments.first, !segment.isEmpty, step == "*" || step == "**" || step == segment
                else { return nil }
                let count = step == "**" ? segments.count : 1
                if index == 1 { sent += segments.prefix(count) }
                segments = segments.dropFirst(count)
            }
        }
        return segments.isEmpty && !sent.isEmpty ? sent.joined(separator: "/") : nil
    }
}
