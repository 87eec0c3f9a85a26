internal import FleetErrors
internal import FleetMessages
internal import GRPCWire

extension EmulatorFault {
    /// A fault from the text of a command-line option: `GetTrip=UNAVAILABLE:2`.
    ///
    /// ```
    /// METHOD[@RESOURCE]=EFFECT[,EFFECT]…
    /// ```
    ///
    /// `METHOD` is a name or path, or `*` for every method; `RESOURCE` is an id or full name. The effects:
    ///
    /// | effect | meaning |
    /// |---|---|
    /// | `UNAVAILABLE`, `UNAVAILABLE:2` | the calls end with this status: all, or the next two |
    /// | `count:2` | only the next two calls are hit |
    /// | `delay:1.5s` | the answer is held back |
    /// | `quota:3000/60s` | calls beyond so many in a span end with RESOURCE_EXHAUSTED |
    /// | `retry:2s` | the status says in a RetryInfo when to come back |
    /// | `reason:SERVICE_DISABLED` | the status has an ErrorInfo with this reason |
    /// | `message:Try later, please` | the text of the status; goes to the end, so it comes last |
    public init(_ text: String) throws(FleetEmulatorError) {
        guard let equals = text.firstIndex(of: "=") else {
            throw FleetEmulatorError(
                "“\(text)” has no “=”. Write METHOD=EFFECT, for example GetTrip=UNAVAILABLE:2.")
        }
        self.init()
        try readTarget(text[..<equals])
        var effects = Effects()
        var rest = text[text.index(after: equals)...]
        while !rest.isEmpty {
            let isMessage = rest.hasPrefix("message:")
            let end = isMessage ? rest.endIndex : rest.firstIndex(of: ",") ?? rest.endIndex
            try effects.read(rest[..<end], into: &self)
            rest = rest[end...].dropFirst()
        }
        status = try effects.status()
        guard status != nil || quota != nil || delay > 0 else {
            throw FleetEmulatorError("“\(text)” has no effect. Name a status, delay or quota behind “=”.")
        }
    }

    private mutating func readTarget(_ target: Substring) throws(FleetEmulatorError) {
        let parts = target.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if parts[0] != "*" {
            guard let method = FleetMethod(named: parts[0]) else {
                throw FleetEmulatorError(
                    "Fleet Engine has no method “\(parts[0])”. Its methods: "
                        + FleetMethod.all.map(\.name).joined(separator: ", ") + "; * is every method.")
            }
            self.method = method
        }
        guard parts.count == 2 else { return }
        guard !parts[1].isEmpty else { throw FleetEmulatorError("Behind “@” the id of a resource is missing.") }
        resource = parts[1]
    }
}

/// The effects of a fault that make up its status.
private struct Effects {
    var code: StatusCode?
    var retry: ProtobufDuration?
    var reason: String?
    var message: String?

    mutating func read(_ effect: Substring, into fault: inout EmulatorFault) throws(FleetEmulatorError) {
        let parts = effect.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let (word, value) = (parts[0], parts.count == 2 ? parts[1] : nil)
        switch (word, value) {
        case ("count", let value?): fault.count = try Self.count(value)
        case ("delay", let value?): fault.delay = try Self.seconds(value)
        case ("retry", let value?): retry = ProtobufDuration(inSeconds: try Self.seconds(value))
        case ("reason", let value?): reason = value
        case ("message", let value?): message = value
        case ("quota", let value?):
            let parts = value.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, case let seconds = try Self.seconds(parts[1]), seconds > 0 else {
                throw FleetEmulatorError(
                    "“\(value)” is no quota. Write LIMIT/SPAN with a span of more than 0 seconds, for example 3000/60s."
                )
            }
            try checkEnding(of: fault)
            fault.quota = EmulatorFault.Quota(limit: try Self.count(parts[0]), seconds: seconds)
        default:
            guard let code = StatusCode(name: word), code != .ok else {
                throw FleetEmulatorError(
                    "“\(word)” is no effect. Write a status such as UNAVAILABLE, or count:, delay:, quota:, retry:, reason: or "
                        + "message: with a value.")
            }
            try checkEnding(of: fault)
            self.code = code
            if let value { fault.count = try Self.count(value) }
        }
    }

    /// Refuses a second effect that ends calls, which would never be seen.
    private func checkEnding(of fault: EmulatorFault) throws(FleetEmulatorError) {
        guard code == nil, fault.quota == nil else {
            throw FleetEmulatorError("A fault has one status or quota. Order a fault for each; the first one decides.")
        }
    }

    func status() throws(FleetEmulatorError) -> CallStatus? {
        guard let code else {
            guard retry == nil, reason == nil, message == nil else {
                throw FleetEmulatorError("retry, reason and message belong to a status, which is missing.")
            }
            return nil
        }
        var details: [StatusDetail] = []
        if let reason {
            details.append(
                .errorInfo(reason, domain: ServiceDomain.google, ["service": ServiceDomain.fleetEngine]))
        }
        if let retry { details.append(.retryInfo(retry)) }
        return Rule.orderedFaults.failure(code, message ?? code.usualMessage, details)
    }

    private static func count(_ text: String) throws(FleetEmulatorError) -> Int {
        guard let count = Int(text), count > 0 else {
            throw FleetEmulatorError("“\(text)” is no number of calls. Write 1 or more.")
        }
        return count
    }

    private static func seconds(_ text: String) throws(FleetEmulatorError) -> Double {
        guard let seconds = Double(text.hasSuffix("s") ? text.dropLast() : text[...]), seconds >= 0, seconds <= 86_400
        else { throw FleetEmulatorError("“\(text)” is no time. Write seconds from 0 to 86400, for example 1.5s.") }
        return seconds
    }
}

extension StatusCode {
    /// The text that Google's services send with the code.
    ///
    /// Source: https://cloud.google.com/apis/design/errors, and recorded traffic
    fileprivate var usualMessage: String {
        switch self {
        case .cancelled: "The operation was cancelled by the server."
        case .invalidArgument: "Request contains an invalid argument."
        case .deadlineExceeded: "Deadline expired before operation could complete."
        case .notFound: "Requested entity was not found."
        case .alreadyExists: "Requested entity already exists"
        case .permissionDenied: "The caller does not have permission"
        case .resourceExhausted: "Resource has been exhausted (e.g. check quota)."
        case .failedPrecondition: "Precondition check failed."
        case .aborted: "The operation was aborted."
        case .outOfRange: "The operation was attempted past the valid range."
        case .unimplemented: "Operation is not implemented, or supported, or enabled."
        case .internal: "Internal error encountered."
        case .unavailable: "The service is currently unavailable."
        case .dataLoss: "Unrecoverable data loss."
        case .unauthenticated: "Request had invalid authentication credentials."
        default: ""
        }
    }
}
