internal import ByteText
internal import FleetErrors
internal import GRPCWire
import JSONText
internal import WireCapture
internal import WireDoctor

/// The calls as rows of the page's table: numbers, and texts by their place in a list.
struct CallRows {
    /// The texts of the rows, which name them by number.
    private(set) var methods = NameTable<String>(limit: ReportLimits.names)
    private(set) var links = NameTable<String>(limit: ReportLimits.names)
    private(set) var endings = NameTable<CallEnding>(limit: ReportLimits.names)
    var subjects = NameTable<Subject>(limit: ReportLimits.subjects)
    /// How the calls ended, also those that have no row.
    private var tally = CallTally()
    /// The time of the first call that has one, in nanoseconds since 1970, without parts of a millisecond, which the page does
    /// not have; all other times count from it.
    private(set) var start: Int64?
    /// The rows as elements of a JSON array, without text in them.
    private(set) var elements: [UInt8] = []

    var count: Int { tally.calls }
    var listed: Int { min(count, ReportLimits.calls) }

    /// Adds a call.
    ///
    /// - Parameters:
    ///   - subjects: What the call is about, the main thing first.
    ///   - hasDetails: Whether the page can open it.
    mutating func add(
        _ call: CapturedCall, _ ending: CallEnding, subjects: [Int], reported: LocationReports.ReportedLocations,
        hasDetails: Bool
    ) {
        tally.add(ending)
        guard count <= ReportLimits.calls else { return }
        if start == nil { start = call.first.time.map { $0 - $0 % 1_000_000 } }
        var json = JSONPrinter(.spaced)
        json.array { json in
            json.optional(micros(call.first.time))
            json.optional(call.duration.map { Int(max(0, min($0, 1e9)) * 1e6) })
            json.optional(links.index(Credentials.hidden(in: "\(call.client) → \(call.server)")))
            json.number(Int(call.stream))
            json.optional(methods.index((call.methodPath ?? call.presumption?.path.map { "\($0)?" } ?? "").cut()))
            json.optional(endings.index(ending))
            for body in [call.request, call.response] {
                json.number(body.messages.isEmpty ? body.length : body.messages.reduce(0) { $0 + $1.frame.wireLength })
                json.number(body.messages.count)
            }
            let isCompressed = (call.request.messages + call.response.messages).contains { $0.frame.isCompressed }
            let flags = [call.isPartial, isCompressed, hasDetails, reported.endsTracking]
            json.number(flags.enumerated().reduce(0) { $0 | ($1.element ? 1 << $1.offset : 0) })
            json.array { json in for subject in subjects { json.number(subject) } }
            json.array { json in
                for time in reported.times.prefix(ReportLimits.reportsOfCall) { json.milliseconds(time) }
            }
            json.number(call.number)
        }
        if !elements.isEmpty { elements.append(UInt8(ascii: ",")) }
        elements += json.bytes
    }

    /// Microseconds since ``start``.
    private func micros(_ time: Int64?) -> Int? {
        guard let time, let start else { return nil }
        let (difference, isTooFar) = time.subtractingReportingOverflow(start)
        return isTooFar ? nil : Int(difference / 1000)
    }

    /// The lists that rows refer to, as members of a JSON object.
    func write(_ json: inout JSONPrinter) {
        json.optional("start", start.map { Int($0 / 1_000_000) })
        json.number("total", count)
        json.number("failed", tally.failed)
        json.number("benign", tally.benign)
        json.object("categories") { json in
            let ends = [(CallEnding.ok.group.name, tally.ok), (CallEnding.unseen.group.name, tally.unknown)]
            for (name, count) in ends + tally.categories.map({ ($0.rawValue, $1) }) {
                json.key(name)
                json.number(count)
            }
        }
        json.array("methods") { json in
            for path in methods.values { json.strings([path, Self.shortName(path)]) }
        }
        json.strings("links", links.values)
        json.array("outcomes") { json in
            for ending in endings.values { json.strings([ending.name, ending.group.name, ending.group.title]) }
        }
        json.array("subjects") { json in
            for subject in subjects.values {
                json.strings([subject.kind.rawValue, subject.id.cut(), subject.kind.title])
            }
        }
    }

    private static func shortName(_ path: String) -> String {
        path.isEmpty ? "(not in the capture)" : path.split(separator: "/").last.map(String.init) ?? path
    }
}

extension CallEnding {
    /// For colours and filters: the category of errors, or `open`; with the words for it.
    fileprivate var group: (name: String, title: String) {
        knownCategory.map { ($0.rawValue, $0.title) } ?? ("open", "not in the capture")
    }
}
