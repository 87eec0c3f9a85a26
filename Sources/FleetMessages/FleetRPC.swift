internal import ByteText
internal import FleetProtos
public import ProtobufSchema
internal import ProtobufWire

/// A method of Fleet Engine with the types of its request and response.
///
/// ```swift
/// let method = FleetRPC.updateVehicle
/// var headers: Metadata = [:]
/// if let routing = method.routingHeader(for: request) { headers.append("x-goog-request-params", routing) }
/// send(request.encoded(), to: method.path, headers: headers)
/// ```
public struct FleetRPC<Request: FleetMessage, Response: FleetMessage>: Hashable, Sendable {
    /// The `:path` of the HTTP/2 request: `/maps.fleetengine.v1.VehicleService/UpdateVehicle`.
    public let path: String

    /// The method in the schema: its documentation, its REST form, its routing.
    public var descriptor: MethodDescriptor? { FleetSchema.shared.method(path: path) }

    /// The value of the header `x-goog-request-params` for a request: `provider_id=providers/sample-fleet`. `nil` if no
    /// routing parameter of the method matches the request: Google's clients send no header then, as for `GetTrip`, whose
    /// template `providers/*` does not match the name of a trip.
    ///
    /// Source: https://github.com/googleapis/googleapis/blob/master/google/api/routing.proto
    public func routingHeader(for request: Request) -> String? {
        // No method has several parameters.
        guard let parameter = descriptor?.routingParameters.first,
            let value = Self.text(in: request, at: parameter.field).flatMap(parameter.value)
        else { return nil }
        return "\(parameter.key)=\(value.percentEncoded)"
    }

    /// The string at a path through singular messages of the request.
    private static func text(in request: Request, at path: String) -> String? {
        guard let fields = Request.descriptor?.fields(atPath: path) else { return nil }
        var bytes = request.encoded()
        for field in fields.dropLast() {
            guard let range = field.lastValue(in: bytes) else { return nil }
            bytes = Array(bytes[range])
        }
        return fields.last?.lastText(in: bytes)
    }
}

extension String {
    /// All but letters, digits, `-._~` and `/` as `%` and two hex digits, as Google's clients write routing headers.
    fileprivate var percentEncoded: String {
        utf8.reduce(into: "") { text, byte in
            let isPlain = byte.isLetterOrDigit || "-._~/".utf8.contains(byte)
            text += isPlain ? String(UnicodeScalar(byte)) : "%" + String(hex: CollectionOfOne(byte)).uppercased()
        }
    }
}
