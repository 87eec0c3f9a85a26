internal import ByteText
internal import GRPCWire

/// A line of a log with the name of a code in it, and mostly the message behind the name: `NOT_FOUND: …`, grpc-swift's
/// `not found (5): …` and `notFound: "…"`, and any line with an official name in capitals. Forms of which more is known are
/// in ``ErrorGrammar``.
enum LogLine {
    /// What grpc's C core and Envoy write where no server was reached. Names of codes behind it are those of causes.
    ///
    /// Sources: grpc/grpc: src/core/load_balancing/pick_first/pick_first.cc; envoyproxy/envoy: source/common/http/utility.cc
    private static let unreached = [
        "failed to connect to all addresses", "connections to all backends failing",
        "upstream connect error or disconnect/reset before headers",
    ]

    /// Words, ``FactPattern/folded(_:)``, that stand for a code where a text names none: of Go's contexts, of servers, of systems.
    private static let words: KeyValuePairs<StatusCode, [String]> = [
        .deadlineExceeded: [
            "deadline exceeded", "timed out", "timeout has expired", "i/o timeout", "0ms exceeded", "timeouterror",
            "timeoutexception", "timeout awaiting", "gateway timeout", "maximum request timeout", "client.timeout",
            "readtimeout", "opentimeout", "took longer than 0:",
        ],
        .cancelled: ["context canceled"], .resourceExhausted: ["too-many-requests"],
        .invalidArgument: [
            "update mask cannot be empty", "request contains an invalid argument", "api key not valid",
            "api key expired", "unsupported url",
        ],
        .permissionDenied: ["authorized to use this api key", "authorization failure.  please see https"],
        .unauthenticated: [
            "user authentication required", "authfailureerror", "invalid access token", "access token expired",
        ],
        .unknown: ["too many redirects", "too many follow-up requests", "toomanyredirects", "bad server response"],
        .notFound: ["requested entity was not found"], .alreadyExists: ["requested entity already exists"],
        .internal: [
            "internal error encountered", "was not closed cleanly", "http2 framing layer", "err http2 protocol error",
        ],
        .unavailable: [
            "service is currently unavailable", "appears to be offline", "network connection was lost",
            "could not connect to the server", "network is unreachable", "software caused connection abort",
            "connection reset by peer", "socketexception: connection reset", "stream was reset",
            "socket is not connected", "network is down", "no route to host", "socket hang up",
            "unexpected end of stream", "refused stream", "connectionshutdownexception", "failed to respond",
            "broken pipe", "network request failed", "network-request-failed", "axioserror: network error",
            "connection closed before full header", "typeerror: failed to fetch", "temporarily unavailable",
            "net::err quic", "econnreset", "empty reply from server", "closed connection without response",
            "ioonclosedchannel", "connection is no longer active", "net::err connection",
            "net::err internet disconnected", "net::err network changed", "server disconnected",
            "server sent goaway and closed", "http2: client connection lost", "remote host closed connection",
            "remote host terminated the handshake",
        ],
    ]

    /// The status that one of ``otherNames`` stands for. The message begins with the name where that
    /// alone tells the cause: `status is REQUEST_DENIED`.
    static func other(_ name: String, _ message: String) -> CallStatus? {
        guard let code = otherNames[name] else { return nil }
        let named = "status is \(name)" + (message.isEmpty ? "" : ": \(message)")
        let isTold = KnownCause.of(message: named) == nil || KnownCause.of(message: message) != nil
        var status = CallStatus(code, isTold ? message : named)
        status.notes.append("\(own: name) is a code of another library of Google, taken for \(own: code).")
        return status
    }

    /// What servers of apps and gateways answer without more.
    private static let answers: KeyValuePairs<StatusCode, [String]> = [
        .unauthenticated: ["unauthorized"], .permissionDenied: ["forbidden resource", "forbidden"],
        .internal: ["internal server error"], .resourceExhausted: ["too many requests"],
    ]

    static func status(in bytes: [UInt8]) -> CallStatus? {
        let unreached = unreached.lazy.compactMap { bytes.firstIndex(of: $0.utf8) }.first
        let looked = bytes[..<(unreached ?? bytes.count)]
        for run in looked.split(whereSeparator: { !$0.isLetter && !"_-".utf8.contains($0) }) {
            let word = run.trimmed { "_-".utf8.contains($0) }
            guard let (code, end) = numbered(word, in: bytes) ?? code(word, in: bytes).map({ ($0, word.endIndex) })
            else { continue }
            var status = CallStatus(code, message(behind: end, in: bytes))
            let last = LogText.messageEnd(bytes, from: end)
            status.causes = String(decoding: bytes[end..<last], as: UTF8.self) + LogText.causes(behind: last, in: bytes)
            guard status.message.isEmpty else { return status }
            // The message may stand in front of the code: `update_mask cannot be empty (INVALID_ARGUMENT)`.
            let line = bytes[..<word.startIndex].split(separator: 0x0a, omittingEmptySubsequences: false).last ?? []
            let said = CallStatus(code, String(decoding: line.trimmed { " \t([{:-=".utf8.contains($0) }, as: UTF8.self))
            return said.mentionsEmptyMask || KnownCause.of(message: said.message) != nil ? said : status
        }
        for name in otherNames.keys.sorted() {
            guard let start = bytes.firstIndex(of: name.utf8), start < looked.endIndex else { continue }
            return other(name, message(behind: start + name.utf8.count, in: bytes))
        }
        if let unreached {
            let message = bytes[unreached..<LogText.messageEnd(bytes, from: unreached)]
            return CallStatus(.unavailable, String(decoding: message, as: UTF8.self))
        }
        return nil
    }

    /// The error in the last line with the words of one, where no line names a code: a message alone, as apps log it, or why a
    /// call was not sent. What curl tells before an answer, such as an address that it could not reach, is no error.
    static func unnamed(in bytes: [UInt8]) -> CallStatus? {
        let lines = bytes.split(separator: 0x0a).suffix(64).reversed()
        let found = lines.prefix { !$0.starts(with: "< HTTP/".utf8) }.lazy.compactMap(unnamed)
        return found.first { !vagueWords.contains(where: $0.message.mentions) } ?? found.first
    }

    /// What a page or an app says in a line behind the one with the reason, `net::ERR_NAME_NOT_RESOLVED`.
    private static let vagueWords = [
        "TypeError: Failed to fetch", "NetworkError when attempting", "AxiosError: Network Error",
        "etwork request failed",
    ]

    private static func unnamed(_ line: ArraySlice<UInt8>) -> CallStatus? {
        let message = String(decoding: line.trimmed, as: UTF8.self)
        let folded = FactPattern.folded(line.prefix(2_048))
        let worded = words.first { $0.value.contains { folded.firstIndex(of: $0.utf8) != nil } }
        guard let code = KnownCause.of(message: message)?.cause.code ?? worded?.key else { return nil }
        return likeliest(code, message)
    }

    private static func likeliest(_ code: StatusCode, _ message: String) -> CallStatus {
        var status = CallStatus(code, message)
        status.notes.append("The text names no status code; such an error comes with \(own: code).")
        return status
    }

    /// The error in the last line that ends with the words of an answer, where an HTTP status says no more: `Error: Forbidden`.
    /// Among other words they are none: `forbidden zones`, `0 forbidden`.
    static func answer(in bytes: [UInt8]) -> CallStatus? {
        bytes.split(separator: 0x0a).suffix(64).reversed().lazy.compactMap { line in
            let parts = line.suffix(2_048).split { ":()[]{}\"'=|,;<>".utf8.contains($0) }
            let last = parts.lazy.map { $0.trimmed { " \t\r.".utf8.contains($0) } }.last { !$0.isEmpty } ?? []
            let words = last.prefix(while: \.isDigit).count == 3 ? last.dropFirst(4) : last
            let found = answers.first { $0.value.contains { words.map(\.lowercased).elementsEqual($0.utf8) } }
            return found.map { likeliest($0.key, String(decoding: line.trimmed, as: UTF8.self)) }
        }.first
    }

    /// The code whose name stands in words at the beginning of `word`, with its number behind it, and the index behind the
    /// name: `not found (5)`, `internal error (13)`.
    ///
    /// Source: grpc/grpc-swift, version 1: Sources/GRPC/GRPCStatus.swift
    private static func numbered(_ word: ArraySlice<UInt8>, in bytes: [UInt8]) -> (StatusCode, Int)? {
        let name = bytes[word.startIndex...].prefix(24).prefix { $0.isLetter || $0 == 0x20 }
        let digits = bytes[name.endIndex...].dropFirst().prefix(2).prefix(while: \.isDigit)
        guard name.last == 0x20, let number = Int32(String(decoding: digits, as: UTF8.self)) else { return nil }
        let code = StatusCode(rawValue: number)
        let title = code.title.utf8.map { $0 == UInt8(ascii: "_") ? 0x20 : $0.lowercased }
        let isName = name.dropLast().elementsEqual(title) || name.elementsEqual(title + " error ".utf8)
        return isName && bytes[name.endIndex...].starts(with: "(\(number))".utf8) ? (code, name.endIndex) : nil
    }

    /// The codes of other libraries of Google whose meaning is published: of the Driver SDK for Android, that a vehicle was never
    /// created or a connection was lost, which passes; and of the web services of Google Maps. gRPC's own codes say more.
    ///
    /// Sources:
    /// https://developers.google.com/maps/documentation/mobility/driver-sdk/on-demand/android/vehicle-ready#set_up_listener
    /// and https://developers.google.com/maps/documentation/directions/get-directions#StatusCodes
    static let otherNames: [String: StatusCode] = [
        "VEHICLE_NOT_FOUND": .notFound, "BACKEND_CONNECTIVITY_ERROR": .unavailable, "REQUEST_DENIED": .permissionDenied,
        "OVER_QUERY_LIMIT": .resourceExhausted, "OVER_DAILY_LIMIT": .resourceExhausted,
    ]

    /// What stands before the name of a code that may be a word of every log: `grpc.code=Internal`, `[code=unavailable]`.
    private static let marks = ["code = ", "code: ", "code=", "code:", "code.", "with code ", "rpcerror: "]

    /// What stands before such a name, or before a sentence that begins with the same word: `error: unknown option`.
    private static let errorMarks = ["error: ", "error=", "failed: ", "failed with ", "exception: "]

    /// The code that a word names. Names of one plain word must be in capitals, and words of every log marked: by what stands
    /// before them, or by a number or a message behind them. `CANCELED` and `UNKNOWN` are statuses of other things, too.
    private static func code(_ word: ArraySlice<UInt8>, in bytes: [UInt8]) -> StatusCode? {
        let text = String(decoding: word, as: UTF8.self)
        guard let code = StatusCode(name: text) else { return nil }
        let isCapital = text == text.uppercased()
        let hasWords = word.dropFirst().contains { $0 == 0x5f || (0x41...0x5a).contains($0) }
        if isCapital ? ![.ok, .cancelled, .unknown, .aborted, .internal].contains(code) : hasWords { return code }
        let rest = bytes[word.endIndex...].drop { $0 == 0x20 }
        let before = " " + String(decoding: bytes[..<word.startIndex].suffix(16), as: UTF8.self).lowercased()
        let isInSentence = ["unknown", "aborted"].contains(text) && rest.first?.isLetter == true
        let isBracketed = before.hasSuffix("/") || (isCapital && before.hasSuffix("["))
        // grpcio writes `INTERNAL:Internal error`.
        let behind = rest.dropFirst().first ?? 0
        let hasMessage =
            isCapital
            ? rest.first == UInt8(ascii: ":") && (behind == 0x20 || behind.isLetter) : rest.starts(with: ": \"".utf8)
        let isMarked =
            rest.starts(with: "(\(code.rawValue))".utf8) || hasMessage
            || marks.contains(where: before.hasSuffix)
            || !isInSentence && errorMarks.contains(where: before.hasSuffix)
            || before.hasSuffix("error: '") && rest.first == UInt8(ascii: ":")
            || before.hasSuffix("code: \(code.rawValue) ")
            || (isCapital && text != "CANCELED" && code != .unknown
                && ["status: ", "status="].contains(where: before.hasSuffix))
            || (isBracketed && "])".utf8.contains(rest.first ?? 0))
        return isMarked ? code : nil
    }

    /// The names of fields that hold the message.
    private static let keys = ["message", "msg", "description", "desc", "details", "error"]

    /// The message: what stands behind the code in its line, and the lines that continue it. Without the number of the code,
    /// the name of the field, and the punctuation, quotes or brackets of the log.
    private static func message(behind end: Int, in bytes: [UInt8]) -> String {
        var rest = bytes[end..<LogText.messageEnd(bytes, from: end)]
        func skip(_ set: String) { rest = rest.drop { set.utf8.contains($0) } }
        // The quote or bracket that stands around the code ends there.
        if let first = rest.first, "\"')]}".utf8.contains(first) { rest = rest.dropFirst() }
        skip(" \t")
        if rest.first == UInt8(ascii: "("), let close = rest.firstIndex(of: UInt8(ascii: ")")) {
            let behind = rest[(close + 1)...]
            let isNumber = rest[..<close].dropFirst().allSatisfy(\.isDigit)
            if isNumber || behind.first == UInt8(ascii: ":") { rest = behind }
        }
        skip(" \t")
        if rest.first == UInt8(ascii: ":") { rest = rest.dropFirst() } else { skip("-=>,;|") }
        skip(" \t")
        let key = rest.prefix(while: \.isLetter)
        let separator = rest[key.endIndex...].first ?? 0
        if ":=".utf8.contains(separator), keys.contains(String(decoding: key, as: UTF8.self).lowercased()) {
            rest = rest[key.endIndex...].dropFirst()
            skip(" \t")
        }
        switch rest.first {
        case UInt8(ascii: "\""): return String(decoding: LogText.quoted(rest), as: UTF8.self)
        case UInt8(ascii: "(") where rest.trimmed.last == UInt8(ascii: ")"):
            return String(decoding: rest.trimmed.dropFirst().dropLast(), as: UTF8.self)
        case 0x0a: return ""
        default: return String(decoding: rest.trimmed, as: UTF8.self)
        }
    }
}
