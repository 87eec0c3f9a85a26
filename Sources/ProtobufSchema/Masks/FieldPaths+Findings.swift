internal import ByteText

extension FieldPaths {
    /// Something about a path that keeps an update from taking effect as written.
    public struct Finding: Hashable, Sendable {
        /// The kinds of finding; a minor version may add some.
        public struct Code: Hashable, Sendable, CustomStringConvertible {
            /// A stable word for logs and scripts.
            public let description: String

            /// The mask has no paths; the server refuses it.
            public static let emptyMask = Self(description: "empty_mask")
            /// A name that its message does not have.
            public static let unknownField = Self(description: "unknown_field")
            /// The path goes on behind a repeated field or map; a mask can only name those whole.
            public static let throughRepeated = Self(description: "through_repeated")
            /// The path goes on behind a field that is not a message.
            public static let intoScalar = Self(description: "into_scalar")
            /// More names than messages can nest.
            public static let tooDeep = Self(description: "too_deep")
            /// An OUTPUT_ONLY field: the server ignores its value in an update.
            public static let outputOnly = Self(description: "output_only")
            /// An IMMUTABLE or IDENTIFIER field.
            public static let notUpdatable = Self(description: "not_updatable")
            /// The mask has the same path before.
            public static let duplicate = Self(description: "duplicate")
            /// Another path of the mask covers it.
            public static let covered = Self(description: "covered")
            /// `*`, which stands for every field.
            public static let wildcard = Self(description: "wildcard")
        }

        /// How a server takes a finding.
        public enum Severity: Hashable, Sendable {
            /// The mask cannot be applied.
            case error
            /// The mask can be applied, but probably has another effect than intended.
            case warning
        }

        /// What is wrong.
        public let code: Code
        /// How a server takes the finding.
        public var severity: Severity {
            [.emptyMask, .unknownField, .throughRepeated, .intoScalar, .tooDeep].contains(code) ? .error : .warning
        }
        /// The path as the mask has it; `""` for the mask as a whole.
        public let path: String
        /// The whole path as it was probably meant.
        public let suggestion: String?
        /// The field that the finding is about.
        public let field: FieldDescriptor?
        /// A sentence for people: what is wrong and how to mend it.
        public let message: String

        init(
            _ code: Code, about path: String, field: FieldDescriptor? = nil, suggestion: String? = nil,
            _ message: String
        ) {
            (self.code, self.path, self.field) = (code, path, field)
            (self.suggestion, self.message) = (suggestion, message)
        }
    }

    /// The most names in a path: messages nest up to 100 levels deep.
    static let depthLimit = 101

    /// Checks the paths against a message type.
    ///
    /// - Parameter forUpdate: Whether the mask is an `update_mask`: then it must not be empty, and fields that only the
    ///   server writes are pointed out.
    /// - Returns: Findings in the order of the paths; none for a mask without fault. Linear in the length of the paths
    ///   for each name that is found.
    public func findings(for message: MessageDescriptor, forUpdate: Bool = true) -> [Finding] {
        if paths.isEmpty {
            guard forUpdate else { return [] }
            return [
                .init(.emptyMask, about: "", "The mask is empty: the server refuses an update that names no field.")
            ]
        }
        let kept = Set(canonical.paths)
        var seen: Set<String> = []
        return paths.flatMap { path -> [Finding] in
            var found = Self.findings(about: path, in: message, forUpdate: forUpdate)
            if !seen.insert(path).inserted {
                found.append(Finding(.duplicate, about: path, "“\(path)” stands in the mask before."))
            } else if !kept.contains(path) {
                found.append(Finding(.covered, about: path, "Another path of the mask covers “\(path)” already."))
            }
            return found
        }
    }

    private static func findings(
        about path: String, in message: MessageDescriptor, forUpdate: Bool
    ) -> [Finding] {
        if path == "*" {
            return [Finding(.wildcard, about: path, "“*” replaces every field of the \(message.name).")]
        }
        let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard names.count <= depthLimit else {
            return [
                .init(.tooDeep, about: path, "A path has at most \(depthLimit) names; this one has \(names.count).")
            ]
        }
        var findings: [Finding] = []
        var type: MessageDescriptor? = message
        var last: FieldDescriptor?
        for (position, name) in names.enumerated() {
            let prefix = names[..<position].joined(separator: ".")
            func error(_ code: Finding.Code, _ text: String, suggestion: String? = nil) -> [Finding] {
                findings + [Finding(code, about: path, field: last, suggestion: suggestion, text)]
            }
            if let last, last.isRepeated {
                let what = last.isMap ? "a map" : "repeated"
                return error(
                    .throughRepeated, "“\(prefix)” is \(what) and can only be named whole.", suggestion: prefix)
            }
            guard let current = type else {
                return error(
                    .intoScalar, "“\(prefix)” is of type \(last?.typeName ?? "") and has no fields.", suggestion: prefix
                )
            }
            guard let field = current.field(protoName: name) else {
                let isExtension = name.hasPrefix("[")
                let nearest = isExtension ? nil : current.nearestFieldName(to: name)
                let suggestion = nearest.map {
                    (names[..<position] + [$0] + names[(position + 1)...]).joined(separator: ".")
                }
                let hint =
                    isExtension
                    ? " A path cannot name extensions, only the message around them."
                    : nearest.map { " Did you mean “\($0)”?" } ?? ""
                return error(
                    .unknownField, "\(current.name) has no field “\(name)”.\(hint)", suggestion: suggestion)
            }
            if forUpdate, let finding = Finding.behavior(of: field, path) { findings.append(finding) }
            last = field
            type = field.message
        }
        return findings
    }
}

extension FieldPaths.Finding {
    /// The warning about a field that clients do not write.
    static func behavior(of field: FieldDescriptor, _ path: String) -> Self? {
        let names = field.behavior.names.joined(separator: ", ")
        if field.behavior.contains(.outputOnly) {
            let message = "“\(field.name)” is \(names): the server sets it and ignores it in an update."
            return Self(.outputOnly, about: path, field: field, message)
        }
        guard !field.behavior.isDisjoint(with: [.immutable, .identifier]) else { return nil }
        return Self(
            .notUpdatable, about: path, field: field, "“\(field.name)” is \(names): an update cannot change it.")
    }
}

extension MessageDescriptor {
    /// The field name that is spelled most like `name`, an extension for a name in brackets; `nil` when none is similar.
    func nearestFieldName(to name: String) -> String? {
        let isExtension = name.hasPrefix("[")
        let fields = pool.messages[index].fields.map { pool.fields[$0] }.filter { $0.isExtension == isExtension }
        return nearestName(to: isExtension ? name : MaskPath.snakeCase(name), among: fields.map(\.name))
    }
}
