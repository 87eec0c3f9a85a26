import FleetMessages
import FleetProtos
import Foundation
import GRPCWire
import ProtobufSchema
import ProtobufWire
import Synchronization
import TestSupport
import Testing

@testable import WireCapture
@testable import WireDoctor

/// What is made of files, kept for all tests. Files are read outside of the lock, so that tests do not wait for each other.
final class FileCache<Value: Sendable>: Sendable {
    private let values = Mutex<[URL: Value]>([:])
    private let make: @Sendable (URL) throws -> Value

    init(_ make: @escaping @Sendable (URL) throws -> Value) { self.make = make }

    func value(_ file: URL) throws -> Value {
        if let value = values.withLock({ $0[file] }) { return value }
        let value = try make(file)
        values.withLock { $0[file] = value }
        return value
    }
}

/// The calls of captures, identified by Fleet Engine's schema.
let identifiedCalls = FileCache { file in
    let extractor = CallExtractor(identify: CallIdentifier(FleetSchema.shared).identify)
    return extractor.calls(in: try file.bytes())
}

extension CallExtractor {
    /// The calls of a capture that arrives at once.
    func calls(in capture: some Sequence<UInt8>) -> [CapturedCall] { append(Array(capture)) + finish() }
}

let provider = "providers/fleet"
let vehicleName = "\(provider)/vehicles/v1"
let tripName = "\(provider)/trips/t1"
/// 2026-01-01T00:00:00Z.
let start: Int64 = 1_767_225_600

/// The descriptor of a message type.
func type<M: FleetMessage>(_ type: M.Type) throws -> MessageDescriptor { try #require(M.descriptor) }

/// What is found in one loose message.
func findings<M: FleetMessage>(in message: M) throws -> [Finding] {
    ProducedCodes.record(MessageDoctor.examine([message.encoded()], as: try type(M.self))).findings
}

/// The codes of findings, sorted.
func codes(_ findings: [Finding]) -> [String] { findings.map(\.code).sorted() }

extension [Finding] {
    func first(_ code: String) -> Finding? { first { $0.code == code } }
}

/// A token as a back end would sign it, but for the signature.
///
/// - Parameter claim: The name of a claim that is left out.
func token(
    _ authorization: [String: Any], issued: Int64 = start, expires: Int64 = start + 3600, audience: String? = nil,
    header: [String: Any] = ["alg": "RS256", "typ": "JWT", "kid": "k"], without claim: String? = nil
)
    throws -> String
{
    var claims: [String: Any] = [
        "iss": "a@b.c", "sub": "a@b.c", "aud": audience ?? "https://fleetengine.googleapis.com/", "iat": issued,
        "exp": expires, "authorization": authorization,
    ]
    if let claim { claims[claim] = nil }
    func part(_ object: [String: Any]) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
    }
    return "Bearer \(jsonWebToken(try part(header), try part(claims)))"
}

/// A call with the headers that Google's clients send; it succeeds.
func call(
    _ number: Int, _ service: String, _ request: some Message, at seconds: Double = 0, answer: (any Message)? = nil,
    headers: Metadata = ["grpc-timeout": "60S"], status: CallStatusText = .ok
) -> ExaminedCall {
    let method = String(String(describing: Swift.type(of: request)).dropLast("Request".count))
    var call = ExaminedCall(number, path: "/maps.fleetengine.\(service)Service/\(method)")
    call.headers = headers
    // Other headers may have been sent.
    if headers.last("authorization") == nil, headers.last("grpc-timeout") == nil { call.captured.requestHeaders = nil }
    call.requests = [request.encoded()]
    call.responses = answer.map { [$0.encoded()] } ?? []
    call.time = start * 1_000_000_000 + Int64(seconds * 1e9)
    call.duration = 0.02
    call.status = ResponseStatus(
        headers: status.code == 0 ? [":status": "200"] : nil,
        trailers: ["grpc-status": "\(status.code)", "grpc-message": status.message])
    return call
}

extension ExaminedCall {
    /// A call of which nothing is known but that all its headers are in the capture.
    init(_ number: Int, path: String?) {
        let moment = CapturedCall.Moment(packet: number)
        var call = CapturedCall(
            client: endpoint(), server: .unknown, stream: 1, medium: .http2, first: moment, last: moment)
        call.number = number
        call.requestHeaders = []
        self.init(call)
        self.path = path
    }
}

/// The end of a connection at which a client is.
func endpoint(_ host: UInt8 = 1, port: UInt16 = 1000) -> Endpoint { Endpoint(address: [10, 0, 0, host], port: port) }

/// How a call ends.
struct CallStatusText {
    let code: Int
    var message = ""
    static let ok = CallStatusText(code: 0)
}

/// - Parameter number: The call that is asked about; `nil` for all.
func checkup(_ calls: [ExaminedCall], call number: Int? = nil) -> Checkup {
    var doctor = CaptureDoctor()
    for var call in calls {
        call.isSelected = number == nil || call.number == number
        doctor.examine(call)
    }
    return ProducedCodes.record(doctor.finish())
}

/// What is found in calls.
func found(_ calls: [ExaminedCall]) -> [Finding] { checkup(calls).findings }

func found(_ calls: ExaminedCall...) -> [Finding] { found(calls) }

/// An update of the vehicle ``vehicleName`` that names what it sets.
func update(_ vehicle: Vehicle) -> UpdateVehicleRequest {
    var request = UpdateVehicleRequest()
    request.name = vehicleName
    request.vehicle = vehicle
    request.updateMask = .difference(from: Vehicle(), to: vehicle)
    if vehicle.lastLocation != nil {
        let others = request.updateMask?.paths.filter { !$0.hasPrefix("last_location") } ?? []
        request.updateMask?.paths = ["last_location"] + others
    }
    return request
}

/// A good location so many seconds after ``start``, a little further on for each second.
func location(at seconds: Double) -> VehicleLocation {
    var location = VehicleLocation()
    location.location = LatLng(latitude: 37.8 + seconds * 1e-4, longitude: -122.4)
    location.updateTime = time(seconds)
    location.speed = 11
    location.heading = 0
    location.latlngAccuracy = 5
    location.locationSensor = .gps
    return location
}

func time(_ seconds: Double) -> Timestamp {
    Timestamp(nanosecondsSince1970: start * 1_000_000_000 + Int64((seconds * 1e9).rounded()))
}

/// Updates with locations at these times, sent when they are measured.
func shift(_ times: [Double], from number: Int = 1) -> [ExaminedCall] {
    times.enumerated().map { index, seconds in
        report(number + index, location(at: seconds), at: seconds)
    }
}

/// An update of where a vehicle is.
func report(_ number: Int, _ location: VehicleLocation, at seconds: Double) -> ExaminedCall {
    call(number, "v1.Vehicle", update(.with { $0.lastLocation = location }), at: seconds)
}

/// The request with which riders' apps poll.
let getTrip = GetTripRequest.with { $0.name = tripName }

func mask(_ paths: String...) -> FieldMask { FieldMask(paths: paths) }
