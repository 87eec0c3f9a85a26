public import FleetErrors
internal import FleetMessages
internal import GRPCWire

/// A failure, a delay or a quota that is ordered for calls.
///
/// ```swift
/// emulator.faults.append(try EmulatorFault("GetTrip@trip-1=UNAVAILABLE:2,retry:2s"))
/// ```
public struct EmulatorFault: Sendable {
    /// The most calls in a span of time.
    public struct Quota: Hashable, Sendable {
        /// The calls that are answered in each span; further ones fail with RESOURCE_EXHAUSTED.
        public var limit: Int
        /// The length of the span in seconds. A span begins with the first call after the one before has ended.
        public var seconds: Double

        /// A quota of `limit` calls in each span of `seconds` seconds.
        public init(limit: Int, seconds: Double) {
            self.limit = limit
            self.seconds = seconds
        }

        /// The end of the current span.
        fileprivate var end: Timestamp?
        fileprivate var used = 0
    }

    /// The method whose calls are hit; `nil` for every method.
    public var method: FleetMethod?
    /// The resource whose calls are hit, by its full name or its id; `nil` for every resource.
    public var resource: String?
    /// How many more calls are hit; `nil` for no end. A quota counts by itself. A fault that has hit its last call is no longer
    /// among ``FleetEmulator/faults``.
    public var count: Int?
    /// The status that ends the calls; `nil` lets them go on.
    public var status: CallStatus?
    /// Seconds that the answer is held back.
    public var delay = 0.0
    /// The calls beyond this quota end with RESOURCE_EXHAUSTED.
    public var quota: Quota?

    /// A fault that concerns the calls of a method, or of all; and those about one resource, or about any.
    public init(method: FleetMethod? = nil, resource: String? = nil) {
        self.method = method
        self.resource = resource
    }

    fileprivate var onlyDelays: Bool { status == nil && quota == nil }

    fileprivate func hits(_ call: EmulatedCall, _ facts: RequestFacts) -> Bool {
        guard count != 0, method == nil || method == call.method else { return false }
        guard let resource else { return true }
        return [facts.resourceName, facts.resourceName.flatMap(ResourceName.init)?.id].contains(resource)
            || facts.batchIDs.contains(resource)
    }
}

extension FleetEmulator {
    /// Counts a call on the faults that hit it. The first status decides, all delays add up.
    mutating func triggerFaults(
        _ call: EmulatedCall, _ facts: RequestFacts
    ) -> (status: CallStatus?, delay: Double) {
        var status: CallStatus?
        var delay = 0.0
        for index in faults.indices where (status == nil || faults[index].onlyDelays) && faults[index].hits(call, facts)
        {
            let quotaStatus = faults[index].quota?.count(call, facts)
            if faults[index].quota != nil, quotaStatus == nil { continue }
            status = status ?? quotaStatus ?? faults[index].status
            delay += max(faults[index].delay, 0)
            faults[index].count = faults[index].count.map { $0 - 1 }
        }
        faults.removeAll { $0.count == 0 }
        return (status, delay)
    }
}

extension EmulatorFault.Quota {
    /// Counts a call.
    ///
    /// - Returns: The status of a call beyond the quota, as Google's services write it; `nil` for a call within the quota.
    fileprivate mutating func count(_ call: EmulatedCall, _ facts: RequestFacts) -> CallStatus? {
        if end.map({ $0 <= call.now }) ?? true {
            end = call.now + (ProtobufDuration(inSeconds: max(seconds, 0)) ?? ProtobufDuration())
            used = 0
        }
        guard used >= limit else {
            used += 1
            return nil
        }
        let name = call.method.name
        let provider = facts.resourceName.flatMap(ResourceName.init)?.provider ?? "sample-project"
        let span = "per \(seconds.plain) s"
        return Rule.orderedFaults.failure(
            .resourceExhausted, "Quota exceeded for quota metric '\(name) requests' and limit '\(span)'.",
            [
                .quotaFailure(
                    subject: "project:\(provider)", "Quota exceeded for quota metric '\(name) requests' \(span)."),
                .retryInfo((end ?? call.now) - call.now),
                .errorInfo(
                    "RATE_LIMIT_EXCEEDED", domain: ServiceDomain.google,
                    [
                        "quota_limit": "\(name)PerProject", "quota_limit_value": "\(limit)",
                        "service": ServiceDomain.fleetEngine,
                    ]),
            ])
    }
}
