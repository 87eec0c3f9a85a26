/// The result of a call. Mirrors `google.rpc.Code`; the numbers are those of the `grpc-status` trailer.
public struct RPCCode: FleetEnum {
    public static let fullName = "google.rpc.Code"

    public var rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// `OK = 0`: success.
    public static var ok: Self { .init(rawValue: 0) }
    /// `CANCELLED = 1`: the call was given up, usually by the caller.
    public static var cancelled: Self { .init(rawValue: 1) }
    /// `UNKNOWN = 2`: nothing is known about the error.
    public static var unknown: Self { .init(rawValue: 2) }
    /// `INVALID_ARGUMENT = 3`: the request is wrong, whatever the server's state.
    public static var invalidArgument: Self { .init(rawValue: 3) }
    /// `DEADLINE_EXCEEDED = 4`: it took too long; what was asked for may have happened.
    public static var deadlineExceeded: Self { .init(rawValue: 4) }
    /// `NOT_FOUND = 5`: what was asked for does not exist.
    public static var notFound: Self { .init(rawValue: 5) }
    /// `ALREADY_EXISTS = 6`: what should be created exists.
    public static var alreadyExists: Self { .init(rawValue: 6) }
    /// `PERMISSION_DENIED = 7`: the caller is known and may not do this.
    public static var permissionDenied: Self { .init(rawValue: 7) }
    /// `RESOURCE_EXHAUSTED = 8`: a quota is used up.
    public static var resourceExhausted: Self { .init(rawValue: 8) }
    /// `FAILED_PRECONDITION = 9`: the state must be changed first.
    public static var failedPrecondition: Self { .init(rawValue: 9) }
    /// `ABORTED = 10`: another call was in the way.
    public static var aborted: Self { .init(rawValue: 10) }
    /// `OUT_OF_RANGE = 11`: past the end of what there is.
    public static var outOfRange: Self { .init(rawValue: 11) }
    /// `UNIMPLEMENTED = 12`: the server does not have this method.
    public static var unimplemented: Self { .init(rawValue: 12) }
    /// `INTERNAL = 13`: the server, or something on the way to it, is broken.
    public static var `internal`: Self { .init(rawValue: 13) }
    /// `UNAVAILABLE = 14`: for now; the same call may succeed later.
    public static var unavailable: Self { .init(rawValue: 14) }
    /// `DATA_LOSS = 15`: data is lost or damaged for good.
    public static var dataLoss: Self { .init(rawValue: 15) }
    /// `UNAUTHENTICATED = 16`: no valid credentials came with the call.
    public static var unauthenticated: Self { .init(rawValue: 16) }
}
