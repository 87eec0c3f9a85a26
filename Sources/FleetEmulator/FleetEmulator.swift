public import FleetErrors
public import FleetMessages
internal import GRPCWire
internal import ProtobufWire

/// Fleet Engine's state and rules in memory. Knows no network: a request goes in, an answer comes out.
///
/// The rules are those of ``EmulatorRule/all``, each with its source. Tokens are checked for their claims and times; their
/// signatures are not.
public struct FleetEmulator: Sendable {
    /// What the service answers to a call.
    public struct Answer<Response: FleetMessage>: Sendable {
        /// The response, or the status of the failed call.
        public var result: Result<Response, CallStatus>
        /// Seconds to wait before the answer is sent, as a fault has ordered; usually 0.
        public var delay: Double
    }

    /// The time of the server.
    public var now: @Sendable () -> Timestamp
    /// The vehicles, trips and tasks that the service knows.
    public var state = FleetState()
    /// The failures, delays and quotas that are ordered, in the order in which they are tried.
    public var faults: [EmulatorFault] = []
    /// The rules that calls may break. Unless it is set, those that recorded traffic breaks: ``EmulatorRule/recordedWaivers``.
    public var waivedRules = EmulatorRule.recordedWaivers

    /// An empty fleet.
    ///
    /// - Parameter now: The time of the server, asked at each call.
    public init(now: @escaping @Sendable () -> Timestamp) { self.now = now }

    /// Answers a call.
    ///
    /// - Parameter token: The JSON Web Token of the header `authorization`, without `Bearer `. Claims and times are checked,
    ///   the signature is not.
    public mutating func answer<Request, Response>(
        _ method: FleetRPC<Request, Response>, _ request: Request, token: String?
    ) -> Answer<Response> {
        var delay = 0.0
        do throws(CallStatus) {
            let handler = Self.handlers[method.path]
            let call = try EmulatedCall(path: method.path, method: handler?.method, token: token, now: now())
            if !faults.isEmpty {
                let fault = triggerFaults(call, RequestFacts(path: method.path, message: request.encoded()))
                delay = fault.delay
                if let status = fault.status { throw status }
            }
            guard let handler, let response = try handler.run(&self, request, call) as? Response else {
                throw EmulatorRule.knownMethod.failure(.unimplemented, "Method not found!")
            }
            return Answer(result: .success(response), delay: delay)
        } catch {
            return Answer(result: .failure(error), delay: delay)
        }
    }

    /// Whether calls have to keep a rule.
    func enforces(_ rule: EmulatorRule) -> Bool { !waivedRules.contains(rule) }
}

// MARK: - Methods

/// The function that answers the calls of one method.
private struct MethodHandler: Sendable {
    typealias Run<Request, Response> =
        @Sendable (inout FleetEmulator, Request, EmulatedCall) throws(CallStatus) -> Response

    let path: String
    let method: FleetMethod?
    let run: @Sendable (inout FleetEmulator, any FleetMessage, EmulatedCall) throws(CallStatus) -> (any FleetMessage)?

    init<Request, Response>(_ rpc: FleetRPC<Request, Response>, _ run: @escaping Run<Request, Response>) {
        path = rpc.path
        method = FleetMethod(path: rpc.path)
        self.run = { (emulator, request, call) throws(CallStatus) in
            guard let request = request as? Request else { return nil }
            return try run(&emulator, request, call)
        }
    }
}

extension FleetEmulator {
    private static let handlers = Dictionary(uniqueKeysWithValues: allHandlers.map { ($0.path, $0) })

    private static let allHandlers: [MethodHandler] = [
        .init(.createVehicle) { (fleet, request, call) throws(CallStatus) in try fleet.createVehicle(request, call) },
        .init(.getVehicle) { (fleet, request, call) throws(CallStatus) in try fleet.getVehicle(request, call) },
        .init(.deleteVehicle) { (fleet, request, call) throws(CallStatus) in try fleet.deleteVehicle(request, call) },
        .init(.updateVehicle) { (fleet, request, call) throws(CallStatus) in try fleet.updateVehicle(request, call) },
        .init(.updateVehicleLocation) { (fleet, request, call) throws(CallStatus) in
            try fleet.updateVehicleLocation(request, call)
        },
        .init(.updateVehicleAttributes) { (fleet, request, call) throws(CallStatus) in
            try fleet.updateVehicleAttributes(request, call)
        },
        .init(.listVehicles) { (fleet, request, call) throws(CallStatus) in try fleet.listVehicles(request, call) },
        .init(.searchVehicles) { (fleet, request, call) throws(CallStatus) in try fleet.searchVehicles(request, call) },
        .init(.createTrip) { (fleet, request, call) throws(CallStatus) in try fleet.createTrip(request, call) },
        .init(.getTrip) { (fleet, request, call) throws(CallStatus) in try fleet.getTrip(request, call) },
        .init(.deleteTrip) { (fleet, request, call) throws(CallStatus) in try fleet.deleteTrip(request, call) },
        .init(.updateTrip) { (fleet, request, call) throws(CallStatus) in try fleet.updateTrip(request, call) },
        .init(.searchTrips) { (fleet, request, call) throws(CallStatus) in try fleet.searchTrips(request, call) },
        .init(.reportBillableTrip) { (fleet, request, call) throws(CallStatus) in
            try fleet.reportBillableTrip(request, call)
        },
        .init(.createDeliveryVehicle) { (fleet, request, call) throws(CallStatus) in
            try fleet.createDeliveryVehicle(request, call)
        },
        .init(.getDeliveryVehicle) { (fleet, request, call) throws(CallStatus) in
            try fleet.getDeliveryVehicle(request, call)
        },
        .init(.deleteDeliveryVehicle) { (fleet, request, call) throws(CallStatus) in
            try fleet.deleteDeliveryVehicle(request, call)
        },
        .init(.updateDeliveryVehicle) { (fleet, request, call) throws(CallStatus) in
            try fleet.updateDeliveryVehicle(request, call)
        },
        .init(.listDeliveryVehicles) { (fleet, request, call) throws(CallStatus) in
            try fleet.listDeliveryVehicles(request, call)
        },
        .init(.batchCreateTasks) { (fleet, request, call) throws(CallStatus) in
            try fleet.batchCreateTasks(request, call)
        },
        .init(.createTask) { (fleet, request, call) throws(CallStatus) in try fleet.createTask(request, call) },
        .init(.getTask) { (fleet, request, call) throws(CallStatus) in try fleet.getTask(request, call) },
        .init(.deleteTask) { (fleet, request, call) throws(CallStatus) in try fleet.deleteTask(request, call) },
        .init(.updateTask) { (fleet, request, call) throws(CallStatus) in try fleet.updateTask(request, call) },
        .init(.listTasks) { (fleet, request, call) throws(CallStatus) in try fleet.listTasks(request, call) },
        .init(.getTaskTrackingInfo) { (fleet, request, call) throws(CallStatus) in
            try fleet.getTaskTrackingInfo(request, call)
        },
    ]
}
