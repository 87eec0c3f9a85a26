/// The features of editions that say how bytes are read, with the values that proto2 and proto3 have for them.
///
/// Where a feature may be chosen is for compilers to check. Source: https://protobuf.dev/editions/features/
struct Features {
    enum FieldPresence: String, Feature {
        case explicit = "EXPLICIT", implicit = "IMPLICIT", required = "LEGACY_REQUIRED"
    }
    enum EnumType: String, Feature { case open = "OPEN", closed = "CLOSED" }
    enum RepeatedEncoding: String, Feature { case packed = "PACKED", expanded = "EXPANDED" }
    enum MessageEncoding: String, Feature { case lengthPrefixed = "LENGTH_PREFIXED", delimited = "DELIMITED" }
    enum UTF8Validation: String, Feature {
        case verify = "VERIFY", none = "NONE"
        static var firstNumber: UInt64 { 2 }
    }

    /// What is wrong with a choice.
    struct Problem: Error {
        let message: String
    }

    private(set) var fieldPresence = FieldPresence.explicit
    private(set) var enumType = EnumType.open
    private(set) var repeatedEncoding = RepeatedEncoding.packed
    private(set) var messageEncoding = MessageEncoding.lengthPrefixed
    private(set) var utf8Validation = UTF8Validation.verify

    init(_ dialect: FileSyntax.Dialect) {
        switch dialect {
        case .edition: break
        case .proto3: fieldPresence = .implicit
        case .proto2:
            enumType = .closed
            repeatedEncoding = .expanded
            utf8Validation = .none
        }
    }

    /// The same features with those that the options of a declaration choose: `features.name = value` and
    /// `features = { name: value }`, without the features of single languages.
    ///
    /// - Parameter isLenient: Whether unknown names and values are passed over: descriptor sets of later editions have some.
    func with(_ options: [SchemaOption], isLenient: Bool) throws(Problem) -> Features {
        var features = self
        for option in options {
            var choices: [SchemaOption] = []
            if option.name == "features" {
                choices = option.value.members.filter { !$0.name.hasPrefix("[") }
            } else if option.name.hasPrefix("features."), !option.name.hasPrefix("features.(") {
                let name = String(option.name.dropFirst("features.".count))
                choices = [SchemaOption(name: name, value: option.value)]
            }
            for choice in choices {
                do throws(Problem) {
                    try features.choose(choice, isInBraces: option.name == "features")
                } catch {
                    guard isLenient else { throw error }
                }
            }
        }
        return features
    }

    private mutating func choose(_ choice: SchemaOption, isInBraces: Bool) throws(Problem) {
        func read<Value: Feature>() throws(Problem) -> Value {
            if let value = Value(choice.value, isInBraces: isInBraces) { return value }
            let all = Value.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(
                message: "The feature \(choice.name) has no value “\(choice.value.text ?? "")”; there is \(all).")
        }
        switch choice.name {
        case "field_presence": fieldPresence = try read()
        case "enum_type": enumType = try read()
        case "repeated_field_encoding": repeatedEncoding = try read()
        case "message_encoding": messageEncoding = try read()
        case "utf8_validation": utf8Validation = try read()
        // They say nothing about bytes.
        case "json_format", "enforce_naming_style", "default_symbol_visibility": break
        default: throw Problem(message: "There is no feature “\(choice.name)”.")
        }
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
