/// A document that says what an error means, or the note that none does.
public struct ErrorSource: Hashable, Sendable {
    /// The document's title, or the reason why there is no document.
    public let title: String
    /// Where it is; `nil` for a decision of this library.
    public let url: String?

    init(_ title: String, _ url: String?) {
        self.title = title
        self.url = url
    }

    /// Google's tables of errors that recover by themselves and errors that the app must act on.
    public static let consumerErrors = Self(
        "Handle Consumer SDK errors",
        "https://developers.google.com/maps/documentation/transportation-logistics/"
            + "on-demand-rides-deliveries-solution/trip-order-progress/tasks/error_handling")
    /// Google's page on the empty mask, for on-demand trips.
    public static let driverErrors = Self(
        "Driver SDK for on-demand trips: handle update_mask errors",
        "https://developers.google.com/maps/documentation/mobility/driver-sdk/on-demand/ios/troubleshoot")
    /// Google's page on the empty mask, for scheduled tasks.
    public static let deliveryDriverErrors = Self(
        "Driver SDK for scheduled tasks: handle update_mask errors",
        "https://developers.google.com/maps/documentation/mobility/driver-sdk/scheduled/ios/troubleshoot")
    /// Google's page on signing tokens.
    public static let tokens = Self(
        "Fleet Engine: JSON Web Tokens",
        "https://developers.google.com/maps/documentation/mobility/fleet-engine/essentials/set-up-fleet/jwt")
    /// gRPC's page on status codes.
    public static let grpcCodes = Self(
        "gRPC: status codes and their use", "https://github.com/grpc/grpc/blob/master/doc/statuscodes.md")
    /// The file that declares `google.rpc.Code`.
    public static let rpcCodes = Self(
        "google.rpc.Code", "https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto")
    /// The file that declares the reasons of `ErrorInfo`.
    public static let errorReasons = Self(
        "google.api.ErrorReason",
        "https://github.com/googleapis/googleapis/blob/master/google/api/error_reason.proto")
    /// Google Cloud's page on failed authentication.
    public static let authentication = Self(
        "Google Cloud: troubleshoot authentication",
        "https://cloud.google.com/docs/authentication/troubleshoot-adc")
    /// A client library that signs tokens without the claims of Fleet Engine.
    public static let jwtWithoutScopes = Self(
        "Fleet Engine refuses a client library's own token",
        "https://github.com/googleapis/google-cloud-node/issues/6849")
    /// The texts of gRPC's own libraries.
    public static let grpcLibraries = Self("the source of gRPC's libraries", "https://github.com/grpc/grpc")
    /// The file that declares the messages of error details.
    public static let errorDetails = Self(
        "google.rpc error details",
        "https://github.com/googleapis/googleapis/blob/master/google/rpc/error_details.proto")
    /// gRPC's proposal on retries by clients.
    public static let retries = Self(
        "gRPC proposal A6: client retries", "https://github.com/grpc/proposal/blob/master/A6-client-retries.md")
    /// The service configuration that Google publishes for Fleet Engine's clients.
    public static let serviceConfig = Self(
        "Fleet Engine's client configuration (timeouts, retries)",
        "https://github.com/googleapis/googleapis/tree/master/google/maps/fleetengine")

    /// No document has the words, but a server has sent them.
    public static let traffic = Self("no document says; seen in recorded traffic", nil)

    /// The documents are silent; the reason of the decision is part of the diagnosis.
    public static let decision = Self("no document says; decided by FleetWire", nil)
}

extension ErrorSource: CustomStringConvertible {
    /// The title, and the address where there is one.
    public var description: String { url.map { "\(title), \($0)" } ?? title }
}
