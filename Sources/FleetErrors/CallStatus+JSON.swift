internal import FleetMessages
public import GRPCWire
internal import JSONText
internal import ProtobufSchema

extension CallStatus {
    /// From the body of a failed REST call, `{"error": {"code", "message", "status", "details"}}`, also inside an array as
    /// streaming methods send it, or from `google.rpc.Status` as JSON.
    ///
    /// Damaged text gives what stands before the damage, and a remark. Linear.
    ///
    /// - Returns: `nil` when the text has no sign of an error in such a form.
    public init?(json text: some Sequence<UInt8>) { self.init(json: text, isFollowed: false) }

    /// - Parameter isFollowed: Whether other text may follow the JSON.
    init?(json text: some Sequence<UInt8>, isFollowed: Bool) {
        let (value, problem) = JSONValue.read(text, isFollowed: isFollowed)
        guard let value else { return nil }
        self.init(json: value)
        if let problem {
            notes.append("The JSON cannot be read to its end. Byte \(own: problem.offset): \(own: problem.message)")
        }
    }

    init?(json value: JSONValue) {
        if case .array(let elements) = value {
            guard let found = elements.lazy.compactMap({ CallStatus(json: $0) }).first else { return nil }
            self = found
            return
        }
        guard let error = value["error"] else {
            self.init(error: value, isREST: false)
            return
        }
        if let name = error.string {
            // OAuth: {"error": "invalid_grant", "error_description": "…"}, from the server that makes access tokens.
            self.init(.unauthenticated, value["error_description"]?.string ?? name)
            notes.append("\"\(name)\" is an OAuth error: it comes from the token server, not from Fleet Engine.")
        } else {
            self.init(error: error, isREST: true)
        }
    }

    private init?(error: JSONValue, isREST: Bool) {
        let number = error["code"]?.integer
        let name = error["status"]?.string ?? (error["code"]?.string.flatMap { Int64($0) == nil ? $0 : nil })
        let named = name.flatMap { StatusCode(name: $0) }
        // In REST the number is an HTTP status; in google.rpc.Status it is the code.
        let isHTTP = isREST || (number ?? 0) >= 100
        guard named != nil || number != nil else { return nil }
        let numbered = number.map {
            isHTTP ? StatusCode(rest: Int(clamping: $0)) : StatusCode(rawValue: Int32(clamping: $0))
        }
        self.init(
            named ?? numbered ?? .unknown, error["message"]?.string ?? "",
            details: (error["details"]?.elements ?? []).compactMap(StatusDetail.init(json:)))
        if let name, named == nil { notes.append("The status \"\(name)\" does not exist.") }
        if named == nil, isHTTP, let number {
            notes.append("There is no status; HTTP \(own: number) leaves \(own: code) as the likeliest.")
        }
        if let named, isHTTP, let number, number != named.httpStatus {
            notes.append(
                "HTTP \(own: number) does not belong to \(own: named), which is HTTP \(own: named.httpStatus).")
        }
        for detail in error["details"]?.elements ?? [] {
            if detail["@type"]?.string == nil {
                notes.append("A detail has no @type: \(detail.text())")
            } else if StatusDetail(json: detail)?.message == nil {
                notes.append("The type of a detail is not known: \(detail.text())")
            }
        }
    }
}

extension StatusCode {
    /// The likeliest code behind the HTTP status of a failed REST call. Several codes share one status; this is the one
    /// that Google's client libraries fall back to.
    ///
    /// Source: https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto, read backwards
    public init(rest httpStatus: Int) {
        self =
            switch httpStatus {
            case 200..<300: .ok
            case 400: .invalidArgument
            case 401: .unauthenticated
            case 403: .permissionDenied
            case 404: .notFound
            case 409: .aborted
            case 416: .outOfRange
            case 429: .resourceExhausted
            case 499: .cancelled
            case 501: .unimplemented
            case 503: .unavailable
            case 504: .deadlineExceeded
            case 402..<500: .failedPrecondition
            case 500..<600: .internal
            default: .unknown
            }
    }
}
