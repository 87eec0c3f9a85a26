internal import ByteText
internal import FleetMessages
internal import GRPCWire
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
        let finder = HeaderFinder(trimmed)
        let headers = finder.fields
        remarks = finder.remarks
        path = headers.last(":path") ?? Self.path(in: trimmed)
        timeout = try? headers.callTimeout
        if let value = headers.last("authorization") { authorization = .value(value) }
        let hasStatus = headers.last("grpc-status") != nil || headers.last("grpc-status-details-bin") != nil
        if let nodes = Self.errorNodes(in: trimmed) {
            form = .nsError
            readError(nodes, headers)
        } else if !hasStatus, let json = Self.jsonStatus(trimmed) {
            (form, status) = (.json, json)
        } else if hasStatus {
            form = .trailers
            readTrailers(headers)
        } else if let token = Self.token(in: trimmed), token.utf8.count + 16 > trimmed.utf8.count {
            form = .token
            authorization = .value(trimmed)
        } else if let details = Self.details(trimmed) {
            (form, status) = (.detailsBin, details)
        } else if let line = LogLine(trimmed) {
            (form, status) = (.logLine, line.status)
        } else {
            remarks.append(
                """
                No error can be seen in this text. Paste trailers, a grpc-status-details-bin value, an NSError, a JSON \
                error, a token or a code.
                """)
        }
        if authorization == .unseen, let token = Self.token(in: trimmed) { authorization = .value("Bearer \(token)") }
        if path == nil, let method = status?.reasonMetadata["method"] { path = method }
    }

    // MARK: Codes

    /// A text that is nothing but a code: its number, its name, or an HTTP status.
    private static func bareCode(_ text: String) -> CallStatus? {
        guard text.utf8.count <= 48 else { return nil }
        var word = text
        for prefix in [
            "GRPC_STATUS_", "StatusCode.", "Status.", "Code.", "codes.", "grpc-status:", "grpc-status=", "code=",
        ]
        where word.lowercased().hasPrefix(prefix.lowercased()) {
            word = String(word.dropFirst(prefix.count))
        }
        word = String(decoding: Array(word.utf8)[...].trimmed, as: UTF8.self)
        if let code = StatusCode(name: word) { return CallStatus(code) }
        var isHTTP = false
        if word.lowercased().hasPrefix("http") {
            isHTTP = true
            word = String(word.split(separator: " ").last ?? "")
        }
        guard let number = Int32(word), number >= 0 else { return nil }
        guard isHTTP || (100...599).contains(number) else { return CallStatus(StatusCode(rawValue: number)) }
        var status = CallStatus(StatusCode(rest: Int(number)))
        let others = StatusCode.all.filter { $0.httpStatus == Int(number) && $0 != status.code }.compactMap(\.name)
        let further = others.isEmpty ? "" : " It can also stand for \(list(others))."
        status.notes.append("HTTP \(own: number) is taken for \(own: status.code).\(own: further)")
        return status
    }

    // MARK: Headers

    private mutating func readTrailers(_ headers: Metadata) {
        guard headers.last("grpc-status") == nil else {
            status = CallStatus(trailers: headers)
            return
        }
        form = .detailsBin
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

    /// The first path of Fleet Engine in running text.
    private static func path(in text: String) -> String? {
        let bytes = Array(text.utf8)
        guard let start = bytes.firstIndex(of: "maps.fleetengine.".utf8) else { return nil }
        let name = bytes[start...].prefix { $0.isLetterOrDigit || "./_".utf8.contains($0) }
        let path = "/" + String(decoding: name, as: UTF8.self)
        return path.split(separator: "/").count == 2 ? path : nil
    }

    // MARK: NSError

    /// Every `Error Domain=… Code=…` in the text, the outermost first.
    private static func errorNodes(in text: String) -> [ErrorNode]? {
        let bytes = Array(text.utf8)
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
        return nodes.isEmpty ? nil : nodes
    }

    /// The quoted description behind a code. Quotes inside of it are not escaped, so it ends before the user info.
    private static func message(_ rest: ArraySlice<UInt8>) -> String {
        guard rest.prefix(2).elementsEqual(" \"".utf8) else {
            return userInfo("NSLocalizedDescription", rest)
        }
        let content = Array(rest.dropFirst(2))
        let line = content.firstIndex { $0 == 0x0a } ?? content.count
        let end =
            content.firstIndex(of: "\" UserInfo".utf8)
            ?? content[..<line].lastIndex(of: UInt8(ascii: "\"")) ?? line
        let message = String(decoding: content[..<end], as: UTF8.self)
        return message == "(null)" ? "" : message
    }

    private static func userInfo(_ key: String, _ rest: ArraySlice<UInt8>) -> String {
        guard let start = rest.firstIndex(of: (key + "=").utf8) else { return "" }
        let value = rest[(start + key.utf8.count + 1)...]
        let end = value.firstIndex(of: ", ".utf8) ?? value.firstIndex(of: UInt8(ascii: "}")) ?? value.endIndex
        return String(decoding: value[..<end], as: UTF8.self)
    }

    private mutating func readError(_ nodes: [ErrorNode], _ headers: Metadata) {
        guard var node = nodes.first(where: { $0.domain == ErrorNode.grpcDomain }) else {
            let found = nodes.map { "\($0.domain) \($0.code)" }
            remarks.append(
                "There is no error of the domain io.grpc, only \(list(found)). Log the error's underlying errors too.")
            return
        }
        if !headers.isEmpty { node.trailers = headers }
        status = CallStatus(node)
    }

    // MARK: JSON, tokens, details

    /// A JSON error, also behind the beginning of a log line.
    private static func jsonStatus(_ text: String) -> CallStatus? {
        let bytes = Array(text.utf8)
        guard let start = bytes.firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }) else {
            return nil
        }
        if start == 0 { return CallStatus(json: bytes) }
        // Behind other text, only a whole error body counts, and what follows it does not matter.
        for offset in [bytes.firstIndex(of: "{\"error\"".utf8), bytes.firstIndex(of: "{\n".utf8)] {
            if let offset, let status = CallStatus(json: bytes[offset...], isFollowed: true) { return status }
        }
        return nil
    }

    /// The first token in the text: three parts of base64url, the first of which begins a JSON object.
    private static func token(in text: String) -> String? {
        let bytes = Array(text.utf8)
        guard let start = bytes.firstIndex(of: "eyJ".utf8) else { return nil }
        let token = bytes[start...].prefix { $0.isLetterOrDigit || "-._".utf8.contains($0) }
        return token.count { $0 == 0x2e } == 2 ? String(decoding: token, as: UTF8.self) : nil
    }

    /// A value of grpc-status-details-bin by itself, as base64 or hexadecimal, that holds a status.
    private static func details(_ text: String) -> CallStatus? {
        let compact = text.utf8.filter { $0 > 0x20 && $0 != 0x22 }
        guard compact.count >= 2 else { return nil }
        let candidates = [
            [UInt8](hex: compact), try? Base64.decode(compact),
        ]
        for bytes in candidates.compactMap({ $0 }) where bytes.first == 0x08 {
            let status = status(bytes)
            // A status begins with its code; other bytes that happen to look like one rarely name one that exists.
            if status.code.isKnown, status.code != .ok { return status }
        }
        return nil
    }
}
