public import ConsoleText
import FleetErrors
import ProtobufSchema
public import WireDoctor

/// Formats a checkup as text: a summary, the findings with their remedies, then the evidence.
public struct CheckupText: Sendable {
    /// Vehicles, and trips, that a summary lists.
    static let rowLimit = 10

    private let palette: Palette
    private let showsAll: Bool
    private let width: Int?

    /// - Parameters:
    ///   - showsAll: Lists every vehicle and trip.
    ///   - width: The width of the terminal that shows the tables; `nil` leaves their lines whole.
    public init(palette: Palette = .plain, showsAll: Bool = false, columns width: Int? = nil) {
        (self.palette, self.showsAll, self.width) = (palette, showsAll, width)
    }

    /// The whole text, with a line end.
    ///
    /// - Parameters:
    ///   - name: The name of the input.
    ///   - filter: The conditions on the calls that were examined, in words: see ``CallFilter/text``.
    public func text(_ checkup: Checkup, name: String, filter: String? = nil) -> SafeText {
        [headline(checkup, name, filter), vehicles(checkup), trips(checkup), list(checkup), details(checkup)]
            .filter { !$0.isEmpty }.joined(separator: "\n")
    }

    // MARK: Headline

    private func headline(_ checkup: Checkup, _ name: String, _ filter: String?) -> SafeText {
        var parts = [
            checkup.isCapture
                ? checkup.tally.text(of: checkup.total)
                : counted(checkup.examined, checkup.messageType?.lastComponent ?? "message")
        ]
        if let duration = checkup.duration { parts.append("in \(duration.tenths) s") }
        if checkup.hiddenCalls > 0 { parts.append("\(checkup.hiddenCalls) of methods not in the capture") }
        if checkup.untrackedCalls > 0 { parts.append("\(checkup.untrackedCalls) about vehicles and trips not listed") }
        let counts = Finding.Severity.allCases.map { counted(checkup.count($0), $0.name) }
        var found = checkup.findings.isEmpty ? "nothing found" : counts.joined(separator: ", ")
        if !checkup.hasRules { found += "; there are rules for requests and trips alone" }
        var line: SafeText = "\(name): \(parts.joined(separator: ", "))"
        if let filter { line += "\nfilter: \(filter)" }
        let worst: Palette.Role? = checkup.count(.error) > 0 ? .error : checkup.count(.warning) > 0 ? .notice : nil
        return palette.paint(line, .heading) + "\n" + palette.paint("\(found)", worst) + "\n"
    }

    // MARK: Tables

    private func vehicles(_ checkup: Checkup) -> SafeText {
        table(
            of: checkup.vehicles, noun: "vehicles",
            [
                (.init("vehicle"), { Self.short($0.name) }), (.init("calls", isRight: true), { "\($0.tally.calls)" }),
                (.init("updates", isRight: true), { "\($0.updates)" }),
                (.init("every", isRight: true), { $0.interval.map { "\($0.tenths) s" } ?? "-" }),
                (.init("state"), { $0.state ?? "-" }), (.init("failed"), { Self.failed($0.tally) }),
            ])
    }

    private func trips(_ checkup: Checkup) -> SafeText {
        table(
            of: checkup.trips, noun: "trips",
            [
                (.init("trip"), { Self.short($0.name) }), (.init("calls", isRight: true), { "\($0.tally.calls)" }),
                (.init("polls", isRight: true), { "\($0.polls)" }),
                (.init("updates", isRight: true), { "\($0.updates)" }), (.init("failed"), { Self.failed($0.tally) }),
                (.init("statuses"), { $0.statuses.isEmpty ? "-" : $0.statuses.joined(separator: " > ") }),
            ])
    }

    private static func failed(_ tally: CallTally) -> String {
        let categories = tally.categories.map { "\($0.count) \($0.category.title)" }
        return categories.isEmpty ? "-" : categories.joined(separator: ", ")
    }

    /// The id of a resource name; any other text as it is.
    private static func short(_ name: String) -> String { ResourceName(name)?.id ?? name }

    private func table<Row>(
        of rows: [Row], noun: String, _ columns: [(heading: TextTable.Heading, cell: (Row) -> String)]
    ) -> SafeText {
        // Words give way first, then the name in the first column.
        let shrinking = [(columns.count - 1, 12), (columns.count - 2, 8), (0, 12)]
        var table = TextTable(headings: columns.map(\.heading), lineWidth: width, shrinking: shrinking)
        let shown = showsAll ? rows[...] : rows.prefix(Self.rowLimit)
        for row in shown {
            for column in columns { table.cell(column.cell(row)) }
        }
        let more = rows.count - shown.count
        return SafeText(verbatim: String(decoding: table.take(palette), as: UTF8.self))
            + (more > 0 ? "and \(more) more \(noun)\n" : "")
    }

    // MARK: Findings

    /// One line for each finding and one for its remedy.
    private func list(_ checkup: Checkup) -> SafeText {
        var text: SafeText = ""
        for finding in checkup.findings {
            let place = [finding.resource.map(Self.short), Self.calls(finding)].compactMap { $0 }
            let about = place.isEmpty ? "" : "  (\(place.joined(separator: ", ")))"
            let severity = finding.severity.name
            text += palette.paint("\(severity)", Self.role(finding.severity)) + .spaces(8 - severity.utf8.count)
            text += "\(finding.summary)\(about)\n"
            text += "        " + palette.paint("> \(finding.remedy)", .quiet) + "\n"
        }
        if checkup.droppedFindings > 0 { text += "and \(checkup.droppedFindings) more findings\n" }
        return text
    }

    private static func role(_ severity: Finding.Severity) -> Palette.Role? {
        switch severity {
        case .error: .error
        case .warning: .notice
        case .note: .quiet
        }
    }

    /// `call 9`, `calls 9, 12, 14 and 3 more`.
    private static func calls(_ finding: Finding) -> String? {
        var seen: Set<Int> = []
        let calls = finding.evidence.compactMap(\.call).filter { seen.insert($0).inserted }
        guard !calls.isEmpty else { return nil }
        let more = finding.moreCalls + max(0, calls.count - 3)
        let shown = calls.prefix(3).map(String.init).joined(separator: ", ")
        return "\(calls.count == 1 && more == 0 ? "call" : "calls") \(shown)\(more > 0 ? " and \(more) more" : "")"
    }

    private func details(_ checkup: Checkup) -> SafeText {
        guard !checkup.findings.isEmpty else { return "" }
        var text = palette.paint("Evidence", .heading) + "\n"
        for finding in checkup.findings {
            let about = finding.resource.map { "  \($0)" } ?? ""
            text += palette.paint("\(finding.code)", Self.role(finding.severity)) + "\(about)\n"
            for piece in finding.evidence { text += "  \(Self.line(piece))\n" }
            if finding.moreEvidence > 0 { text += "  and \(finding.moreEvidence) more\n" }
        }
        return text
    }

    /// `call 9, byte 214, update_mask.paths[1]: …`
    private static func line(_ piece: Finding.Evidence) -> String {
        let place = [piece.call.map { "call \($0)" }, piece.offset.map { "byte \($0)" }, piece.path].compactMap { $0 }
            .filter { !$0.isEmpty }.joined(separator: ", ")
        return [place, piece.text].filter { !$0.isEmpty }.joined(separator: ": ")
    }
}
