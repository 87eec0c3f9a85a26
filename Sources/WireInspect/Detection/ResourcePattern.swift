/// The shape of a resource name: `providers/*/vehicles/*`.
struct ResourcePattern: Hashable, Sendable {
    /// Literal segments; `nil` stands for any one segment.
    let segments: [[UInt8]?]

    /// - Parameter text: Segments between slashes, with `*` or `{name}` for a variable one.
    init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        segments = parts.map { part in
            part.first == UInt8(ascii: "*") || part.first == UInt8(ascii: "{") ? nil : Array(part)
        }
        // A pattern of variables alone says nothing.
        guard segments.contains(where: { $0 != nil }) else { return nil }
    }

    /// The number of bytes of a name that the pattern fixes, slashes included; `nil` when the name does not match.
    func matchedLength(_ name: ArraySlice<UInt8>) -> Int? {
        var count = segments.count - 1
        var rest = name
        for (position, segment) in segments.enumerated() {
            let isLast = position == segments.count - 1
            let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            guard isLast == (end == rest.endIndex) else { return nil }
            let part = rest[..<end]
            if let segment {
                guard part.elementsEqual(segment) else { return nil }
                count += segment.count
            } else if part.isEmpty {
                return nil
            }
            rest = isLast ? rest[rest.endIndex...] : rest[(end + 1)...]
        }
        return count
    }

    /// The variables of a path template that have a pattern: `/v1/{name=providers/*}/x` gives `name`.
    static func variables(of template: String) -> [(field: String, pattern: ResourcePattern)] {
        template.split(separator: "{").dropFirst().compactMap { part in
            guard let end = part.firstIndex(of: "}"), let equals = part[..<end].firstIndex(of: "="),
                let pattern = ResourcePattern(String(part[part.index(after: equals)..<end]))
            else { return nil }
            return (String(part[..<equals]), pattern)
        }
    }
}
