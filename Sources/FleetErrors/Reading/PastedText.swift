internal import ByteText
internal import FleetMessages
internal import GRPCWire
internal import JSONText
internal import ProtobufWire

/// Text that somebody copied from a log, a debugger or a shell, taken for the first form that it fits.
struct PastedText {
    var form: Explanation.Form
    /// `nil` for a token by itself, and for text that says nothing.
    var status: CallStatus?
    var path: String?
    var authorization: FailedCall.Authorization = .unseen
    var timeout: CallTimeout?
    var remarks: [Remark] = []

    init(_ text: String) {
        let trimmed = String(decoding: Array(text.utf8)[...].trimmed, as: UTF8.self)
        form = .unrecognized
        if let code = Self.bareCode(trimmed) {
            (form, status) = (.code, code)
            return
        }
        let bytes = LogText.withoutPrefixes(Array(trimmed.utf8))
        let finder = HeaderFinder(bytes)
        let headers = finder.fields
        remarks = finder.remarks
        let failed = Array(bytes[finder.startOfFailedCall...])
        path = headers.last(":path") ?? Self.path(in: failed) ?? Self.path(in: bytes)
        timeout = try? headers.callTimeout
        if let value = headers.last("authorization") ?? Self.claims(in: bytes) { authorization = .value(value) }
        let nodes = Self.errorNodes(in: bytes)
        if let found = Self.status(of: nodes, headers, bytes) {
            (form, status) = (.nsError, found)
        } else if "{[".utf8.contains(bytes.first ?? 0), let json = CallStatus(json: bytes) {
            (form, status) = (.json, json)
        } else if headers.last("grpc-status") != nil {
            (form, status) = (.trailers, CallStatus(trailers: headers))
        } else if let found = Self.quotedStatus(bytes) ?? ErrorGrammar.status(in: bytes) ?? DetailText.status(in: bytes)
        {
            (form, status) = (.logLine, found)
        } else if let json = Self.embeddedJSON(bytes) {
            (form, status) = (.json, json)
        } else if let object = Self.printedObject(bytes) ?? Self.debugString(bytes) {
            (form, status) = (.logLine, object)
        } else if headers.last("grpc-status-details-bin") != nil {
            form = .detailsBin
            readDetails(headers)
        } else if let token = Self.token(in: trimmed), token.utf8.count + 16 > trimmed.utf8.count {
            form = .token
        } else if let details = Self.details(trimmed) {
            (form, status) = (.detailsBin, details)
        } else if let line = Self.statusLine(bytes) ?? Self.logEntry(bytes) ?? LogLine.status(in: bytes)
            ?? Self.answer(bytes, headers) ?? Self.shortError(bytes) ?? LogLine.unnamed(in: bytes)
            ?? Self.failedRequest(bytes) ?? LogLine.answer(in: bytes)
        {
            (form, status) = (.logLine, line)
        } else if authorization != .unseen {
            form = .token
        } else if !nodes.isEmpty {
            let found = nodes.map { "\($0.domain) \($0.code)" }
            remarks.append(
                "There is no error of the domain io.grpc, only \(list(found)). Log the error's underlying errors too.")
        } else {
            remarks.append(
                """
                No error can be seen in this text. Paste trailers, a grpc-status-details-bin value, an NSError, a JSON \
                error, a token or a code.
                """)
        }
        if form == .logLine { addDetails(headers, bytes) }
        if !nodes.isEmpty, status != nil || form == .unrecognized { form = .nsError }
        if authorization == .unseen, let token = Self.token(in: trimmed) { authorization = .value("Bearer \(token)") }
        if path == nil, let method = status?.reasonMetadata["method"] { path = method }
    }

    /// Adds the details that stand elsewhere in the text of a library: among printed trailers, or in the error's
    /// properties.
    private mutating func addDetails(_ headers: Metadata, _ bytes: [UInt8]) {
        guard status?.details.isEmpty == true else { return }
        if let packed = try? headers.binaryValues("grpc-status-details-bin").last {
            status?.add(details: packed, registry: .fleetEngine)
        } else if let object = Self.printedObject(bytes), object.code == status?.code {
            status?.details = object.details
        }
    }

    // MARK: Codes

    /// A text that is nothing but a code: its number, its name, or an HTTP status.
    private static func bareCode(_ text: String) -> CallStatus? {
        guard text.utf8.count <= 48 else { return nil }
        let prefixes = [
            "grpc_status_", "statuscode.", "status.", "code.", "codes.", "grpc-status:", "grpc-status=", "code=",
        ]
        let prefix = prefixes.first(where: text.lowercased().hasPrefix) ?? ""
        var word = String(decoding: Array(text.utf8).dropFirst(prefix.utf8.count).trimmed, as: UTF8.self)
        if let code = StatusCode(name: String(word.map { $0 == " " ? "_" : $0 })) { return CallStatus(code) }
        let isHTTP = word.lowercased().hasPrefix("http") && !word.contains("/")
        if isHTTP { word = String(word.split(separator: " ").last ?? "") }
        guard let number = Int32(word), number >= 0 else { return nil }
        guard isHTTP || (100...599).contains(number) else { return CallStatus(StatusCode(rawValue: number)) }
        var status = CallStatus(StatusCode(rest: Int(number)))
        let others = StatusCode.all.filter { $0.httpStatus == Int(number) && $0 != status.code }.compactMap(\.name)
        let further = others.isEmpty ? "" : " It can also stand for \(list(others))."
        status.notes.append("HTTP \(own: number) is taken for \(own: status.code).\(own: further)")
        return status
    }

    // MARK: Headers

    private mutating func readDetails(_ headers: Metadata) {
        do throws(MetadataError) {
            let bytes = try headers.binaryValues("grpc-status-details-bin").last ?? []
            status = Self.status(bytes)
        } catch {
            remarks.append("grpc-status-details-bin cannot be read. \(own: error)")
        }
    }

    private static func status(_ bytes: [UInt8]) -> CallStatus {
        let (packed, damage) = RPCStatus.read(bytes)
        var status = CallStatus(packed)
        if let damage { status.notes.append("The details cannot be read to their end: \(own: damage).") }
        return status
    }

    /// The first path of Fleet Engine in running text; that of the method for a log of a method, `UpdateVehicleLog`.
    private static func path(in bytes: [UInt8]) -> String? {
        guard let start = bytes.firstIndex(of: "maps.fleetengine.".utf8) else { return nil }
        let name = bytes[start...].prefix { $0.isLetterOrDigit || "./_".utf8.contains($0) }
        let path = "/" + String(decoding: name, as: UTF8.self)
        if path.split(separator: "/").count == 2 { return path }
        guard path.hasSuffix("Log"), let method = path.dropLast(3).split(separator: ".").last else { return nil }
        return FleetMethod(named: String(method))?.path
    }

    // MARK: NSError

    /// Every `Error Domain=… Code=…` in the text, the outermost first.
    private static func errorNodes(in bytes: [UInt8]) -> [ErrorNode] {
        let mark = "Error Domain=".utf8
        var nodes: [ErrorNode] = []
        var start = 0
        while let index = bytes.firstIndex(of: mark, from: start), nodes.count < 1_000 {
            start = index + mark.count
            let domain = bytes[start...].prefix { $0 > 0x20 }
            guard bytes[domain.endIndex...].starts(with: " Code=".utf8) else { continue }
            let digits = bytes[(domain.endIndex + 6)...].prefix { $0.isDigit || $0 == 0x2d }
            guard let number = Int(String(decoding: digits, as: UTF8.self)) else { continue }
            let next = bytes.firstIndex(of: mark, from: digits.endIndex) ?? bytes.count
            nodes.append(
                ErrorNode(
                    domain: String(decoding: domain, as: UTF8.self), code: number,
                    message: message(bytes[digits.endIndex..<next])))
        }
        return nodes
    }

    /// The description in quotes behind a code, or in the user info. Quotes inside are not escaped: it ends before user info.
    private static func message(_ rest: ArraySlice<UInt8>) -> String {
        guard rest.prefix(2).elementsEqual(" \"".utf8) else {
            let key = "NSLocalizedDescription=".utf8
            guard let start = rest.firstIndex(of: key) else { return "" }
            let value = rest[(start + key.count)...]
            let end = value.firstIndex(of: ", ".utf8) ?? value.firstIndex(of: UInt8(ascii: "}")) ?? value.endIndex
            return String(decoding: value[..<end], as: UTF8.self)
        }
        let content = Array(rest.dropFirst(2))
        let line = content.firstIndex { $0 == 0x0a } ?? content.count
        let end =
            content.firstIndex(of: "\" UserInfo".utf8)
            ?? content[..<line].lastIndex(of: UInt8(ascii: "\"")) ?? line
        let message = String(decoding: content[..<end], as: UTF8.self)
        return message == "(null)" ? "" : message
    }

    private static func status(of nodes: [ErrorNode], _ headers: Metadata, _ bytes: [UInt8]) -> CallStatus? {
        guard !nodes.isEmpty else { return nil }
        if var node = nodes.first(where: { $0.domain == ErrorNode.grpcDomain }) {
            if !headers.isEmpty { node.trailers = headers }
            return CallStatus(node)
        }
        if let body = body(in: bytes).flatMap({ CallStatus(json: $0) }) { return body }
        if let node = nodes.last(where: { restDomains.contains($0.domain) }) {
            return likeliest(http: node.code, node.message)
        }
        return nodes.lazy.compactMap(\.connectionStatus).first
    }

    /// The status of an error without a description, as `localizedDescription` writes it: `(io.grpc error 14.)`, or of one that
    /// was cut out of a log: `NSURLErrorDomain Code=-1009`, or is the title of an issue.
    private static func shortError(_ bytes: [UInt8]) -> CallStatus? {
        let forms: [TextPattern] = [
            "io.grpc error #", "io.grpc: #", "io.grpc: Code: #", "NSURLErrorDomain*-#", "finished with error - code*-#",
            "finished with error [-#", "(error code: -#",
        ]
        return forms.lazy.compactMap { form in
            guard let found = form.first(in: bytes, from: 0) else { return nil }
            let number = bytes[found].split { !$0.isDigit && $0 != UInt8(ascii: "-") }.last ?? []
            let domain = bytes[found].starts(with: "io.grpc".utf8) ? ErrorNode.grpcDomain : "NSURLErrorDomain"
            let node = ErrorNode(domain: domain, code: Int(String(decoding: number, as: UTF8.self)) ?? 2, message: "")
            return CallStatus(node) ?? node.connectionStatus
        }.first
    }

    /// The domains of errors whose codes are HTTP statuses: of GTMSessionFetcher and of GTLR.
    private static let restDomains = ["com.google.HTTPStatus", "com.google.GTLRErrorObjectDomain"]

    /// The body of the response in the user info of GTMSessionFetcher's errors, printed as data.
    private static func body(in bytes: [UInt8]) -> [UInt8]? {
        guard let start = bytes.firstIndex(of: "data=".utf8) else { return nil }
        return HeaderFinder.printedData(bytes[(start + 5)...].prefix { !"}>".utf8.contains($0) }) ?? nil
    }

    // MARK: JSON and objects in other text

    /// How many places in a text are tried for a value that begins there: each costs time in proportion to the text.
    private static let placeLimit = 16

    /// The error in the value of a field in a structured log: `error="rpc error: …"`.
    private static func quotedStatus(_ bytes: [UInt8]) -> CallStatus? {
        var from = 0
        for _ in 0..<placeLimit {
            guard let start = bytes.firstIndex(of: "=\"".utf8, from: from) else { return nil }
            var literal = ObjectLiteral(bytes, at: start + 1)
            if let text = literal.string(), let status = ErrorGrammar.status(in: Array(text.utf8)) { return status }
            from = max(literal.index, start + 2)
        }
        return nil
    }

    /// The error in a JSON text with other text around it.
    private static func embeddedJSON(_ bytes: [UInt8]) -> CallStatus? {
        var from = 0
        for _ in 0..<placeLimit {
            guard let start = bytes[from...].firstIndex(of: UInt8(ascii: "{")) else { return nil }
            from = start + 1
            guard bytes[from...].first(where: { $0 > 0x20 }) == UInt8(ascii: "\"") else { continue }
            let end = Brackets.end(in: bytes, at: start)
            if let status = CallStatus(json: bytes[start..<(end ?? bytes.count)]) { return status }
            if let end { from = end }
        }
        return nil
    }

    /// The error that an entry of a log in JSON tells: in one of its strings, or else by the HTTP status of its request.
    private static func logEntry(_ bytes: [UInt8]) -> CallStatus? {
        guard "{[".utf8.contains(bytes.first ?? 0), let entry = JSONValue.read(bytes).value else { return nil }
        var room = 1 << 17
        // Each text costs time in proportion to its length and the number of known causes.
        let texts = entry.strings.prefix(128).map { Array($0.utf8) }.prefix { text in
            defer { room -= text.count }
            return room > 0
        }
        let coded = texts.lazy.compactMap { CallStatus(body: $0) ?? LogLine.status(in: $0) }.first
        if let told = coded ?? texts.lazy.compactMap({ LogLine.unnamed(in: $0) }).first { return told }
        let answer = texts.lazy.compactMap { LogLine.answer(in: $0) }.first
        let message = Array((answer?.message ?? "").utf8)
        let field = ["statusCode", "status", "response_code"].lazy.compactMap { entry[$0] }.first
        let number = (entry["httpRequest"]?["status"] ?? field)?.integer
        return number.flatMap { likeliest(Array(String($0).utf8)[...], message[...]) } ?? answer
    }

    /// The error whose properties Node or a browser printed, `{ code: 5, details: '…', statusDetails: […] }`, or grpc's C core for
    /// debugging, `{grpc_message:"…", grpc_status:5}`.
    private static func printedObject(_ bytes: [UInt8]) -> CallStatus? {
        let forms: [TextPattern] = [
            "{~code: #", "{code: #, message: ", "{code: #, details: ", "GRPC.RPCError{", "{~error_message: ",
        ]
        func status(at start: Int) -> CallStatus? {
            var literal = ObjectLiteral(bytes, at: start)
            return literal.value().flatMap { CallStatus(json: $0) }
        }
        if let start = forms.lazy.compactMap({ $0.first(in: bytes, from: 0)?.lowerBound }).first {
            return status(at: start)
        }
        guard let debug = TextPattern("grpc_status:#").first(in: bytes, from: 0) else { return nil }
        // A message before the status may have braces of its own.
        let braces = bytes[..<debug.lowerBound].indices.filter { bytes[$0] == UInt8(ascii: "{") }
        return braces.suffix(8).reversed().lazy.compactMap { status(at: $0) }.first
    }

    /// The status in the debug text of grpc's C core where that is no whole object: cut off, or escaped in a JSON log.
    private static func debugString(_ bytes: [UInt8]) -> CallStatus? {
        guard let code = TextPattern("grpc_status:#").first(in: bytes, from: 0) else { return nil }
        let digits = bytes[code].drop { !$0.isDigit }.prefix(4)
        var status = CallStatus(StatusCode(rawValue: Int32(String(decoding: digits, as: UTF8.self)) ?? 2))
        if let message = bytes.firstIndex(of: "grpc_message:".utf8) {
            var literal = ObjectLiteral(bytes, at: message + 13)
            status.message = CallStatus.message(ofDebugText: literal.string() ?? "")
        }
        return status
    }

    /// An HTTP status that gRPC's codes are mapped to, and a message, as google-api-core prints exceptions. The name of a code
    /// behind the number says more.
    private static func statusLine(_ bytes: [UInt8]) -> CallStatus? {
        guard let begin = TextPattern("# ").end(in: bytes, at: 0),
            StatusCode(name: String(decoding: bytes[begin...].prefix { $0 > 0x20 && $0 != 0x3a }, as: UTF8.self)) == nil
        else { return nil }
        let message = bytes[begin..<LogText.messageEnd(bytes, from: begin)]
        return likeliest(bytes[..<(begin - 1)], message)
    }

    /// The HTTP status of a failed REST call by itself, as axios, browsers, curl and others tell it.
    private static func failedRequest(_ bytes: [UInt8]) -> CallStatus? {
        let forms: [TextPattern] = [
            "status code #", "status of #", "returned error: #", "HTTP #", "http* # (", "HTTPError: #", "HTTP Error #",
            "with status: #", "response code: #", "was unacceptable: #", "indicate success: #", "status code of #",
            "unacceptableStatusCode(code: #", "Request failed: *(#", "status error [#", "400 Bad Request",
            "401 Unauthorized", "403 Forbidden", "404 Not Found", "429 Too Many Requests", "500 Internal Server Error",
            "502 Bad Gateway", "503 Service Unavailable", "504 Gateway Timeout", "statuscode: #",
        ]
        let found = forms.lazy.compactMap { $0.first(in: bytes, from: 0) }
        return found.compactMap { likeliest(bytes[$0].split { !$0.isDigit }.last ?? []) }.first
    }

    /// The status of an HTTP status that a code of gRPC is mapped to, or that gateways send.
    private static func likeliest(_ digits: ArraySlice<UInt8>, _ message: ArraySlice<UInt8> = []) -> CallStatus? {
        guard let number = Int(String(decoding: digits, as: UTF8.self)), number >= 400,
            number == 502 || StatusCode.all.contains(where: { $0.httpStatus == number })
        else { return nil }
        return likeliest(http: number, String(decoding: message, as: UTF8.self))
    }

    private static func likeliest(http number: Int, _ message: String) -> CallStatus {
        var status = CallStatus(.unknown, message)
        status.takeLikeliestCode(http: number)
        return status
    }

    /// The status of an answer that is no gRPC server's, by its HTTP status: in a header, in the first line of the answer,
    /// `HTTP/1.1 404 Not Found`, in an access log, `"POST /path HTTP/2" 503`, in the title of a page of Google or nginx, or as
    /// grpc-web tells it.
    private static func answer(_ bytes: [UInt8], _ headers: Metadata) -> CallStatus? {
        let forms: [TextPattern] = ["HTTP/* #", "<title>#", "<title>Error #", "http status code: #"]
        var told: String?
        var number = headers.last(":status").flatMap { Int($0) }
        for mark in ["HTTP/", "<title>", "http status code: "] {
            var from = 0
            while number ?? 0 < 400, let start = bytes.firstIndex(of: mark.utf8, from: from) {
                from = start + 1
                let end = forms.lazy.compactMap { $0.end(in: bytes, at: start) }.first
                let digits = end.map { bytes[start..<$0].suffix(3) } ?? status(before: start, in: bytes)
                number = Int(String(decoding: digits, as: UTF8.self)) ?? number
                let flags = end.map { bytes[$0...].dropFirst().prefix { $0 > 0x20 }.split(separator: 0x2c) } ?? []
                // A status of an error counts with its own flags.
                if number ?? 0 >= 400 { told = nil }
                told = told ?? flags.lazy.compactMap { envoyAnswers[String(decoding: $0, as: UTF8.self)] }.first
            }
        }
        if let told { return CallStatus(.unavailable, told) }
        guard let number, (400..<600).contains(number) else { return nil }
        // Titles of other servers' pages begin so, too: `Error 503 Service Unavailable`.
        if number >= 500, TextPattern("<title>Error # (*)!!1").first(in: bytes, from: 0) != nil {
            return CallStatus(StatusCode(withoutGRPCStatus: number), "Google's front end answered with HTTP \(number).")
        }
        var headers = headers
        headers.append(":status", String(number))
        return CallStatus(ResponseStatus(headers: headers, trailers: nil))
    }

    /// What Envoy tells the client of a call by the flag that it logs behind the HTTP status, which is 200 for calls of gRPC: it
    /// got no answer from the server behind it.
    ///
    /// Sources: https://www.envoyproxy.io/docs/envoy/latest/configuration/observability/access_log/usage (RESPONSE_FLAGS) and
    /// envoyproxy/envoy: source/common/router/router.cc, source/common/http/utility.cc
    private static let envoyAnswers = [
        "UH": "no healthy upstream", "UT": "upstream request timeout",
    ].merging(
        [
            "UF": "connection failure", "UC": "connection termination", "UR": "remote reset", "UO": "overflow",
        ].mapValues { "upstream connect error or disconnect/reset before headers. reset reason: \($0)" }
    ) { $1 }

    /// The first field of three digits before a request in quotes: there HAProxy and AWS log the HTTP status.
    private static func status(before version: Int, in bytes: [UInt8]) -> ArraySlice<UInt8> {
        let isQuoted = bytes[version...].prefix(16).prefix { $0 > 0x20 }.last == UInt8(ascii: "\"")
        let line = bytes[..<version].suffix(8_192).split(separator: 0x0a, omittingEmptySubsequences: false).last ?? []
        let fields = line.split(separator: 0x20).prefix { $0.first != UInt8(ascii: "\"") }
        return isQuoted ? fields.first { $0.count == 3 && $0.allSatisfy(\.isDigit) } ?? [] : []
    }

    // MARK: Tokens, details

    /// The first token in the text: three parts of base64url, the first of which begins a JSON object.
    private static func token(in text: String) -> String? {
        let bytes = Array(text.utf8)
        guard let start = bytes.firstIndex(of: "eyJ".utf8) else { return nil }
        let token = bytes[start...].prefix { $0.isLetterOrDigit || "-._".utf8.contains($0) }
        return token.count { $0 == 0x2e } == 2 ? String(decoding: token, as: UTF8.self) : nil
    }

    /// The header with the token whose claims stand in the text as an object, as jwt.io and debuggers show them, and its first
    /// part, if that stands there as well.
    private static func claims(in bytes: [UInt8]) -> String? {
        guard bytes.firstIndex(of: "authorization".utf8) != nil else { return nil }
        // Where the text lacks the first part, its key is not known: with an empty name, none is said to be missing.
        var first = JSONValue.object([JSONValue.Member(name: "kid", value: .string(""))])
        for start in bytes.indices.lazy.filter({ bytes[$0] == UInt8(ascii: "{") }).prefix(placeLimit) {
            var literal = ObjectLiteral(bytes, at: start)
            guard let object = literal.value() else { continue }
            if object["alg"]?.string != nil { first = object }
            guard let granted = object["authorization"], !granted.members.isEmpty,
                ["iss", "aud", "exp"].contains(where: { object[$0] != nil })
            else { continue }
            let parts = [first, object].map { Base64.encode(Array($0.text().utf8), as: .url) }
            return "Bearer " + parts.joined(separator: ".") + "."
        }
        return nil
    }

    /// A value of grpc-status-details-bin by itself, as base64 or hexadecimal, that holds a status.
    private static func details(_ text: String) -> CallStatus? {
        let compact = text.utf8.filter { $0 > 0x20 && $0 != 0x22 }
        guard compact.count >= 2 else { return nil }
        for case let bytes? in [[UInt8](hex: compact), try? Base64.decode(compact)] where bytes.first == 0x08 {
            let status = status(bytes)
            // A status begins with its code; other bytes that happen to look like one rarely name one that exists.
            if status.code.isKnown, status.code != .ok { return status }
        }
        return nil
    }
}
