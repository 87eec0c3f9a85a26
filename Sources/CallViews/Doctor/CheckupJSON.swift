import ByteText
import FleetErrors
package import JSONText
public import WireDoctor

/// Writes a checkup as one JSON object, for scripts.
public enum CheckupJSON {
    /// The object on one line, without a line end and without credentials.
    ///
    /// <doc:JSON> lists the members.
    ///
    /// - Parameter filters: The conditions on the calls that were examined: see ``CallFilter/conditions``.
    public static func text(_ checkup: Checkup, filters: [(name: String, values: [String])] = []) -> String {
        var json = JSONPrinter(.spaced)
        json.object { json in
            json.object("summary") { json in summary(checkup, filters, &json) }
            json.objects("findings", checkup.findings, write)
        }
        return json.text
    }

    private static func summary(
        _ checkup: Checkup, _ filters: [(name: String, values: [String])], _ json: inout JSONPrinter
    ) {
        json.number(checkup.isCapture ? "calls" : "messages", checkup.examined)
        if let type = checkup.messageType { json.string("type", type) }
        if checkup.isCapture {
            json.number("all_calls", checkup.total)
            if !filters.isEmpty {
                json.object("filters") { json in
                    for (name, values) in filters {
                        json.key(name)
                        json.strings(values)
                    }
                }
            }
            json.number("ok", checkup.tally.ok)
            json.number("failed", checkup.tally.failed)
            json.number("benign", checkup.tally.benign)
            json.number("unknown", checkup.tally.unknown)
            categories("categories", of: checkup.tally, &json)
            json.optional("seconds", checkup.duration.map(milliseconds))
        }
        json.number("errors", checkup.count(.error))
        json.number("warnings", checkup.count(.warning))
        json.number("notes", checkup.count(.note))
        if checkup.isCapture {
            json.number("hidden_calls", checkup.hiddenCalls)
            json.number("untracked_calls", checkup.untrackedCalls)
            json.objects("vehicles", checkup.vehicles, write)
            json.objects("trips", checkup.trips, write)
        }
        json.number("dropped_findings", checkup.droppedFindings)
    }

    private static func write(_ vehicle: Checkup.Vehicle, _ json: inout JSONPrinter) {
        json.string("name", Credentials.hidden(in: vehicle.name))
        json.number("calls", vehicle.tally.calls)
        json.number("updates", vehicle.updates)
        json.optional("interval", vehicle.interval.map(milliseconds))
        json.optional("state", vehicle.state)
        categories("failed", of: vehicle.tally, &json)
    }

    private static func write(_ trip: Checkup.Trip, _ json: inout JSONPrinter) {
        json.string("name", Credentials.hidden(in: trip.name))
        json.number("calls", trip.tally.calls)
        json.number("polls", trip.polls)
        json.number("updates", trip.updates)
        json.strings("statuses", trip.statuses)
        categories("failed", of: trip.tally, &json)
    }

    private static func categories(_ name: StaticString, of tally: CallTally, _ json: inout JSONPrinter) {
        json.object(name) { json in
            for (category, count) in tally.categories {
                json.key(category.rawValue)
                json.number(count)
            }
        }
    }

    /// Writes the members of a finding, one of `findings` in ``text(_:filters:)``.
    package static func write(_ finding: Finding, _ json: inout JSONPrinter) {
        json.string("severity", finding.severity.name)
        json.string("code", finding.code)
        json.string("summary", Credentials.hidden(in: finding.summary))
        json.string("remedy", Credentials.hidden(in: finding.remedy))
        json.optional("resource", finding.resource.map { Credentials.hidden(in: $0) })
        json.objects("evidence", finding.evidence) { piece, json in
            json.optional("call", piece.call)
            json.optional("path", piece.path)
            json.optional("offset", piece.offset)
            json.string("text", Credentials.hidden(in: piece.text))
        }
        json.number("more_evidence", finding.moreEvidence)
    }

    /// Seconds, rounded to thousandths.
    private static func milliseconds(_ seconds: Double) -> Double { (seconds * 1000).rounded() / 1000 }
}
