internal import ByteText
internal import GRPCWire

/// How a library writes the status of a call into a text: what stands before the code, between code and message, and
/// behind the message.
struct ErrorGrammar {
    /// How the code is written.
    enum Code {
        /// `NOT_FOUND`, `NotFound`, `notFound`, a class of google-api-core, or grpc-go's `Code(99)` where there is no name
        case name
        /// `404`: one HTTP status stands for several codes.
        case http
    }

    /// How the message is written, and what follows it.
    enum Message {
        /// As it is, to the end of the record.
        case plain
        /// As it is, up to the first of these texts; behind the last of them, JSON objects with the details may follow.
        case endedBy([TextPattern])
        /// A string literal of a programming language.
        case literal
        /// As it is, and the details in brackets behind it.
        case details

        var isLiteral: Bool { if case .literal = self { true } else { false } }
    }

    /// What stands before the code; `nil` when the code is the beginning of the text.
    let start: TextPattern?
    let code: Code
    let middle: TextPattern
    var message = Message.plain
    /// Errors of Go are wrapped into the messages of others; the innermost is the one that the service sent.
    var isNested = false

    /// The known forms, the ones that say most first.
    ///
    /// Sources: googleapis/python-api-core: google/api_core/exceptions.py; grpc/grpc: src/python/grpcio/grpc/_channel.py;
    /// fullstorydev/grpcurl: invoke.go and format.go; grpc/grpc-go: internal/status/status.go; grpc/grpc-java:
    /// api/src/main/java/io/grpc/Status.java; googleapis/google-api-go-client: googleapi/googleapi.go; grpc/grpc-node:
    /// packages/grpc-js/src/call.ts; grpc/grpc-dotnet: src/Grpc.Core.Api/Status.cs; grpc/grpc-dart: lib/src/shared/status.dart;
    /// flutter/flutter: packages/flutter/lib/src/services/message_codec.dart.
    static let all: [Self] = [
        Self(start: "google.api_core.exceptions.", code: .name, middle: ": * ", message: .details),
        Self(
            start: "status = StatusCode.", code: .name, middle: "~details = \"",
            message: .endedBy(["\"\n\tdebug_error_string = ", "\"~debug_error_string = ", "\"\n>", "\"~>"])),
        // The text of a RetryError.
        Self(start: ", last exception: ", code: .http, middle: " ", message: .details),
        Self(start: "ERROR:\n  Code: ", code: .name, middle: "\n  Message: ", message: .endedBy(["\n  Details:\n"])),
        Self(start: "rpc error: code = ", code: .name, middle: " desc = ", isNested: true),
        Self(start: "Status{code=", code: .name, middle: ", description=", message: .endedBy([", cause="])),
        Self(start: "io.grpc.Status*: ", code: .name, middle: ": "),
        Self(
            start: "Status(StatusCode=", code: .name, middle: "*Detail=\"",
            message: .endedBy(["\", DebugException=\"", "\")"])),
        Self(start: "Status { code: ", code: .name, middle: ", message: ", message: .literal),
        Self(start: "status: ", code: .name, middle: ", message: ", message: .literal),
        Self(start: "Google::Cloud::", code: .name, middle: ": #:"),
        Self(start: "Error from server (", code: .name, middle: "): "),
        Self(start: "ConnectError: [", code: .name, middle: "] "),
        Self(
            start: "gRPC Error (code: #, codeName: ", code: .name, middle: ", message: ",
            message: .endedBy([", details: "])),
        Self(start: "PlatformException(", code: .name, middle: ", ", message: .endedBy([", null", ", {"])),
        Self(start: "googleapi: Error ", code: .http, middle: ": ", message: .endedBy(["\nDetails:\n"])),
        Self(start: "Error: # ", code: .name, middle: ": "),
        Self(start: nil, code: .name, middle: "(", message: .literal),
        Self(start: nil, code: .http, middle: " ", message: .details),
    ]

    /// The first status in this form; `nil` when there is none.
    func status(in text: [UInt8]) -> CallStatus? {
        guard let start else { return code(text, at: 0).flatMap { read(text, $0, end: $1) } }
        var from = 0
        while let found = start.first(in: text, from: from) {
            from = found.upperBound
            guard var (code, end) = code(text, at: found.upperBound) else { continue }
            var wrappers: [StatusCode] = []
            let last = isNested ? LogText.messageEnd(text, from: end) : end
            while isNested, let inner = start.first(in: text, from: end), inner.upperBound < last,
                let next = self.code(text, at: inner.upperBound)
            {
                if wrappers.count < 3 { wrappers.append(code) }
                (code, end) = next
            }
            var status = read(text, code, end: end)
            if !wrappers.isEmpty {
                let shown = list(wrappers.map(\.title))
                status?.notes.append(
                    "The error was wrapped into others, of code \(own: shown); the innermost is explained.")
            }
            if let status { return status }
        }
        return nil
    }

    /// The status in the first form that fits; `nil` when none does.
    static func status(in text: [UInt8]) -> CallStatus? { all.lazy.compactMap { $0.status(in: text) }.first }

    // MARK: Code

    /// The code that stands at an index, and the index behind it.
    private func code(_ text: [UInt8], at start: Int) -> (StatusCode, Int)? {
        if case .http = code {
            let digits = text[start...].prefix(4).prefix(while: \.isDigit)
            let number = Int(String(decoding: digits, as: UTF8.self)) ?? 0
            return (400..<600).contains(number) ? (StatusCode(rest: number), digits.endIndex) : nil
        }
        if let end = TextPattern("Code(#)").end(in: text, at: start) {
            let number = Int32(String(decoding: text[start..<end].filter(\.isDigit), as: UTF8.self))
            return number.map { (StatusCode(rawValue: $0), end) }
        }
        // .NET writes the name in quotes, Firebase with hyphens.
        let word = text[start...].drop { $0 == UInt8(ascii: "\"") }.prefix(40).prefix {
            $0.isLetter || "_-".utf8.contains($0)
        }
        return Self.named(word).map { ($0, word.endIndex) }
    }

    private static let classes: [String: StatusCode] = [
        "InternalServerError": .internal, "MethodNotImplemented": .unimplemented, "ServiceUnavailable": .unavailable,
        "TooManyRequests": .resourceExhausted, "Unauthorized": .unauthenticated, "Forbidden": .permissionDenied,
        "GatewayTimeout": .deadlineExceeded, "Conflict": .aborted, "BadRequest": .invalidArgument,
        "BadGateway": .unavailable,
    ]

    /// The code with a name, or of a class of google-api-core that is called otherwise, or of Ruby that ends in `Error`.
    private static func named(_ word: ArraySlice<UInt8>) -> StatusCode? {
        let name = String(decoding: word, as: UTF8.self)
        return StatusCode(name: name) ?? classes[name]
            ?? (name.hasSuffix("Error") ? StatusCode(name: String(name.dropLast(5))) : nil)
    }

    // MARK: Message and details

    /// - Parameter end: The index behind the code.
    private func read(_ text: [UInt8], _ code: StatusCode, end: Int) -> CallStatus? {
        var status = CallStatus(code)
        // A code without its message is none in some forms: `status: Running`.
        guard let begin = middle.end(in: text, at: end) else { return start == nil || message.isLiteral ? nil : status }
        switch message {
        case .plain:
            let last = LogText.messageEnd(text, from: begin)
            status.message = String(decoding: text[begin..<last], as: UTF8.self)
            status.causes = LogText.causes(behind: last, in: text)
        case .literal:
            var literal = ObjectLiteral(text, at: begin)
            guard let message = literal.string() else { return nil }
            (status.message, status.causes) = (message, Self.rest(of: text, from: literal.index))
        case .endedBy(let ends): readMessage(text, from: begin, endedBy: ends, &status)
        case .details: guard readDetails(text, from: begin, &status) || start != nil else { return nil }
        }
        if case .http = self.code {
            status.takeLikeliestCode(http: Int(String(decoding: text[..<end].suffix(3), as: UTF8.self)) ?? 500)
        }
        return status
    }

    /// The text from an index to the end of the record, as it is.
    private static func rest(of text: [UInt8], from index: Int) -> String {
        String(decoding: text[index..<LogText.messageEnd(text, from: index)], as: UTF8.self)
    }

    /// Reads a message up to the first of its ends, and the details behind it.
    private func readMessage(_ text: [UInt8], from begin: Int, endedBy ends: [TextPattern], _ status: inout CallStatus)
    {
        // Messages may hold what a later end looks like, unless a further error begins before the earlier one.
        let next = start?.first(in: text, from: begin)?.lowerBound ?? text.count
        let found = ends.compactMap { $0.first(in: text, from: begin) }
        let close = found.first { $0.lowerBound < next } ?? found.min { $0.lowerBound < $1.lowerBound }
        var message = text[begin..<(close?.lowerBound ?? LogText.messageEnd(text, from: begin))]
        // Text that was cut lacks the end that the library writes.
        if close == nil, message.last == UInt8(ascii: "\"") { message.removeLast() }
        // Java writes an absent description so.
        status.message = message.elementsEqual("null".utf8) ? "" : String(decoding: message, as: UTF8.self)
        guard let close else { return }
        status.details = DetailText.objects(in: text, from: close.upperBound)
        status.causes = Self.rest(of: text, from: close.upperBound)
    }

    /// Reads a message with details in brackets behind it, as google-api-core writes both.
    ///
    /// - Returns: Whether there are details.
    private func readDetails(_ text: [UInt8], from begin: Int, _ status: inout CallStatus) -> Bool {
        var end = LogText.messageEnd(text, from: begin)
        var from = begin
        var tries = 0
        while tries < 4, let open = text.firstIndex(of: " [".utf8, from: from), status.details.isEmpty {
            if let details = DetailText.list(in: text, at: open + 1, code: status.code), !details.isEmpty {
                (status.details, end) = (details, open)
            }
            (from, tries) = (open + 1, tries + 1)
        }
        var message = text[begin..<end]
        // Errors of REST clients begin with the request: "GET https://…: ".
        let verb = message.prefix { $0.isLetter }
        if message[verb.endIndex...].starts(with: " http".utf8) {
            let colon = text.firstIndex(of: ": ".utf8, from: begin) ?? end
            message = text[min(colon + 2, end)..<end]
        }
        status.message = String(decoding: message, as: UTF8.self)
        return !status.details.isEmpty
    }
}
