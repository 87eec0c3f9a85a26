import FleetErrors
import ProtobufSchema

/// Writes a checkup as one JSON object, for scripts.
public enum CheckupJSON {
    /// The object on one line, without a line end.
    ///
    /// - `summary`: `calls` (or `messages` and their `type`), `failed`, `categories` (failed calls by category), `seconds`, `errors`,
    ///   `warnings`, `notes`, `hidden_calls` (without a known method), `vehicles`, `trips`, and `dropped_findings`.
    /// - `findings`: `severity`, `code`, `summary`, `remedy`, `resource` (or null), `evidence` (each `call`, `path`,
    ///   `offset`, `text`; null where there is none), and `more_evidence` (how many pieces were left out).
    public static func text(_ checkup: Checkup) -> String {
        var json = JSONLine()
        json.object { json in
            json.key("summary")
            summary(checkup, &json)
            json.key("findings")
            json.array { json in for finding in checkup.findings { write(finding, &json) } }
        }
        return json.text
    }

    private static func summary(_ checkup: Checkup, _ json: inout JSONLine) {
        json.object { json in
            json.key(checkup.isCapture ? "calls" : "messages")
            json.number(checkup.examined)
            if let type = checkup.messageType {
                json.key("type")
                json.string(type)
            }
            if checkup.isCapture {
                json.key("failed")
                json.number(checkup.failures.total)
                json.key("categories")
                categories(checkup.failures, &json)
                json.key("seconds")
                optional(checkup.duration, &json)
            }
            json.key("errors")
            json.number(checkup.count(.error))
            json.key("warnings")
            json.number(checkup.count(.warning))
            json.key("notes")
            json.number(checkup.count(.note))
            if checkup.isCapture {
                json.key("hidden_calls")
                json.number(checkup.hiddenCalls)
                json.key("vehicles")
                json.array { json in for vehicle in checkup.vehicles { write(vehicle, &json) } }
                json.key("trips")
                json.array { json in for trip in checkup.trips { write(trip, &json) } }
            }
            json.key("dropped_findings")
            json.number(checkup.droppedFindings)
        }
    }

    private static func write(_ vehicle: Checkup.Vehicle, _ json: inout JSONLine) {
        json.object { json in
            json.key("name")
            json.string(vehicle.name)
            json.key("calls")
            json.number(vehicle.calls)
            json.key("updates")
            json.number(vehicle.updates)
            json.key("interval")
            optional(vehicle.interval, &json)
            json.key("state")
            json.optional(vehicle.state)
            json.key("failed")
            categories(vehicle.failures, &json)
        }
    }

    private static func write(_ trip: Checkup.Trip, _ json: inout JSONLine) {
        json.object { json in
            json.key("name")
            json.string(trip.name)
            json.key("calls")
            json.number(trip.calls)
            json.key("polls")
            json.number(trip.polls)
            json.key("updates")
            json.number(trip.updates)
            json.key("statuses")
            json.array { json in for status in trip.statuses { json.string(status) } }
            json.key("failed")
            categories(trip.failures, &json)
        }
    }

    private static func categories(_ failures: Checkup.Failures, _ json: inout JSONLine) {
        json.object { json in
            for (category, count) in failures.categories {
                json.key(category.rawValue)
                json.number(count)
            }
        }
    }

    private static func write(_ finding: Finding, _ json: inout JSONLine) {
        json.object { json in
            json.key("severity")
            json.string(finding.severity.name)
            json.key("code")
            json.string(finding.code)
            json.key("summary")
            json.string(finding.summary)
            json.key("remedy")
            json.string(finding.remedy)
            json.key("resource")
            json.optional(finding.resource)
            json.key("evidence")
            json.array { json in
                for piece in finding.evidence {
                    json.object { json in
                        json.key("call")
                        optional(piece.call, &json)
                        json.key("path")
                        json.optional(piece.path)
                        json.key("offset")
                        optional(piece.offset, &json)
                        json.key("text")
                        json.string(piece.text)
                    }
                }
            }
            json.key("more_evidence")
            json.number(finding.moreEvidence)
        }
    }

    private static func optional(_ value: Int?, _ json: inout JSONLine) {
        if let value { json.number(value) } else { json.null() }
    }

    private static func optional(_ value: Double?, _ json: inout JSONLine) {
        if let value { json.number((value * 1000).rounded() / 1000) } else { json.null() }
    }
}
