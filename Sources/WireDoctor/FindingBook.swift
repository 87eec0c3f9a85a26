/// Collects findings: those of the same kind about the same resource become one.
struct FindingBook {
    /// Findings that are kept apart. Who has more of them reads the first ones.
    static let usualLimit = 2000

    private struct Key: Hashable {
        let code: String
        let severity: Finding.Severity
        let resource: String?
        let summary: String
    }

    private let limit: Int
    /// The call whose evidence is kept, however much of others there is.
    private let call: Int?
    private var positions: [Key: Int] = [:]
    private(set) var findings: [Finding] = []
    /// Findings for which there was no room.
    private(set) var dropped = 0

    init(limit: Int = Self.usualLimit, keeping call: Int? = nil) {
        self.limit = limit
        self.call = call
    }

    mutating func add(_ finding: Finding) {
        let key = Key(
            code: finding.code, severity: finding.severity, resource: finding.resource, summary: finding.summary)
        if let position = positions[key] {
            findings[position].merge(finding, keeping: call)
        } else if findings.count < limit || isWanted(finding) {
            positions[key] = findings.count
            findings.append(finding)
        } else {
            dropped += 1
        }
    }

    /// Of one call there may be as many findings as of all the others.
    private func isWanted(_ finding: Finding) -> Bool {
        guard let call, findings.count < 2 * limit else { return false }
        return finding.evidence.contains { $0.call == call }
    }

    mutating func add(_ findings: [Finding]) { for finding in findings { add(finding) } }
}

extension [Finding] {
    /// Resources that the same finding is told of one by one; about more of them it is told once.
    static var resourceLimit: Int { 3 }

    /// The findings, those about many resources as one.
    var gathered: [Finding] {
        var groups: [Finding: [Int]] = [:]
        for (index, finding) in enumerated() { groups[finding.general, default: []].append(index) }
        return enumerated().compactMap { index, finding in
            let group = groups[finding.general] ?? []
            guard group.count > Self.resourceLimit else { return finding }
            guard group.first == index else { return nil }
            var whole = finding.general
            for index in group {
                var part = self[index]
                if let id = part.resource?.split(separator: "/").last { part.note("of \(id)") }
                whole.merge(part)
            }
            return whole
        }
    }

    /// The worst first; among equals what has more evidence, then in their order.
    var worstFirst: [Finding] {
        enumerated().sorted { left, right in
            (left.element.severity.rawValue, -left.element.evidenceCount, left.offset)
                < (right.element.severity.rawValue, -right.element.evidenceCount, right.offset)
        }.map(\.element)
    }
}

extension Finding {
    /// What it says of any resource.
    fileprivate var general: Finding { Finding(code, severity, summary, remedy: remedy) }
}
