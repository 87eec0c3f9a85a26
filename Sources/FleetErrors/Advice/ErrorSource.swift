/// A document that says what an error means, or the note that none does.
public struct ErrorSource: Hashable, Sendable {
    /// The document's title, or the reason why there is no document.
    public let title: String
    /// Where it is; `nil` for a decision of this library.
    public let url: String?

    /// Google's tables of errors that recover by themselves and errors that the app must act on.
    public static let consumerErrors = Self(
        title: "Handle Consumer SDK errors",
        url: "https://developers.google.com/maps/documentation/transportation-logistics/"
            + "on-demand-rides-deliveries-solution/trip-order-progress/tasks/error_handling")
    /// Google's page on the empty mask, for on-demand trips.
    public static let driverErrors = Self(
        title: "Driver SDK for on-demand trips: handle update_mask errors",
        url: "https://developers.google.com/maps/documentation/mobility/driver-sdk/on-demand/ios/troubleshoot")
    /// Google's page on the empty mask, for scheduled tasks.
    public static let deliveryDriverErrors = Self(
        title: "Driver SDK for scheduled tasks: handle update_mask errors",
        url: "https://developers.google.com/maps/documentation/mobility/driver-sdk/scheduled/ios/troubleshoot")
    /// Google's page on signing tokens.
    public static let tokens = Self(
        title: "Fleet Engine: JSON Web Tokens",
        url: "https://developers.google.com/maps/documentation/mobility/fleet-engine/essentials/set-up-fleet/jwt")
    /// gRPC's page on status codes.
    public static let grpcCodes = Self(
        title: "gRPC: status codes and their use", url: "https://github.com/grpc/grpc/blob/master/doc/statuscodes.md")
    /// The file that declares `google.rpc.Code`.
    public static let rpcCodes = Self(
        title: "google.rpc.Code", url: "https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto")
    /// The file that declares the reasons of `ErrorInfo`.
    public static let errorReasons = Self(
        title: "google.api.ErrorReason",
        url: "https://github.com/googleapis/googleapis/blob/master/google/api/error_reason.proto")
    /// Google Cloud's page on failed authentication.
    public static let authentication = Self(
        title: "Google Cloud: troubleshoot authentication",
        url: "https://cloud.google.com/docs/authentication/troubleshoot-adc")
    /// Google Cloud's page on the errors of Cloud Run.
    public static let cloudRun = Self(
        title: "Cloud Run: troubleshooting", url: "https://cloud.google.com/run/docs/troubleshooting")
    /// A client library that signs tokens without the claims of Fleet Engine.
    public static let jwtWithoutScopes = Self(
        title: "Fleet Engine refuses a client library's own token",
        url: "https://github.com/googleapis/google-cloud-node/issues/6849")
    /// The texts of gRPC's own libraries.
    public static let grpcLibraries = Self(title: "the source of gRPC's libraries", url: "https://github.com/grpc/grpc")
    /// gRPC's page on HTTP/2, with the meanings of the error codes of streams.
    public static let protocolErrors = Self(
        title: "gRPC over HTTP2: errors", url: "https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md#errors")
    /// The standard of HTTP, on the statuses of gateways.
    public static let httpSemantics = Self(
        title: "HTTP Semantics: 502 and 504", url: "https://www.rfc-editor.org/rfc/rfc9110.html#section-15.6.3")
    /// The file that declares the messages of error details.
    public static let errorDetails = Self(
        title: "google.rpc error details",
        url: "https://github.com/googleapis/googleapis/blob/master/google/rpc/error_details.proto")
    /// The service configuration that Google publishes for Fleet Engine's clients.
    public static let serviceConfig = Self(
        title: "Fleet Engine's client configuration (timeouts, retries)",
        url: "https://github.com/googleapis/googleapis/tree/master/google/maps/fleetengine")

    /// No document has the words, but a server has sent them.
    public static let traffic = Self(title: "no document says; seen in recorded traffic", url: nil)

    /// The documents are silent; the reason of the decision is part of the diagnosis.
    public static let decision = Self(title: "no document says; decided by FleetWire", url: nil)
}

extension ErrorSource: CustomStringConvertible {
    /// The title, and the address where there is one.
    public var description: String { url.map { "\(title), \($0)" } ?? title }
}
