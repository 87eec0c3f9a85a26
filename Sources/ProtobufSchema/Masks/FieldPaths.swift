internal import ByteText

/// A set of field paths, as `google.protobuf.FieldMask` holds them: `trip_status`, `vehicle_location.location`.
///
/// A path covers the field it names and everything inside, `*` every field. Operations give canonical sets: sorted, and
/// without paths that others cover. No path can name an extension: a path that ends before it covers it.
///
/// Source: https://protobuf.dev/reference/protobuf/google.protobuf/#field-mask
public struct FieldPaths: Sendable, Hashable {
    /// The paths as given, in proto names.
    public var paths: [String]

    /// The set of these paths, unchecked.
    public init(_ paths: [String] = []) {
        self.paths = paths
    }

    /// Reads paths between commas, in proto names or camelCase; white space and empty parts are left out.
    ///
    /// With `message` each name is looked up as a proto name and as a JSON name. A name that it does not have, and every
    /// name without `message`, has its upper-case letters replaced by `_` and the lower-case letter.
    public init(text: String, for message: MessageDescriptor? = nil) {
        paths = text.split { $0 == "," || $0.isWhitespace }.map { Self.protoPath(String($0), message) }
    }

    /// Whether there is no path at all. The server refuses an update with an empty mask.
    public var isEmpty: Bool { paths.isEmpty }

    /// Whether a path of the set is `path` or covers it.
    public func covers(_ path: String) -> Bool {
        paths.contains { Self.covers($0, path) }
    }

    /// Whether a path of the set is `path` or inside it. `*` stands for every field.
    package func touches(_ path: String) -> Bool {
        paths.contains { $0 == "*" || Self.covers(path, $0) }
    }

    private static func protoPath(_ path: String, _ message: MessageDescriptor?) -> String {
        var scope = message
        return path.split(separator: ".", omittingEmptySubsequences: false).map { part in
            let field = scope?.field(named: String(part))
            scope = field?.message
            return field?.name ?? MaskPath.snakeCase(String(part))
        }.joined(separator: ".")
    }

    // MARK: Sets

    /// The shortest set of paths for the same fields: sorted, no duplicates, nothing that another path covers. O(n log n).
    public var canonical: FieldPaths {
        var result: [String] = []
        for path in paths.sorted(by: Self.precedes) {
            if let last = result.last, Self.covers(last, path) { continue }
            result.append(path)
        }
        return FieldPaths(result)
    }

    /// The fields that either set covers.
    public func union(_ other: FieldPaths) -> FieldPaths {
        FieldPaths(paths + other.paths).canonical
    }

    /// The fields that both sets cover.
    public func intersection(_ other: FieldPaths) -> FieldPaths {
        let left = canonical
        let right = other.canonical
        return FieldPaths(left.paths.filter(right.coversCanonically) + right.paths.filter(left.coversCanonically))
            .canonical
    }

    /// The fields that this set covers and the other does not.
    ///
    /// When the other set takes a part of what a path covers, the rest can be named only with the message type: with
    /// `message` the path becomes its remaining fields, extensions aside; without `message` the path stays whole.
    public func subtracting(_ other: FieldPaths, for message: MessageDescriptor? = nil) -> FieldPaths {
        let removed = other.canonical
        var result: [String] = []
        var open = canonical.paths.map { (path: $0, type: message?.message(atPath: $0), depth: 1) }
        while let (path, type, depth) = open.popLast() {
            if removed.coversCanonically(path) { continue }
            guard let type, depth < Self.depthLimit, removed.hasPath(inside: path) else {
                result.append(path)
                continue
            }
            let prefix = path == "*" ? "" : "\(path)."
            open += type.fields.filter { !$0.isExtension }.map {
                (prefix + $0.name, $0.isRepeated ? nil : $0.message, depth + 1)
            }
        }
        return FieldPaths(result).canonical
    }

    /// ``covers(_:)`` by binary search: in a canonical set only the last path up to this one can cover it.
    private func coversCanonically(_ path: String) -> Bool {
        let index = paths.partitioningIndex { Self.precedes(path, $0) }
        return index > 0 && Self.covers(paths[index - 1], path)
    }

    /// Whether a canonical set has a path that lies inside another.
    private func hasPath(inside path: String) -> Bool {
        let index = paths.partitioningIndex { Self.precedes(path, $0) }
        return index < paths.count && Self.covers(path, paths[index])
    }

    // MARK: Paths

    private static func covers(_ outer: String, _ inner: String) -> Bool {
        if outer == "*" { return true }
        guard inner.utf8.starts(with: outer.utf8) else { return false }
        let next = inner.utf8.dropFirst(outer.utf8.count).first
        return next == nil || next == UInt8(ascii: ".")
    }

    /// Order by names: `a` before `a.b` before `a_b`, or any other byte, so that what a path covers follows it at once; `*`
    /// is first.
    private static func precedes(_ left: String, _ right: String) -> Bool {
        if left == "*" || right == "*" { return left != right && left == "*" }
        return left.utf8.lexicographicallyPrecedes(right.utf8) { rank($0) < rank($1) }
    }

    /// A rank of its own for every byte, zero bytes too: two paths that differ are never equal in the order.
    private static func rank(_ byte: UInt8) -> UInt16 { byte == UInt8(ascii: ".") ? 0 : UInt16(byte) + 1 }
}

extension FieldPaths: CustomStringConvertible {
    /// The paths in proto names, joined by commas.
    public var description: String { paths.joined(separator: ",") }
}

extension FieldPaths: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: String...) {
        self.init(elements)
    }
}

extension MessageDescriptor {
    /// The message type at the end of a path through singular message fields; the type itself for `*`.
    func message(atPath path: String) -> MessageDescriptor? {
        if path == "*" { return self }
        return path.split(separator: ".", omittingEmptySubsequences: false).reduce(self as MessageDescriptor?) {
            $0?.field(protoName: String($1)).flatMap { $0.isRepeated ? nil : $0.message }
        }
    }

    /// The field with this proto name; JSON names and extensions do not count.
    func field(protoName name: String) -> FieldDescriptor? {
        field(named: name).flatMap { $0.name == name && !$0.isExtension ? $0 : nil }
    }
}
