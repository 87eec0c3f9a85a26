internal import ByteText
public import FleetMessages
public import GRPCWire

/// Everything known about a call that failed. The more is known, the closer ``diagnosis`` gets to the cause.
public struct FailedCall: Sendable {
    /// The status with which the call ended.
    public var status: CallStatus
    /// The kind of call; unless set, that of the request's method.
    public var context: CallContext?
    /// What ``context`` was inferred from; `nil` when it was given.
    package var contextOrigin: String?
    /// What is known of the request; `nil` if nothing is.
    public var request: RequestFacts?
    /// The value of the `authorization` header.
    public var authorization: Authorization
    /// When the call was made, in seconds since 1970.
    public var time: Int64?
    /// The call was made at ``time`` or later, so that a token from after ``time`` need not be from the future.
    package var isTimeEarliest = false
    /// How long the caller was willing to wait.
    public var timeout: CallTimeout?

    /// The `authorization` header, as far as it is known.
    public enum Authorization: Hashable, Sendable {
        /// The request's headers were not seen.
        case unseen
        /// The request's headers were seen, and it was not among them.
        case missing
        /// The value of the header, with the token.
        case value(String)
    }

    /// A failed call from what is known of it. Each fact that is added makes the diagnosis more precise.
    public init(
        _ status: CallStatus, context: CallContext? = nil, request: RequestFacts? = nil,
        authorization: Authorization = .unseen, time: Int64? = nil, timeout: CallTimeout? = nil
    ) {
        self.status = status
        self.context = context ?? request?.method?.context
        if context == nil { contextOrigin = request?.method.map { "the method \($0.name)" } }
        self.request = request
        self.authorization = authorization
        self.time = time
        self.timeout = timeout
    }

    /// From the headers of a request and everything of its response.
    ///
    /// - Parameters:
    ///   - request: The request's headers, with `:path`.
    ///   - message: The request message without gRPC prefix, decompressed; `nil` when it was not seen.
    ///   - response: How the call ended.
    ///   - time: When, in seconds since 1970.
    public init(
        request headers: Metadata, message: [UInt8]? = nil, response: ResponseStatus, time: Int64? = nil,
        registry: MessageRegistry = .fleetEngine
    ) {
        self.init(
            CallStatus(response, registry: registry),
            request: headers.last(":path").map { RequestFacts(path: $0, message: message) },
            authorization: headers.last("authorization").map(Authorization.value) ?? .missing,
            time: time, timeout: try? headers.callTimeout)
    }

    /// The token, taken apart and held against the call; `nil` when the headers were not seen.
    public var tokenCheck: TokenCheck? {
        switch authorization {
        case .unseen: nil
        case .missing: TokenCheck.missing
        case .value(let value):
            TokenCheck(
                FleetToken(value), of: value, request: request, time: time, isTimeEarliest: isTimeEarliest)
        }
    }
}

extension FailedCall.Authorization: CustomStringConvertible {
    /// `unseen` or `missing`; of a value its size, since whoever has the token can act with it.
    public var description: String {
        switch self {
        case .unseen: "unseen"
        case .missing: "missing"
        case .value(let value): Credentials.replacement(size: value.utf8.count)
        }
    }
}
