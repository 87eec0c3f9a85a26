/// Collects findings: those of the same kind about the same resource become one.
struct FindingCollector {
    /// Findings that are kept apart; of a capture with more, the first ones are enough to read.
    static let usualLimit = 2000

    private struct Key: Hashable {
        let kind: FindingKind
        let severity: Finding.Severity
        let resource: String?
        let summary: String
    }

    private let limit: Int
    private var positions: [Key: Int] = [:]
    private(set) var findings: [Finding] = []
    /// The findings that had evidence of selected calls when they came. There is as much room for them as for all others.
    private var selected = 0
    /// Findings about selected calls for which there was no room.
    private(set) var dropped = 0

    init(limit: Int = Self.usualLimit) { self.limit = limit }

    mutating func add(_ finding: Finding) {
        let key = Key(
            kind: finding.kind, severity: finding.severity, resource: finding.resource, summary: finding.summary)
        if let position = positions[key] {
            findings[position].list.add(finding.list)
            // A remedy for one case is none for the others: that of the catalogue is, unless it has to be filled in.
            if findings[position].remedy != finding.remedy, !finding.kind.remedy.contains("{") {
                findings[position].remedy = finding.kind.remedy
            }
            return
        }
        let isSelected = !finding.evidence.isEmpty
        if (isSelected ? selected : findings.count - selected) < limit {
            positions[key] = findings.count
            findings.append(finding)
            if isSelected { selected += 1 }
        } else if isSelected {
            dropped += 1
        }
    }

    mutating func add(_ findings: [Finding]) { for finding in findings { add(finding) } }
}

extension [Finding] {
    /// The most resources of which the same finding is told one by one; about more of them it is told once.
    static var resourceLimit: Int { 3 }

    /// The findings, with one in place of those that say the same about many resources.
    var gathered: [Finding] {
        var groups: [Finding: [Int]] = [:]
        for (index, finding) in enumerated() { groups[finding.withoutCase, default: []].append(index) }
        return enumerated().compactMap { index, finding in
            let group = groups[finding.withoutCase] ?? []
            guard group.count > Self.resourceLimit else { return finding }
            guard group.first == index else { return nil }
            var whole = finding.withoutCase
            for index in group {
                var part = self[index]
                if let id = part.resource?.split(separator: "/").last { part.remark("of \(id)") }
                whole.list.add(part.list)
            }
            return whole
        }
    }

    /// The findings by severity, the worst first; among equals the one with more evidence, then in their order.
    var worstFirst: [Finding] {
        enumerated().sorted { left, right in
            (left.element.severity.rawValue, -left.element.evidenceCount, left.offset)
                < (right.element.severity.rawValue, -right.element.evidenceCount, right.offset)
        }.map(\.element)
    }
}
