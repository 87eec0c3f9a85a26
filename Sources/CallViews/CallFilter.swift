import ByteText
import FleetErrors
public import GRPCWire
public import ProtobufSchema
public import WireCapture
import WireDoctor

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

    /// Numbers of calls; empty accepts any.
    public var numbers: Set<Int> = []
    /// Names or paths of known methods, or parts of paths. Case does not matter.
    public var methods: [String] = []
    /// The endings of calls to show; empty for all.
    public var endings: [Ending] = []
    /// Ids or resource names, one of which the messages or the routing header have to name.
    public var subjects: [CallSubject: Set<String>] = [:]

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
    public var isEmpty: Bool {
        numbers.isEmpty && methods.isEmpty && endings.isEmpty && !asksForSubjects
    }

    /// Whether the filter reads messages.
    public var asksForSubjects: Bool { subjects.values.contains { !$0.isEmpty } }

    /// Linear in the size of the call's messages, and only where subjects are set.
    public func accepts(_ call: CapturedCall) -> Bool {
        (numbers.isEmpty || numbers.contains(call.number)) && acceptsMethod(call) && acceptsEnding(call)
            && subjects.allSatisfy { $1.isEmpty || names(oneOf: $1, $0, in: call) }
    }

    private func acceptsMethod(_ call: CapturedCall) -> Bool {
        guard !methods.isEmpty else { return true }
        guard let path = call.likelyPath?.lowercased() else { return false }
        return methods.contains { wanted in
            let wanted = wanted.lowercased()
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
            case .benign: CallOutcome(call).ending.isBenign
            case .unknown: false
            case .code(let wanted): code == wanted
            }
        }
    }

    private func names(oneOf wanted: Set<String>, _ subject: CallSubject, in call: CapturedCall) -> Bool {
        let search = SubjectSearch(subject: subject, wanted: wanted)
        if let value = call.requestHeaders?.text("x-goog-request-params"),
            search.matches(routing: value)
        {
            return true
        }
        let types = call.types(in: schema)
        return call.request.messages.contains { search.matches($0.payload, as: types.request) }
            || call.response.messages.contains { search.matches($0.payload, as: types.response) }
    }
}
