import ByteText
import ConsoleText
public import GRPCWire
import JSONText
public import ProtobufSchema
package import Redaction
public import WireCapture
public import WireDoctor

/// Selects calls of a capture.
///
/// A call has to meet one condition of every kind that is set: `methods` together with vehicles selects calls of one of
/// the methods about one of the vehicles.
public struct CallFilter: Sendable {
    /// A condition on how a call ends.
    public enum Ending: Hashable, Sendable {
        /// With the status OK.
        case ok
        /// With any other status.
        case failed
        /// With a status that healthy apps get, too.
        case benign
        /// The capture does not show the end.
        case unknown
        /// The call ended with this status code.
        case code(StatusCode)

        /// The endings that have a word of their own.
        package static let named: [(word: String, ending: Self)] = [
            ("ok", .ok), ("failed", .failed), ("benign", .benign), ("open", .unknown),
        ]

        /// - Parameter text: `ok`, `failed`, `benign`, `open` for ``unknown``, the name of a status or its number; case
        ///   does not matter.
        public init?(_ text: String) {
            if let known = Self.named.first(where: { $0.word == text.lowercased() }) {
                self = known.ending
            } else if let code = StatusCode(name: text) {
                self = .code(code)
            } else if let number = Int32(text), number >= 0 {
                self = number == 0 ? .ok : .code(StatusCode(rawValue: number))
            } else {
                return nil
            }
        }

        var text: String {
            if case .code(let code) = self { return code.title }
            return Self.named.first { $0.ending == self }?.word ?? ""
        }
    }

    /// A moment that calls are compared with.
    public enum Moment: Hashable, Sendable {
        /// Nanoseconds since 1970.
        case time(Int64)
        /// Nanoseconds since midnight (UTC) of any day.
        case timeOfDay(Int64)

        private static let day: Int64 = 86_400 * 1_000_000_000

        /// Reads a time, or a time of day.
        ///
        /// - Parameter text: `2025-08-31T19:50:42.5Z`, or a time of day (UTC) as the list shows it: `19:50:42.5`, `19:50`.
        public init?(_ text: String) {
            let seconds = text.split(separator: ":").count == 2 ? ":00" : ""
            if let time = JSONTime.nanoseconds(text) {
                self = .time(time)
            } else if let time = JSONTime.nanoseconds("1970-01-01T\(text)\(seconds)Z") {
                self = .timeOfDay(time)
            } else {
                return nil
            }
        }

        /// Whether a time, in nanoseconds since 1970, is this moment or later.
        func isReached(by time: Int64) -> Bool {
            switch self {
            case .time(let moment): time >= moment
            case .timeOfDay(let moment): Self.timeOfDay(time) >= moment
            }
        }

        private static func timeOfDay(_ time: Int64) -> Int64 { (time % day + day) % day }

        var text: String {
            switch self {
            case .time(let time): ClockTime(time).text ?? ""
            case .timeOfDay(let time): ClockTime(time).clock
            }
        }
    }

    /// Numbers of calls; empty accepts any.
    public var numbers: Set<Int> = []
    /// Names or paths of known methods, or parts of paths. Case does not matter, nor does a query behind a path.
    public var methods: [String] = []
    /// The endings of calls to show; empty for all.
    public var endings: [Ending] = []
    /// Ids or resource names, one of which the messages or the routing header have to name.
    public var subjects: [CallSubject: Set<String>] = [:]
    /// The calls begin at this moment or later.
    public var since: Moment?
    /// The calls begin before this moment.
    public var until: Moment?
    /// Ends of connections, with or without their port, or connections as ``CallJSON`` writes them. An IPv6 address is in the
    /// form of RFC 5952.
    public var connections: Set<String> = []

    private let schema: Schema
    /// Names and paths of all methods, in lower case.
    private let known: Set<String>

    /// - Parameter schema: The methods, and the messages that are searched for names.
    public init(_ schema: Schema) {
        self.schema = schema
        let methods = schema.services.flatMap(\.methods)
        known = Set(methods.flatMap { [$0.name, $0.path, String($0.path.dropFirst())] }.map { $0.lowercased() })
    }

    /// Whether the filter accepts every call.
    public var isEmpty: Bool { conditions.isEmpty }

    /// The conditions by the names of the command's options, with their values.
    public var conditions: [(name: String, values: [String])] {
        let others: [(name: String, values: [String])] = [
            ("rpc", numbers.sorted().map { String($0) }), ("method", methods), ("status", endings.map(\.text)),
            ("connection", connections.sorted()), ("since", [since?.text].compactMap { $0 }),
            ("until", [until?.text].compactMap { $0 }),
        ]
        let named = CallSubject.allCases.map { (name: $0.rawValue, values: subjects[$0, default: []].sorted()) }
        return (named + others).filter { !$0.values.isEmpty }
    }

    /// The filter with stand-ins in place of the names that it asks for, to be shown beside redacted calls.
    package func redacted(_ redactor: Redactor?) -> CallFilter {
        guard let redactor else { return self }
        var filter = self
        filter.subjects = subjects.mapValues { Set($0.map(redactor.text)) }
        filter.connections = Set(connections.map(redactor.text))
        filter.methods = methods.map { known.contains($0.lowercased()) ? $0 : redactor.text($0) }
        return filter
    }

    /// The conditions in words, `vehicle driver_7, status failed or benign`; `nil` for a filter that accepts every call.
    public var text: String? {
        let conditions = conditions.map { "\($0.name) \($0.values.joined(separator: " or "))" }
        return conditions.isEmpty ? nil : conditions.joined(separator: ", ")
    }

    /// Whether the filter reads messages.
    public var asksForSubjects: Bool { subjects.values.contains { !$0.isEmpty } }

    /// Linear in the size of the call's messages, and only where subjects are set.
    public func accepts(_ call: CapturedCall) -> Bool {
        (numbers.isEmpty || numbers.contains(call.number)) && acceptsTime(call) && acceptsConnection(call)
            && acceptsMethod(call) && acceptsEnding(call)
            && subjects.allSatisfy { $1.isEmpty || names(oneOf: $1, $0, in: call) }
    }

    private func acceptsTime(_ call: CapturedCall) -> Bool {
        guard since != nil || until != nil else { return true }
        guard let time = call.first.time else { return false }
        return since?.isReached(by: time) ?? true && !(until?.isReached(by: time) ?? false)
    }

    private func acceptsConnection(_ call: CapturedCall) -> Bool {
        guard !connections.isEmpty else { return true }
        let ends = ["\(call.client)", "\(call.server)"]
        let hosts = ends.compactMap { end in end.lastIndex(of: ":").map { String(end[..<$0]) } }
        let bare = hosts.map { $0.filter { $0 != "[" && $0 != "]" } }
        let texts = ends + hosts + bare + [ends.joined(separator: " > ")]
        return connections.contains(where: texts.contains)
    }

    private func acceptsMethod(_ call: CapturedCall) -> Bool {
        guard !methods.isEmpty else { return true }
        guard let path = call.likelyPath?.lowercased() else { return false }
        return methods.contains { wanted in
            let wanted = String(wanted.lowercased().prefix { $0 != "?" })
            // A known name selects this method only: UpdateVehicle does not select UpdateVehicleAttributes.
            return known.contains(wanted) ? path == wanted || path.hasSuffix("/" + wanted) : path.mentions(wanted)
        }
    }

    private func acceptsEnding(_ call: CapturedCall) -> Bool {
        guard !endings.isEmpty else { return true }
        guard let code = call.plainCode ?? call.status?.code else { return endings.contains(.unknown) }
        return endings.contains { ending in
            switch ending {
            case .ok: code == .ok
            case .failed: code != .ok
            case .benign: CallEnding(call).isBenign
            case .unknown: false
            case .code(let wanted): code == wanted
            }
        }
    }

    private func names(oneOf wanted: Set<String>, _ subject: CallSubject, in call: CapturedCall) -> Bool {
        let search = SubjectSearch(subject: subject, wanted: wanted)
        let routing = call.requestHeaders?.text("x-goog-request-params")
        if let routing, search.matches(routing: routing) { return true }
        let types = call.types(in: schema)
        return call.request.messages.contains { search.matches($0.payload, as: types.request) }
            || call.response.messages.contains { search.matches($0.payload, as: types.response) }
    }
}
