internal import FleetMessages
internal import ProtobufSchema

/// Swift names for the names of a schema.
enum ScaffoldName {
    /// `trip_id` becomes `tripID`, and Swift's keywords stand between backticks.
    static func property(_ name: String) -> String {
        let words = name.split(separator: "_")
        let camel = words.enumerated().map { index, word in
            if index == 0 { return word.prefix(1).lowercased() + word.dropFirst() }
            return ["id", "url", "uri"].contains(word)
                ? word.uppercased() : word.prefix(1).uppercased() + word.dropFirst()
        }.joined()
        let start = camel.first?.isNumber ?? true ? "_\(camel)" : camel
        if reserved.contains(start) { return "\(start)Field" }
        return keywords.contains(start) ? "`\(start)`" : start
    }

    /// The name of a type that is declared: `value_kind` becomes `ValueKind`.
    static func type(_ name: String) -> String {
        let camel = name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return ["Type", "Protocol", "Self"].contains(camel) ? "\(camel)Kind" : camel
    }

    /// The Swift type of a message: this package's own, or the name without the package, outer messages before it.
    static func type(of message: MessageDescriptor) -> String {
        if message.wellKnown == .wrapper { return message.name }
        if let known = MessageRegistry.fleetEngine.type(named: message.fullName) {
            // `FleetMessages.Vehicle.VehicleType`
            return String(reflecting: known).split(separator: ".").dropFirst().joined(separator: ".")
        }
        return type(path: message.shortName)
    }

    /// The name of a type that is declared in others: `Vehicle.battery_info` becomes `Vehicle.BatteryInfo`.
    static func type(path: String) -> String {
        path.split(separator: ".").map { type(String($0)) }.joined(separator: ".")
    }

    /// The prefix that the values of an enum usually have: `ShiftKind` gives `SHIFT_KIND_`.
    static func constantPrefix(_ name: String) -> String {
        let words = name.dropFirst().map { ($0.isUppercase ? "_" : "") + $0.uppercased() }
        return name.prefix(1).uppercased() + words.joined() + "_"
    }

    /// Names that every message has already, and those that decoding and encoding have for something else.
    private static let reserved: Set<String> = [
        "unknownFields", "description", "hashValue", "fullName", "init", "self", "tag", "reader", "writer",
    ]

    private static let keywords: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
        "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import",
        "in", "inout", "internal", "is", "let", "nil", "operator", "private", "protocol", "public", "repeat",
        "rethrows", "return", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
        "typealias", "var", "where", "while",
    ]
}
