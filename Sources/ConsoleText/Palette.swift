/// Colours for terminals, or none.
public struct Palette: Hashable, Sendable {
    /// Whether anything is coloured.
    public var isEnabled: Bool

    public init(isEnabled: Bool) {
        self.isEnabled = isEnabled
    }

    public static let plain = Palette(isEnabled: false)

    /// What a piece of text is; each has its colour.
    package enum Role: String {
        case heading = "1"
        case name = "36"
        case quiet = "2"
        case text = "32"
        case symbol = "33"
        case unknown = "35"
        case error = "1;31"
        case notice = "1;33"
    }

    /// The text between the codes of ECMA-48 that turn its colour on and off.
    package func paint(_ text: String, _ role: Role?) -> String {
        guard isEnabled, let role, !text.isEmpty else { return text }
        return "\u{1B}[\(role.rawValue)m\(text)\u{1B}[0m"
    }
}
