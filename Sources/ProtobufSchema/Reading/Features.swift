/// The features of editions that say how bytes are read, with the values that proto2 and proto3 have for them.
///
/// Source: https://protobuf.dev/editions/features/
struct Features {
    enum FieldPresence: String { case explicit = "EXPLICIT", implicit = "IMPLICIT", required = "LEGACY_REQUIRED" }
    enum EnumType: String { case open = "OPEN", closed = "CLOSED" }
    enum RepeatedEncoding: String { case packed = "PACKED", expanded = "EXPANDED" }
    enum MessageEncoding: String { case lengthPrefixed = "LENGTH_PREFIXED", delimited = "DELIMITED" }
    enum UTF8Validation: String { case verify = "VERIFY", none = "NONE" }
    enum JSONFormat: String { case allow = "ALLOW", bestEffort = "LEGACY_BEST_EFFORT" }

    private(set) var fieldPresence = FieldPresence.explicit
    private(set) var enumType = EnumType.open
    private(set) var repeatedEncoding = RepeatedEncoding.packed
    private(set) var messageEncoding = MessageEncoding.lengthPrefixed
    private(set) var utf8Validation = UTF8Validation.verify
    private(set) var jsonFormat = JSONFormat.allow

    init(_ dialect: FileSyntax.Dialect) {
        switch dialect {
        case .edition: break
        case .proto3: fieldPresence = .implicit
        case .proto2:
            enumType = .closed
            repeatedEncoding = .expanded
            utf8Validation = .none
            jsonFormat = .bestEffort
        }
    }

    /// The same features with those that the options of a declaration choose: `features.name = value` and
    /// `features = { name: value }`. Other names and values, which later editions and single languages have, are passed over.
    func with(_ options: [SchemaOption]) -> Features {
        var features = self
        for option in options {
            if option.name == "features" {
                for member in option.value.members { features.choose(member.name, member.value.text ?? "") }
            } else if option.name.hasPrefix("features.") {
                features.choose(String(option.name.dropFirst("features.".count)), option.value.text ?? "")
            }
        }
        return features
    }

    private mutating func choose(_ name: String, _ value: String) {
        switch name {
        case "field_presence": fieldPresence = FieldPresence(rawValue: value) ?? fieldPresence
        case "enum_type": enumType = EnumType(rawValue: value) ?? enumType
        case "repeated_field_encoding": repeatedEncoding = RepeatedEncoding(rawValue: value) ?? repeatedEncoding
        case "message_encoding": messageEncoding = MessageEncoding(rawValue: value) ?? messageEncoding
        case "utf8_validation": utf8Validation = UTF8Validation(rawValue: value) ?? utf8Validation
        case "json_format": jsonFormat = JSONFormat(rawValue: value) ?? jsonFormat
        default: break
        }
    }
}
