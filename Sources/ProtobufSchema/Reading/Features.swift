/// What a file and its declarations choose in editions, and what proto2 and proto3 have chosen for them.
///
/// Source: https://protobuf.dev/editions/features/
struct Features {
    enum FieldPresence: String, Feature {
        case explicit = "EXPLICIT", implicit = "IMPLICIT", required = "LEGACY_REQUIRED"
    }
    enum EnumType: String, Feature { case open = "OPEN", closed = "CLOSED" }
    enum RepeatedEncoding: String, Feature { case packed = "PACKED", expanded = "EXPANDED" }
    enum MessageEncoding: String, Feature { case lengthPrefixed = "LENGTH_PREFIXED", delimited = "DELIMITED" }
    enum JSONFormat: String, Feature { case allow = "ALLOW", bestEffort = "LEGACY_BEST_EFFORT" }
    enum UTF8Validation: String, Feature {
        case verify = "VERIFY", none = "NONE"
        static var firstNumber: UInt64 { 2 }
    }

    var fieldPresence = FieldPresence.explicit
    var enumType = EnumType.open
    var repeatedEncoding = RepeatedEncoding.packed
    var messageEncoding = MessageEncoding.lengthPrefixed
    var jsonFormat = JSONFormat.allow
    var utf8Validation = UTF8Validation.verify

    init(_ dialect: FileSyntax.Dialect) {
        switch dialect {
        case .edition: break
        case .proto3: fieldPresence = .implicit
        case .proto2:
            enumType = .closed
            repeatedEncoding = .expanded
            jsonFormat = .bestEffort
            utf8Validation = .none
        }
    }

    /// The same with what a declaration chooses.
    func with(_ choices: FeatureChoices) -> Features {
        var features = self
        features.fieldPresence = choices.fieldPresence ?? fieldPresence
        features.enumType = choices.enumType ?? enumType
        features.repeatedEncoding = choices.repeatedEncoding ?? repeatedEncoding
        features.messageEncoding = choices.messageEncoding ?? messageEncoding
        features.jsonFormat = choices.jsonFormat ?? jsonFormat
        features.utf8Validation = choices.utf8Validation ?? utf8Validation
        return features
    }
}

/// The values of a feature, in the order of their numbers.
protocol Feature: RawRepresentable<String>, CaseIterable, Sendable where AllCases == [Self] {
    static var firstNumber: UInt64 { get }
}

extension Feature {
    static var firstNumber: UInt64 { 1 }

    /// A value by its name or, within braces, by its number.
    init?(_ value: SchemaOption.Value, isInBraces: Bool) {
        switch value {
        case .identifier(let name): self.init(rawValue: name)
        case .unsigned(let number) where isInBraces && number >= Self.firstNumber:
            let position = number - Self.firstNumber
            guard position < UInt64(Self.allCases.count) else { return nil }
            self = Self.allCases[Int(position)]
        default: return nil
        }
    }
}

/// The features that one declaration names.
struct FeatureChoices {
    /// What features can be chosen for.
    enum Target: String { case file, message, field, enumeration = "enum", oneof }

    /// What is wrong with a choice.
    struct Problem: Error {
        let message: String
    }

    var fieldPresence: Features.FieldPresence?
    var enumType: Features.EnumType?
    var repeatedEncoding: Features.RepeatedEncoding?
    var messageEncoding: Features.MessageEncoding?
    var jsonFormat: Features.JSONFormat?
    var utf8Validation: Features.UTF8Validation?

    /// - Parameter isLenient: Names and values that are not known are passed over, as of later editions in descriptor sets.
    init(_ options: [SchemaOption], of target: Target, isLenient: Bool) throws(Problem) {
        var names: Set<String> = []
        for (name, value, isInBraces) in Self.features(in: options) {
            do throws(Problem) {
                guard names.insert(name).inserted else {
                    throw Problem(message: "The feature \(name) is chosen twice.")
                }
                try choose(name, value, isInBraces, for: target)
            } catch {
                guard isLenient else { throw error }
            }
        }
    }

    static func isChosen(in options: [SchemaOption]) -> Bool { !features(in: options).isEmpty }

    /// `features.name = value` and `features = { name: value }`, without those of single languages.
    private static func features(
        in options: [SchemaOption]
    ) -> [(name: String, value: SchemaOption.Value, isInBraces: Bool)] {
        var result: [(name: String, value: SchemaOption.Value, isInBraces: Bool)] = []
        for option in options {
            if option.name == "features" {
                for member in option.value.members where !member.name.hasPrefix("[") {
                    result.append((member.name, member.value, true))
                }
            } else if option.name.hasPrefix("features."), !option.name.hasPrefix("features.(") {
                result.append((String(option.name.dropFirst("features.".count)), option.value, false))
            }
        }
        return result
    }

    private mutating func choose(
        _ name: String, _ value: SchemaOption.Value, _ isInBraces: Bool, for target: Target
    ) throws(Problem) {
        func read<Value: Feature>(_ targets: Target...) throws(Problem) -> Value {
            guard targets.contains(target) else {
                throw Problem(message: "The feature \(name) cannot be chosen for a \(target.rawValue).")
            }
            guard let known = Value(value, isInBraces: isInBraces) else {
                let all = Value.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem(message: "The feature \(name) has no value “\(value.text ?? "")”; there is \(all).")
            }
            return known
        }
        switch name {
        case "field_presence": fieldPresence = try read(.file, .field)
        case "enum_type": enumType = try read(.file, .enumeration)
        case "repeated_field_encoding": repeatedEncoding = try read(.file, .field)
        case "message_encoding": messageEncoding = try read(.file, .field)
        case "json_format": jsonFormat = try read(.file, .message, .enumeration)
        case "utf8_validation": utf8Validation = try read(.file, .field)
        // They say nothing about bytes.
        case "enforce_naming_style", "default_symbol_visibility": break
        default: throw Problem(message: "There is no feature “\(name)”.")
        }
    }
}
