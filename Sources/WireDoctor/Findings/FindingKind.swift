/// An entry in the catalogue of findings: a code, a severity, a summary and a remedy.
///
/// A finding is made of an entry and the facts of the case. The entries stand in `FindingKind+Entries.swift`, with the list
/// ``all`` at the top; a minor version may add some. Failures have an entry for each status: see ``init(_:)``.
public struct FindingKind: Hashable, Sendable {
    /// A stable word for scripts, such as `empty_update_mask`.
    public let code: String
    /// The severity of such findings, unless the facts of a case make it higher or lower.
    public let severity: Finding.Severity
    /// The problem, a sentence, with names in braces for the facts of the case: `{method} is slow.`
    public let summary: String
    /// The remedy, a sentence or two, with names in braces. Some cases have a closer remedy of their own.
    public let remedy: String

    init(_ code: String, _ severity: Finding.Severity, summary: String, remedy: String) {
        (self.code, self.severity, self.summary, self.remedy) = (code, severity, summary, remedy)
    }

    private static let byCode = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })

    /// The entry with a code; `nil` when there is none.
    public init?(code: String) {
        guard let entry = Self.byCode[code] else { return nil }
        self = entry
    }
}
