/// The colours of a terminal.
public struct Palette: Hashable, Sendable {
    /// Whether text is coloured.
    public var isEnabled: Bool

    /// The colours of wiredump, or, if not enabled, none.
    public init(isEnabled: Bool) {
        self.isEnabled = isEnabled
    }

    /// No colours.
    public static let plain = Palette(isEnabled: false)

    /// What a piece of text is. Each role has a colour.
    @usableFromInline package enum Role: String, Sendable {
        case heading = "1"
        case name = "36"
        case quiet = "2"
        case text = "32"
        case symbol = "33"
        case unknown = "35"
        case error = "1;31"
        case notice = "1;33"

        /// The ECMA-48 code that turns the colour on.
        @usableFromInline package var start: SafeText { SafeText(verbatim: "\u{1B}[\(rawValue)m") }
        /// The code that turns any colour off.
        @usableFromInline package static var end: SafeText { "\u{1B}[0m" }
    }

    /// The text with the ECMA-48 codes around it that turn the colour of a role on and off.
    package func paint(_ text: SafeText, _ role: Role?) -> SafeText {
        guard isEnabled, let role, !text.isEmpty else { return text }
        return "\(role.start)\(text)\(Role.end)"
    }
}
