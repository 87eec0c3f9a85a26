import ByteText
import FleetErrors
public import GRPCWire
public import ProtobufSchema
public import WireCapture

/// Which calls of a capture are wanted.
///
/// A call has to meet every kind of condition that is set, and of each kind one: `methods` and `vehicles` together ask
/// for one of these methods about one of these vehicles.
public struct CallFilter: Sendable {
    /// How a call has to end.
    public enum Ending: Hashable, Sendable {
        /// With the status OK.
        case ok
        /// With any other status.
        case failed
        /// With a status that healthy apps have, too.
        case benign
        /// In a way that the capture does not show.
        case unknown
        case code(StatusCode)

        /// - Parameter text: `ok`, `failed`, `benign`, `open` for ``unknown``, the name of a status or its number; case
        ///   does not matter.
        public init?(_ text: String) {
            switch text.lowercased() {
            case "ok": self = .ok
            case "failed": self = .failed
            case "benign": self = .benign
            case "open": self = .unknown
            default:
                if let code = StatusCode(name: text) {
                    self = .code(code)
                } else if let number = Int32(text), number >= 0 {
                    self = number == 0 ? .ok : .code(StatusCode(rawValue: number))
                } else {
                    return nil
                }
            }
        }
    }

    /// Numbers of calls; empty for any.
    public var numbers: Set<Int> = []
    /// Names of methods: of a known one its name or path, else any part of the path. Case does not matter.
    public var methods: [String] = []
    public var endings: [Ending] = []
    /// What the messages and the routing header have to name, by ids or resource names.
    public var subjects: [CallSubject: Set<String>] = [:]

    private let schema: Schema
    /// Names and paths of all methods, in lower case.
    private let known: Set<String>

    /// - Parameter schema: Has the methods, and the messages in which names are looked for.
    public init(_ schema: Schema) {
        self.schema = schema
        let methods = schema.services.flatMap(\.methods)
        known = Set(methods.flatMap { [$0.name, $0.path, String($0.path.dropFirst())] }.map { $0.lowercased() })
    }

    /// Whether it lets every call through.
    public var isEmpty: Bool {
        numbers.isEmpty && methods.isEmpty && endings.isEmpty && !asksForSubjects
    }

    /// Whether it looks into messages.
    public var asksForSubjects: Bool { subjects.values.contains { !$0.isEmpty } }

    /// Linear in the size of the call's messages, and only where subjects are set.
    public func accepts(_ call: CapturedCall) -> Bool {
        (numbers.isEmpty || numbers.contains(call.number)) && acceptsMethod(call) && acceptsEnding(call)
            && subjects.allSatisfy { $1.isEmpty || names($0, $1, call) }
    }

    private func acceptsMethod(_ call: CapturedCall) -> Bool {
        guard !methods.isEmpty else { return true }
        guard let path = call.path?.lowercased() else { return false }
        return methods.contains { wanted in
            let wanted = wanted.lowercased()
            // A whole name does not stand for a longer one: UpdateVehicle and UpdateVehicleAttributes.
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
            case .benign: CallOutcome(call).ending.isBenign
            case .unknown: false
            case .code(let wanted): code == wanted
            }
        }
    }

    private func names(_ subject: CallSubject, _ wanted: Set<String>, _ call: CapturedCall) -> Bool {
        let search = SubjectSearch(subject: subject, wanted: wanted)
        if let value = call.requestHeaders?.text("x-goog-request-params"),
            search.matches(routing: value)
        {
            return true
        }
        let method = call.path.flatMap { schema.method(path: $0) }
        return call.request.messages.contains { search.matches($0.payload, as: method?.request) }
            || call.response.messages.contains { search.matches($0.payload, as: method?.response) }
    }
}
