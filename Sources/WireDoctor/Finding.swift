/// Something about a message, a call or a whole capture that someone should know.
public struct Finding: Hashable, Sendable {
    /// How much it matters, the worst first.
    public enum Severity: Int, Hashable, Sendable, Comparable, CaseIterable {
        /// Something does not work, or is refused.
        case error
        /// Something works otherwise than its sender probably means.
        case warning
        /// Worth knowing: it explains what is seen.
        case note

        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// What shows it: a place in a message, a call, or several of them.
    public struct Evidence: Hashable, Sendable {
        /// Number of the call, from 1, in the order in which the capture shows them; `nil` for a loose message.
        public var call: Int?
        /// Path of the field in the message, empty for the message as a whole; `nil` for what is in no message.
        public var path: String?
        /// Where the field begins, in bytes from the start of its message.
        public var offset: Int?
        /// What is seen there, in a few words.
        public var text: String

        public init(call: Int? = nil, path: String? = nil, offset: Int? = nil, _ text: String = "") {
            self.call = call
            self.path = path
            self.offset = offset
            self.text = text
        }
    }

    /// The kind of finding, for scripts: a stable word such as `empty_update_mask`.
    public var code: String
    public var severity: Severity
    /// What is the matter, in a sentence.
    public var summary: String
    /// What to do about it, in a sentence.
    public var remedy: String
    public var evidence: [Evidence]

    public init(
        _ code: String, _ severity: Severity, _ summary: String, remedy: String, evidence: [Evidence] = []
    ) {
        self.code = code
        self.severity = severity
        self.summary = summary
        self.remedy = remedy
        self.evidence = evidence
    }
}
