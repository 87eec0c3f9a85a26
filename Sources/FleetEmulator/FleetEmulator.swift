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
    /// Throws ``CallStatus`` only, which a closure would have to say with all its parameters.
    typealias Run<Request, Response> = @Sendable (inout FleetEmulator, Request, EmulatedCall) throws -> Response

    let path: String
    let method: FleetMethod?
    let run: @Sendable (inout FleetEmulator, any FleetMessage, EmulatedCall) throws(CallStatus) -> (any FleetMessage)?

    init<Request, Response>(_ rpc: FleetRPC<Request, Response>, _ run: @escaping Run<Request, Response>) {
        path = rpc.path
        method = FleetMethod(path: rpc.path)
        self.run = { (emulator, request, call) throws(CallStatus) in
            guard let request = request as? Request else { return nil }
            do { return try run(&emulator, request, call) } catch {
                throw error as? CallStatus ?? CallStatus(.internal, "\(error)")
            }
        }
    }
}

extension FleetEmulator {
    private static let handlers = Dictionary(uniqueKeysWithValues: allHandlers.map { ($0.path, $0) })

    private static let allHandlers: [MethodHandler] = [
        .init(.createVehicle) { try $0.createVehicle($1, $2) },
        .init(.getVehicle) { try $0.getVehicle($1, $2) },
        .init(.deleteVehicle) { try $0.deleteVehicle($1, $2) },
        .init(.updateVehicle) { try $0.updateVehicle($1, $2) },
        .init(.updateVehicleLocation) { try $0.updateVehicleLocation($1, $2) },
        .init(.updateVehicleAttributes) { try $0.updateVehicleAttributes($1, $2) },
        .init(.listVehicles) { try $0.listVehicles($1, $2) },
        .init(.searchVehicles) { try $0.searchVehicles($1, $2) },
        .init(.createTrip) { try $0.createTrip($1, $2) },
        .init(.getTrip) { try $0.getTrip($1, $2) },
        .init(.deleteTrip) { try $0.deleteTrip($1, $2) },
        .init(.updateTrip) { try $0.updateTrip($1, $2) },
        .init(.searchTrips) { try $0.searchTrips($1, $2) },
        .init(.reportBillableTrip) { try $0.reportBillableTrip($1, $2) },
        .init(.createDeliveryVehicle) { try $0.createDeliveryVehicle($1, $2) },
        .init(.getDeliveryVehicle) { try $0.getDeliveryVehicle($1, $2) },
        .init(.deleteDeliveryVehicle) { try $0.deleteDeliveryVehicle($1, $2) },
        .init(.updateDeliveryVehicle) { try $0.updateDeliveryVehicle($1, $2) },
        .init(.listDeliveryVehicles) { try $0.listDeliveryVehicles($1, $2) },
        .init(.batchCreateTasks) { try $0.batchCreateTasks($1, $2) },
        .init(.createTask) { try $0.createTask($1, $2) },
        .init(.getTask) { try $0.getTask($1, $2) },
        .init(.deleteTask) { try $0.deleteTask($1, $2) },
        .init(.updateTask) { try $0.updateTask($1, $2) },
        .init(.listTasks) { try $0.listTasks($1, $2) },
        .init(.getTaskTrackingInfo) { try $0.getTaskTrackingInfo($1, $2) },
    ]
}
