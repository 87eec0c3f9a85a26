public import FleetMessages
public import GRPCWire

/// An error of Apple's `NSError` kind, without Foundation: what the SDKs hand to an app, or what was pasted of it.
///
/// Domain `io.grpc`: the code is the gRPC code, the description is the status message, and user info may hold the
/// headers and trailers. The Consumer SDK hands such an error over directly, the Driver SDK under an error of its own.
public struct ErrorNode: Hashable, Sendable {
    /// The error's domain, such as `io.grpc`.
    public var domain: String
    /// The error's code within its domain; in `io.grpc` the number of the status code.
    public var code: Int
    /// `NSLocalizedDescription`.
    public var message: String
    /// `io.grpc.HeadersKey`
    public var headers: Metadata?
    /// `io.grpc.TrailersKey`
    public var trailers: Metadata?
    /// `NSUnderlyingErrorKey` or `NSMultipleUnderlyingErrorsKey`.
    public var underlying: [ErrorNode]

    /// An error with those below it.
    public init(domain: String, code: Int, message: String, underlying: [ErrorNode] = []) {
        self.domain = domain
        self.code = code
        self.message = message
        self.underlying = underlying
    }

    /// The domain of gRPC errors.
    public static var grpcDomain: String { "io.grpc" }
    /// The key in user info under which the headers are.
    public static var headersKey: String { "io.grpc.HeadersKey" }
    /// The key in user info under which the trailers are.
    public static var trailersKey: String { "io.grpc.TrailersKey" }

    /// The first error of the domain ``grpcDomain``: this error or one below it, searched level by level; `nil` for none.
    ///
    /// Looks at 1 000 errors at most: chains of errors can be made endless.
    public var grpcError: ErrorNode? {
        var level = [self]
        var seen = 0
        while !level.isEmpty, seen < 1_000 {
            if let found = level.first(where: { $0.domain == Self.grpcDomain }) { return found }
            seen += level.count
            level = level.flatMap(\.underlying)
        }
        return nil
    }
}

extension ErrorNode {
    /// What errors of Apple's URL loading say, by their numbers in `NSURLError.h`, in words that stand for a status.
    private static let connectionWords: KeyValuePairs<String, [Int]> = [
        "network connection was lost": [-997, -1005], "context canceled": [-999], "unsupported URL": [-1000, -1002],
        "timed out": [-1001], "Name or service not known": [-1003, -1006], "Connection refused": [-1004],
        "too many redirects": [-1007], "appears to be offline": [-1009, -1018, -1019, -1020],
        "bad server response": [-1011, -1017], "user authentication required": [-1012, -1013],
        "App Transport Security": [-1022], "wrong version number": [-1200],
        "certificate verify failed": [-1201, -1202, -1203, -1204], "alert bad certificate": [-1205],
        "alert certificate required": [-1206],
    ]

    /// The status that gRPC's libraries give to a call which fails so; `nil` for errors that are none of Apple's URL loading.
    /// The number counts, since the description is in the user's language.
    var connectionStatus: CallStatus? {
        guard ["NSURLErrorDomain", "kCFErrorDomainCFNetwork"].contains(domain),
            let words = Self.connectionWords.first(where: { $0.value.contains(code) })?.key,
            var status = LogLine.unnamed(in: Array(words.utf8))
        else { return nil }
        (status.message, status.causes) = (message, words)
        return status
    }
}

extension CallStatus {
    /// The status in an `NSError` or below it; `nil` if gRPC has no part in it.
    ///
    /// Code and message are the error's own; details and a missing message come from the trailers.
    public init?(_ error: ErrorNode, registry: MessageRegistry = .fleetEngine) {
        guard let error = error.grpcError else { return nil }
        self.init(StatusCode(rawValue: Int32(clamping: error.code)), error.message)
        // A trailers-only response has its status among the headers.
        let blocks = [error.trailers, error.headers].compactMap { $0 }
        guard var block = blocks.first(where: { $0.last("grpc-status-details-bin") != nil }) ?? blocks.first else {
            return
        }
        if let sent = block.last("grpc-status"), sent != String(error.code) {
            notes.append("The error's code is \(own: error.code), but its trailers say grpc-status \(sent).")
        }
        block.remove("grpc-status")
        block.append("grpc-status", String(code.rawValue))
        let response = CallStatus(trailers: block, registry: registry)
        details = response.details
        notes += response.notes
        if message.isEmpty { message = response.message }
    }
}
