internal import FleetMessages
internal import GRPCWire

/// The explanation of an error that somebody pasted, or of a call in a capture.
public struct Explanation: Sendable {
    /// The forms that a text is recognised as.
    public enum Form: String, CaseIterable, Sendable {
        /// A number or a name: `5`, `NOT_FOUND`, `HTTP 404`.
        case code
        /// Headers or trailers with `grpc-status`.
        case trailers
        /// A value of `grpc-status-details-bin`.
        case detailsBin = "details-bin"
        /// The description of an `NSError`, with all errors below it.
        case nsError = "nserror"
        /// The body of a failed REST call, or a `google.rpc.Status` as JSON.
        case json
        /// A token by itself.
        case token
        /// What a library of gRPC or Google prints of an error, or a line of a log with the name of a code or the words of a
        /// known error in it.
        case logLine = "log"
        /// A call of a capture.
        case call
        /// A text in which no error is seen.
        case unrecognized

        /// The form in words.
        public var title: String {
            switch self {
            case .code: "a code"
            case .trailers: "gRPC trailers"
            case .detailsBin: "a grpc-status-details-bin value"
            case .nsError: "an NSError"
            case .json: "a JSON error"
            case .token: "a token"
            case .logLine: "the text of a library or log"
            case .call: "a call"
            case .unrecognized: "nothing that is known"
            }
        }
    }

    /// The form in which the error was written.
    public let form: Form
    /// The failed call, as far as it is known; `nil` for a token by itself, and when nothing was recognised.
    public let call: FailedCall?
    /// The meaning of the error and the next step; `nil` without ``call``.
    public let diagnosis: Diagnosis?
    /// The token that was in the text.
    public let token: TokenCheck?
    /// The parts that could not be read, and the places where parts disagree, a sentence each.
    public let remarks: [String]

    /// Recognises the form of a pasted text, and explains the error in it. Never fails. O(n log n) at most; only the first
    /// MiB of a text is read.
    ///
    /// - Parameters:
    ///   - text: Trailers, a details-bin value (base64 or hex), an NSError's description, a JSON error, a token, a line
    ///     of a log, or a bare code.
    ///   - context: What kind of call it was; `nil` to see it from a path in the text, if there is one.
    ///   - path: The `:path` of the call, if the text does not have it.
    ///   - resourceName: The name of what the call was about, if the text does not have it.
    ///   - authorization: The `authorization` header of the call or the bare token, if the text does not have it.
    ///   - time: When the call was made, in seconds since 1970, to see whether a token had expired.
    public init(
        pasted text: String, context: CallContext? = nil, path: String? = nil, resourceName: String? = nil,
        authorization: String? = nil, time: Int64? = nil
    ) {
        self.init(
            pasted: text, context: context, path: path, resourceName: resourceName, authorization: authorization,
            time: time, standIns: StandIns())
    }

    /// Replacements for the parts of a text that identify somebody, made before anything is said about the text.
    package struct StandIns {
        package var status: (CallStatus) -> CallStatus = { $0 }
        package var resourceName: (String) -> String = { $0 }
        /// Replaces the value of the header with a name.
        package var header: (_ name: String, _ value: String) -> String = { $1 }
        /// Replaces what a remark has of the text.
        package var remark: (String) -> String = { $0 }

        package init() {}
    }

    package init(
        pasted text: String, context: CallContext?, path: String?, resourceName: String?, authorization: String?,
        time: Int64?, standIns: StandIns
    ) {
        let isLong = text.utf8.count > Self.maximumLength
        let looked = isLong ? String(decoding: text.utf8.prefix(Self.maximumLength), as: UTF8.self) : text
        var pasted = PastedText(looked)
        pasted.status = pasted.status.map(standIns.status)
        pasted.remarks = pasted.remarks.map { $0.replacingInput(standIns.remark) }
        var request = (path ?? pasted.path).map { path in
            RequestFacts(path: FleetMethod(path: path) == nil ? standIns.header(":path", path) : path)
        }
        let named = pasted.status?.detail(ResourceInfo.self)?.resourceName
        request?.resourceName =
            resourceName.map(standIns.resourceName) ?? named ?? ResourceName.first(in: pasted.status?.message ?? "")
        if resourceName == nil, request?.resourceName != nil { request?.nameOrigin = "the text" }
        // A bare token has no header that could lack the scheme.
        let header = authorization.map { FleetToken.hasScheme($0.utf8) ? $0 : "Bearer \($0)" }
        var given = header.map(FailedCall.Authorization.value) ?? pasted.authorization
        if case .value(let value) = given { given = .value(standIns.header("authorization", value)) }
        call = pasted.status.map {
            FailedCall(
                $0, context: context, request: request, authorization: given, time: time, timeout: pasted.timeout)
        }
        form = pasted.form
        diagnosis = call?.diagnosis
        if let call {
            token = call.tokenCheck
        } else if case .value(let value) = given {
            var check = TokenCheck(authorization: value, request: request, time: time)
            check.isAlone = true
            token = check
        } else {
            token = nil
        }
        remarks =
            (pasted.remarks + (pasted.status?.notes ?? [])).map(\.text)
            + Self.remarks(onGiven: resourceName.map(standIns.resourceName), request).filter { [diagnosis] remark in
                diagnosis?.evidence.contains(remark) != true
            }
            + (isLong ? ["Only the first \(Self.maximumLength) bytes of the text were looked at."] : [])
    }

    /// The content of a file as text to paste. Bytes of a `google.rpc.Status`, also behind a zero byte as in raw `-bin`
    /// headers, become base64: neither begins like any text.
    public static func pastedText(of bytes: [UInt8]) -> String {
        let status = bytes.first == 0 ? bytes.dropFirst() : bytes[...]
        return status.first == 0x08 ? Base64.encode(status) : String(decoding: bytes, as: UTF8.self)
    }

    /// Explains a call of which more is known.
    public init(_ call: FailedCall) {
        form = .call
        self.call = call
        diagnosis = call.diagnosis
        token = call.tokenCheck
        remarks = call.status.remarks + (call.request?.problem.map { [$0] } ?? [])
    }

    /// Why a resource name that was given besides the text says nothing, or is none.
    private static func remarks(onGiven name: String?, _ request: RequestFacts?) -> [String] {
        guard let name else { return [] }
        guard let request else { return ["The resource name says nothing while the method is not known."] }
        guard let method = request.method else { return [] }
        // Some are called for what contains the resources.
        if [.list, .search, .create].contains(method.action), ResourceName(name) != nil { return [] }
        return ResourceName.problem(name, for: method.resource).map { [$0] } ?? []
    }

    static let maximumLength = 1 << 20
}
