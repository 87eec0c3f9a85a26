import FleetErrors
import FleetLive
import FleetMessages
import GRPCWire
import ProtobufWire
import Synchronization
import TestSupport

/// A channel to one vehicle, one delivery vehicle and one trip, with faults and latency as a test orders them.
@available(macOS 15, iOS 18, *)
final class TestFleet: FleetChannel {
    struct Call: Sendable {
        let path: String
        let request: any FleetMessage
        let token: String?
        /// When the call came, since the start of the clock.
        let time: Duration
    }

    struct State: Sendable {
        var calls: [Call] = []
        /// The statuses of the next calls; `nil` for a call that succeeds.
        var faults: [CallStatus?] = []
        /// The status of all calls behind those of ``faults``.
        var outage: CallStatus?
        /// The fields of on-demand vehicles that are wrong: updates with one of them are refused.
        var wrongFields: Set<String> = []
        var latency = Duration.zero
        var vehicle = Vehicle()
        var deliveryVehicle = DeliveryVehicle()
        var trip = Trip()
    }

    let clock = ManualClock()
    private let state: Mutex<State>

    init(trip: Trip = Trip()) { state = Mutex(State(trip: trip)) }

    @discardableResult
    func with<Result: Sendable>(_ body: (inout State) -> sending Result) -> Result { state.withLock { body(&$0) } }

    var calls: [Call] { with(\.calls) }

    /// A client whose tokens never expire and whose time is that of the clock.
    var client: FleetClient { FleetClient(self, tokens: FixedToken(), now: { [clock] in TestToken.time(of: clock) }) }

    func call<Request, Response>(
        _ method: FleetRPC<Request, Response>, _ request: Request, token: String?
    ) async throws(CallStatus) -> Response {
        let time = clock.now.offset
        let (latency, fault) = with { state in
            state.calls.append(Call(path: method.path, request: request, token: token, time: time))
            return (state.latency, state.faults.isEmpty ? state.outage : state.faults.removeFirst())
        }
        if latency > .zero {
            do { try await clock.sleep(for: latency) } catch { throw CallStatus(.cancelled) }
        }
        if Task.isCancelled { throw CallStatus(.cancelled) }
        if let fault { throw fault }
        let mask = (request as? UpdateVehicleRequest)?.updateMask?.paths ?? []
        if !with(\.wrongFields).isDisjoint(with: mask) { throw CallStatus(.invalidArgument, "A field is wrong.") }
        return try answer(request) as! Response
    }

    private func answer(_ request: any FleetMessage) throws(CallStatus) -> any FleetMessage {
        switch request {
        case let request as UpdateVehicleRequest:
            try with { Self.apply(request.vehicle, request.updateMask, &$0.vehicle) }.get()
        case let request as UpdateDeliveryVehicleRequest:
            try with { Self.apply(request.deliveryVehicle, request.updateMask, &$0.deliveryVehicle) }.get()
        case let request as GetTripRequest: with { Self.answer(request, $0.trip) }
        default: throw CallStatus(.unimplemented)
        }
    }

    private static func apply<M: FleetMessage>(
        _ update: M?, _ mask: FieldMask?, _ target: inout M
    ) -> Result<M, CallStatus> {
        guard let mask, !mask.isEmpty else {
            return .failure(CallStatus(.invalidArgument, "update_mask cannot be empty"))
        }
        do {
            try target.apply(update ?? M(), mask: mask)
            return .success(target)
        } catch {
            return .failure(CallStatus(.invalidArgument, "\(error)"))
        }
    }

    private static func answer(_ request: GetTripRequest, _ trip: Trip) -> Trip {
        var trip = trip
        trip.name = request.name
        func has(_ version: Timestamp?, _ current: Timestamp?) -> Bool {
            guard let version, let current else { return false }
            return version >= current
        }
        if has(request.currentRouteSegmentVersion, trip.currentRouteSegmentVersion) { trip.route = [] }
        if has(request.currentRouteSegmentTrafficVersion, trip.currentRouteSegmentTrafficVersion) {
            trip.currentRouteSegmentTraffic = nil
        }
        if has(request.remainingWaypointsRouteVersion, trip.remainingWaypointsRouteVersion) {
            for index in trip.remainingWaypoints.indices { trip.remainingWaypoints[index].pathToWaypoint = [] }
        }
        return trip
    }
}

struct FixedToken: AuthorizationTokenProvider {
    func token(for context: AuthorizationContext) -> String { TestToken.make(expires: 4_000_000_000) }
}

/// Tokens that nobody signed.
enum TestToken {
    static let start: Int64 = 1_800_000_000

    @available(macOS 15, iOS 18, *)
    static func time(of clock: ManualClock) -> Timestamp {
        Timestamp(seconds: start, nanos: 0) + ProtobufDuration(clock.now.offset)
    }

    /// - Parameter expires: In seconds since 1970.
    static func make(_ claim: String = "vehicleid", _ id: String = "*", issued: Int64 = start, expires: Int64) -> String
    {
        let account = "driver@acme.iam.gserviceaccount.com"
        let claims = """
            {"iss":"\(account)","sub":"\(account)","aud":"https://fleetengine.googleapis.com/","iat":\(issued),\
            "exp":\(expires),"authorization":{"\(claim)":"\(id)"}}
            """
        return jsonWebToken(#"{"alg":"RS256","typ":"JWT","kid":"1"}"#, claims)
    }
}

/// A place along a street, farther with each step.
func place(_ step: Int) -> LatLng { LatLng(latitude: 52.5 + Double(step) / 1_000, longitude: 13.4) }

func location(_ step: Int) -> VehicleLocation { .with { $0.location = place(step) } }
