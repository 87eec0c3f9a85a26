public import FleetErrors
public import FleetMessages
internal import GRPCWire
internal import ProtobufWire

/// Fleet Engine's state and rules in memory. Knows no network: a request goes in, an answer comes out.
///
/// <doc:Rules> has the rules, each with its source. Tokens are checked for their claims and times; their signatures are not.
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
    /// The time of clients who make tokens, if the clock of the server runs faster than theirs: a token is valid by either
    /// clock. `nil` if all have the same time.
    public var clientNow: (@Sendable () -> Timestamp)?
    /// The vehicles, trips and tasks that the service knows.
    public var state = FleetState()
    /// The failures, delays and quotas that are ordered, in the order in which they are tried.
    public var faults: [EmulatorFault] = []
    /// Calls have to keep all rules, also those that recorded traffic of Google's client libraries breaks: see <doc:Rules>.
    public var isStrict = false

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
        do {
            guard let known = Self.methodsByPath[method.path] as? EmulatedMethod<Request, Response>,
                let facts = known.facts
            else { throw Rule.knownMethod.failure(.unimplemented, "Method not found!") }
            var call = try EmulatedCall(facts, token: token, now: now(), clientNow: clientNow?())
            if !faults.isEmpty {
                let fault = triggerFaults(call, RequestFacts(path: method.path, message: request.encoded()))
                delay = fault.delay
                if let status = fault.status { throw status }
            }
            call.fields = fieldFaults(in: request)
            if let wrong = call.fields.first(where: { $0.rule == .times }) {
                throw Rule.times.invalid("Invalid time", [(wrong.field, wrong.text)])
            }
            return Answer(result: .success(try known.run(&self, request, call)), delay: delay)
        } catch {
            let status = error as? CallStatus ?? CallStatus(.internal, "\(error)")
            return Answer(result: .failure(status), delay: delay)
        }
    }

    /// Whether calls have to keep a rule.
    func enforces(_ rule: Rule) -> Bool { isStrict || !Rule.recordedWaivers.contains(rule) }
}

// MARK: - Methods

/// A method of the service, whatever the types of its messages.
package protocol AnyEmulatedMethod: Sendable {
    associatedtype Request: FleetMessage
    associatedtype Response: FleetMessage
    var path: String { get }
    var rpc: FleetRPC<Request, Response> { get }
}

/// A method of the service, and the function that answers its calls.
private struct EmulatedMethod<Request: FleetMessage, Response: FleetMessage>: AnyEmulatedMethod {
    /// Throws ``CallStatus`` only, which a closure would have to say with all its parameters.
    typealias Run = @Sendable (inout FleetEmulator, Request, EmulatedCall) throws -> Response

    let rpc: FleetRPC<Request, Response>
    let facts: FleetMethod?
    let run: Run
    var path: String { rpc.path }

    init(_ rpc: FleetRPC<Request, Response>, _ run: @escaping Run) {
        (self.rpc, self.run, facts) = (rpc, run, FleetMethod(path: rpc.path))
    }
}

extension FleetEmulator {
    private static let methodsByPath = Dictionary(uniqueKeysWithValues: methods.map { ($0.path, $0) })

    package static let methods: [any AnyEmulatedMethod] = [
        EmulatedMethod(.createVehicle) { try $0.createVehicle($1, $2) },
        EmulatedMethod(.getVehicle) { try $0.getVehicle($1, $2) },
        EmulatedMethod(.deleteVehicle) { try $0.deleteVehicle($1, $2) },
        EmulatedMethod(.updateVehicle) { try $0.updateVehicle($1, $2) },
        EmulatedMethod(.updateVehicleLocation) { try $0.updateVehicleLocation($1, $2) },
        EmulatedMethod(.updateVehicleAttributes) { try $0.updateVehicleAttributes($1, $2) },
        EmulatedMethod(.listVehicles) { try $0.listVehicles($1, $2) },
        EmulatedMethod(.searchVehicles) { try $0.searchVehicles($1, $2) },
        EmulatedMethod(.createTrip) { try $0.createTrip($1, $2) },
        EmulatedMethod(.getTrip) { try $0.getTrip($1, $2) },
        EmulatedMethod(.deleteTrip) { try $0.deleteTrip($1, $2) },
        EmulatedMethod(.updateTrip) { try $0.updateTrip($1, $2) },
        EmulatedMethod(.searchTrips) { try $0.searchTrips($1, $2) },
        EmulatedMethod(.reportBillableTrip) { try $0.reportBillableTrip($1, $2) },
        EmulatedMethod(.createDeliveryVehicle) { try $0.createDeliveryVehicle($1, $2) },
        EmulatedMethod(.getDeliveryVehicle) { try $0.getDeliveryVehicle($1, $2) },
        EmulatedMethod(.deleteDeliveryVehicle) { try $0.deleteDeliveryVehicle($1, $2) },
        EmulatedMethod(.updateDeliveryVehicle) { try $0.updateDeliveryVehicle($1, $2) },
        EmulatedMethod(.listDeliveryVehicles) { try $0.listDeliveryVehicles($1, $2) },
        EmulatedMethod(.batchCreateTasks) { try $0.batchCreateTasks($1, $2) },
        EmulatedMethod(.createTask) { try $0.createTask($1, $2) },
        EmulatedMethod(.getTask) { try $0.getTask($1, $2) },
        EmulatedMethod(.deleteTask) { try $0.deleteTask($1, $2) },
        EmulatedMethod(.updateTask) { try $0.updateTask($1, $2) },
        EmulatedMethod(.listTasks) { try $0.listTasks($1, $2) },
        EmulatedMethod(.getTaskTrackingInfo) { try $0.getTaskTrackingInfo($1, $2) },
    ]
}
