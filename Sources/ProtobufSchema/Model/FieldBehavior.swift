/// The values of the option `(google.api.field_behavior)` of a field.
///
/// Bit n stands for number n of the enum `google.api.FieldBehavior`, also where no constant here names it; numbers without a
/// name in ``names`` are not kept.
public struct FieldBehavior: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// `OPTIONAL = 1`: emphasis only, without a meaning of its own.
    public static let optional = FieldBehavior(rawValue: 1 << 1)
    /// `REQUIRED = 2`: a request without it is refused.
    public static let required = FieldBehavior(rawValue: 1 << 2)
    /// `OUTPUT_ONLY = 3`: set by the server; in a request it is ignored.
    public static let outputOnly = FieldBehavior(rawValue: 1 << 3)
    /// `INPUT_ONLY = 4`: never in a response.
    public static let inputOnly = FieldBehavior(rawValue: 1 << 4)
    /// `IMMUTABLE = 5`: may be set once, when the resource is created.
    public static let immutable = FieldBehavior(rawValue: 1 << 5)
    /// `IDENTIFIER = 8`: the field is the name of the resource.
    public static let identifier = FieldBehavior(rawValue: 1 << 8)

    /// The names of `google.api.FieldBehavior`, ascending by number; unnamed bits are left out.
    public var names: [String] { Self.allNames.filter { !isDisjoint(with: Self(names: [$0])) } }

    /// - Parameter names: Those that `google.api.FieldBehavior` does not have are passed over.
    init(names: [String]) {
        self.init(names.compactMap { Self.allNames.firstIndex(of: $0) }.map { Self(rawValue: 1 << UInt32($0 + 1)) })
    }

    private static let allNames = [
        "OPTIONAL", "REQUIRED", "OUTPUT_ONLY", "INPUT_ONLY", "IMMUTABLE", "UNORDERED_LIST", "NON_EMPTY_DEFAULT",
        "IDENTIFIER",
    ]
}
