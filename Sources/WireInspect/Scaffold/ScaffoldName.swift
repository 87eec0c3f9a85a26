internal import ProtobufSchema

/// Swift names for the names of a schema. A name that is taken gets the suffix `_`.
enum ScaffoldName {
    /// `trip_id` becomes `tripID`, and Swift's keywords stand between backticks.
    ///
    /// - Parameter taken: The names that are taken, to which this one is added.
    static func property(_ name: String, in taken: inout Set<String>) -> String {
        let words = name.split(separator: "_")
        let camel = words.enumerated().map { index, word in
            if index == 0 { return word.prefix(1).lowercased() + word.dropFirst() }
            return ["id", "url", "uri"].contains(word)
                ? word.uppercased() : word.prefix(1).uppercased() + word.dropFirst()
        }.joined()
        let start = unique(camel.first?.isNumber ?? true ? "_\(camel)" : camel, in: &taken)
        return keywords.contains(start) ? "`\(start)`" : start
    }

    /// The names of the properties and of the oneofs' cases that a message has for its fields and oneofs, by their names in
    /// the schema.
    static func members(of fields: [FieldDescriptor]) -> [String: String] {
        var names: [String: String] = [:]
        var properties = takenMembers
        var cases: [OneofDescriptor: Set<String>] = [:]
        for field in fields {
            guard !field.isOptional, let oneof = field.oneof else {
                names[field.name] = property(field.name, in: &properties)
                continue
            }
            if names[oneof.name] == nil { names[oneof.name] = property(oneof.name, in: &properties) }
            names[field.name] = property(field.name, in: &cases[oneof, default: takenMembers.union(["none", "some"])])
        }
        return names
    }

    /// The name of a type: `value_kind` becomes `ValueKind`.
    static func type(_ name: String) -> String {
        name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// Adds a name, with as many `_` behind it as make it a new one.
    static func unique(_ name: String, in taken: inout Set<String>) -> String {
        var name = name
        while !taken.insert(name).inserted { name += "_" }
        return name
    }

    /// The prefix that the values of an enum usually have: `ShiftKind` gives `SHIFT_KIND_`.
    static func constantPrefix(_ name: String) -> String {
        let words = name.dropFirst().map { ($0.isUppercase ? "_" : "") + $0.uppercased() }
        return name.prefix(1).uppercased() + words.joined() + "_"
    }

    /// Names that every message or enum has already, and those that decoding and encoding have for something else.
    static let takenMembers: Set<String> = [
        "unknownFields", "description", "hashValue", "fullName", "init", "self", "tag", "reader", "writer",
    ]

    /// The types that the scaffold's own code mentions, and words that name no type.
    static let takenTypes: Set<String> = [
        "Any", "Bool", "Double", "FleetWire", "Float", "Hashable", "Indirect", "Int32", "Int64", "Message", "OpenEnum",
        "Protocol", "ProtobufMap", "Reader", "Self", "Sendable", "String", "Type", "UInt32", "UInt64", "UInt8",
        "UnknownFields", "WireError", "Writer",
    ]

    private static let keywords: Set<String> = [
        "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default", "defer", "deinit",
        "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
        "import", "in", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
        "public", "repeat", "rethrows", "return", "static", "struct", "subscript", "super", "switch", "throw", "throws",
        "true", "try", "typealias", "var", "where", "while",
    ]
}
