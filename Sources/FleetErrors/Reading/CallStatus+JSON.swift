internal import ByteText
internal import FleetMessages
public import GRPCWire
internal import JSONText

extension CallStatus {
    /// From the body of a failed REST call, `{"error": {"code", "message", "status", "details"}}`, also inside an array as
    /// streaming methods send it, or from `google.rpc.Status` as JSON.
    ///
    /// Damaged text gives what stands before the damage, and a remark. Linear.
    ///
    /// - Returns: `nil` when the text has no sign of an error in such a form.
    public init?(json text: some Sequence<UInt8>) {
        let (value, problem) = JSONValue.read(text)
        guard let value else { return nil }
        self.init(json: value)
        if let problem {
            notes.append("The JSON cannot be read to its end. Byte \(own: problem.offset): \(own: problem.message)")
        }
    }

    init?(json value: JSONValue) {
        var budget = 1_000
        guard let found = Self.found(in: value, isOutermost: true, &budget) else { return nil }
        self = found
    }

    /// The error in a string of a log's entry that is JSON by itself, such as the body of an answer.
    init?(body text: [UInt8]) {
        var budget = 1_000
        guard "{[".utf8.contains(text[...].trimmed.first ?? 0), let value = JSONValue.read(text).value,
            let found = Self.found(in: value, isOutermost: false, &budget), found.code != .ok
        else { return nil }
        self = found
    }

    /// The first error in a value, which may be an entry of a log around it: an object in one of the forms, or a string
    /// that is the text of an error.
    ///
    /// - Parameter budget: How many more values are looked at.
    private static func found(in value: JSONValue, isOutermost: Bool, _ budget: inout Int) -> CallStatus? {
        budget -= 1
        guard budget > 0 else { return nil }
        if case .string(let text) = value {
            return text.utf8.count < 8 ? nil : ErrorGrammar.status(in: Array(text.utf8))
        }
        if let status = CallStatus(object: value, isOutermost: isOutermost) { return status }
        let areOutermost = isOutermost && value.members.isEmpty
        // The name of an exception's class may stand by itself, before its message: that says more.
        var named: CallStatus?
        for part in value.members.map(\.value) + value.elements {
            guard let status = found(in: part, isOutermost: areOutermost, &budget) else { continue }
            if !status.message.isEmpty, status.code == (named ?? status).code { return status }
            named = named ?? status
        }
        return named
    }

    /// - Parameter isOutermost: No object is around this one. Inside others, objects with a code are no error unless they
    ///   have a message or details as well.
    private init?(object value: JSONValue, isOutermost: Bool) {
        // Fleet Engine's own logs, and the body of a REST error.
        if let error = value["errorResponse"] ?? value["error"], !error.members.isEmpty {
            self.init(error: error, isREST: true)
        } else if let name = value["error"]?.string, ["invalid_", "unauthorized_c"].contains(where: name.hasPrefix) {
            // OAuth: {"error": "invalid_grant", "error_description": "…"}, from the server that makes access tokens: RFC 6749,
            // section 5.2. Servers of apps write words of their own there: {"status": 403, "error": "forbidden"}.
            self.init(.unauthenticated, value["error_description"]?.string ?? name)
            causes = name
            notes.append("\"\(name)\" is an OAuth error: it comes from the token server, not from Fleet Engine.")
        } else if isOutermost || value["message"]?.string != nil || (value["details"] ?? value["grpc_status"]) != nil {
            self.init(error: value, isREST: false)
        } else {
            return nil
        }
    }

    private init?(error: JSONValue, isREST: Bool) {
        // Elixir prints the code as the status of a GRPC.RPCError, grpc's C core up to 1.48 its own name for it.
        let code =
            error["code"] ?? error["httpStatusCode"] ?? error["grpc_status"]
            ?? (error["@class"] == nil ? nil : error["status"])
        let number = code?.integer
        let name = error["status"]?.string ?? (error["code"]?.string.flatMap { Int64($0) == nil ? $0 : nil })
        let named = name.flatMap { StatusCode(name: $0) ?? LogLine.otherNames[$0] }
        // In REST the number is an HTTP status; in google.rpc.Status it is the code. Zero is no error of gRPC.
        let isHTTP = number.map { $0 >= 100 || (isREST && !(1...16).contains($0)) } ?? isREST
        // A server of REST may hand on the text of a library, whose code says more than an HTTP status.
        let text = named == nil && isHTTP ? error["message"]?.string : nil
        let other = error["error"]?.string
        let numberedText = other.flatMap(Self.numbered)
        let told =
            text.flatMap { ErrorGrammar.status(in: Array($0.utf8)) } ?? (named == nil && isHTTP ? numberedText : nil)
        let numbered = number.map {
            isHTTP ? StatusCode(rest: Int(clamping: $0)) : StatusCode(rawValue: Int32(clamping: $0))
        }
        // Errors of systems and apps have other numbers, `Os { code: 111 }`, `{"code": 1234}`: no answer of HTTP ends with one.
        let isStatus = number.map { $0 < 100 || (200..<600).contains($0) } ?? true
        guard let likeliest = named ?? numbered, named != nil || isStatus else { return nil }
        // In errors of grpc-js "details" is the message, and google-gax keeps the details in "statusDetails".
        let details = error["details"]?.string == nil ? error["details"] : error["statusDetails"]
        let messages = [
            error["details"]?.string, error["message"]?.string, error["error_message"]?.string,
            error["grpc_message"]?.string.map(Self.message(ofDebugText:)), error["description"]?.string,
            numberedText?.message, other.flatMap { StatusCode(name: $0) == nil ? $0 : nil },
        ]
        let message = messages.lazy.compactMap(\.self).first ?? ""
        self = told ?? name.flatMap { LogLine.other($0, message) } ?? CallStatus(likeliest, message)
        if self.details.isEmpty { self.details = (details?.elements ?? []).compactMap(StatusDetail.init(json:)) }
        if self.details.isEmpty, let bytes = Self.detailsHeader(in: error["metadata"]) {
            add(details: bytes, registry: .fleetEngine)
        }
        if let name, named == nil { notes.append("The status \"\(name)\" does not exist.") }
        if named == nil, told == nil, isHTTP, let number { takeLikeliestCode(http: Int(clamping: number)) }
        if let named, isHTTP, let number, number != named.httpStatus {
            notes.append(
                "HTTP \(own: number) does not belong to \(own: named), which is HTTP \(own: named.httpStatus).")
        }
        for detail in details?.elements ?? [] where StatusDetail(json: detail)?.message == nil {
            let isTyped = (detail["@type"] ?? detail["@class"]) != nil
            let problem = isTyped ? "The type of a detail is not known" : "A detail has no @type"
            notes.append("\(own: problem): \(detail.text())")
        }
    }

    /// The status in the message of grpc-js, `5 NOT_FOUND: gone`, which servers hand on beside a code.
    private static func numbered(_ text: String) -> CallStatus? {
        guard let status = LogLine.status(in: Array(text.utf8)), text.hasPrefix("\(status.code.rawValue) ") else {
            return nil
        }
        return status
    }

    /// The message in a debug text of grpc's C core, which escapes each byte of its UTF-8 by itself, as `\xce\xbb`, or
    /// `\u00ce\u00bb` up to 1.48. Such escapes are read as characters of Latin-1.
    static func message(ofDebugText text: String) -> String {
        let bytes = text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }
        let message = String(decoding: bytes, as: UTF8.self)
        return bytes.count == text.unicodeScalars.count && message.utf8.elementsEqual(bytes) ? message : text
    }

    /// The bytes of grpc-status-details-bin in the metadata of grpc-js as JSON: `[{"type": "Buffer", "data": [8, 5]}]`.
    private static func detailsHeader(in metadata: JSONValue?) -> [UInt8]? {
        let buffer = metadata?["grpc-status-details-bin"]?.elements.first
        let bytes = buffer?["data"]?.elements.compactMap { $0.integer.flatMap { UInt8(exactly: $0) } } ?? []
        return bytes.isEmpty ? nil : bytes
    }

    /// Takes the code of an error that has an HTTP status only: that of the cause which its message names, since servers of
    /// tokens and proxies answer with statuses of their own, else the likeliest one.
    mutating func takeLikeliestCode(http status: Int) {
        code = StatusCode(rest: status)
        // A server that answers may speak of connections of its own.
        if let known = KnownCause.of(message: message)?.cause.code, known != .unavailable, known != code {
            code = known
            notes.append(
                "There is no status, only HTTP \(own: status); an error of this cause comes with \(own: code).")
        } else {
            notes.append("There is no status; HTTP \(own: status) leaves \(own: code) as the likeliest.")
        }
    }
}

extension StatusCode {
    /// The likeliest code behind the HTTP status of a failed REST call: one with this ``httpStatus``. Of several, the one that
    /// Google's client libraries fall back to. No code has the 502 of gateways: that is UNAVAILABLE, as gRPC maps it.
    ///
    /// Sources: https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto, read backwards;
    /// https://github.com/grpc/grpc/blob/master/doc/http-grpc-status-mapping.md
    public init(rest httpStatus: Int) {
        let first = Self.all.first { $0.httpStatus == httpStatus }
        self =
            switch httpStatus {
            case 200..<300: .ok
            case 409: .aborted
            case 416: .outOfRange
            case 500: .internal
            case 502: .unavailable
            case 402..<500: first ?? .failedPrecondition
            case 501..<600: first ?? .internal
            default: first ?? .unknown
            }
    }
}
