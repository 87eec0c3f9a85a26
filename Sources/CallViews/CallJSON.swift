import ByteText
import ConsoleText
import Crypto
import FleetErrors
import GRPCWire
import JSONText
public import ProtobufSchema
public import WireCapture
import WireDoctor

/// Writes calls as JSON, one line each, for scripts.
public struct CallJSON: Sendable {
    private let schema: Schema
    private let writer: JSONWriter
    private let showsCredentials: Bool

    /// - Parameters:
    ///   - schema: The methods and messages that are named and opened.
    ///   - showsCredentials: Whether credentials are written as they were sent, instead of their size in bytes.
    public init(_ schema: Schema, showsCredentials: Bool = false) {
        (self.schema, self.showsCredentials) = (schema, showsCredentials)
        writer = JSONWriter(hidesCredentials: !showsCredentials)
    }

    /// The call on one line, without a line end. <doc:JSON> lists the members.
    public func line(_ call: CapturedCall) -> String {
        var bytes: [UInt8] = []
        append(call, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends ``line(_:)`` as UTF-8, which is what files and pipes take.
    public func append(_ call: CapturedCall, to bytes: inout [UInt8]) {
        let types = call.types(in: schema)
        // The status as sent, not as a client library reports a missing one.
        let sent = call.onlyCode == nil ? call.sentStatus : nil
        let status = sent.map { CallStatus($0) }
        var json = JSONPrinter(.spaced)
        swap(&json.bytes, &bytes)
        defer { swap(&json.bytes, &bytes) }
        json.object { json in
            json.number("number", call.number)
            if let file = call.file { json.string("file", file) }
            json.optional("start", ClockTime(call.first.time).text)
            json.optional("duration", call.duration)
            let (client, server) = (shown(call.client), shown(call.server))
            json.string("connection", "\(client) > \(server)")
            json.object("stream") { json in
                json.string("client", client)
                json.string("server", server)
                json.number("id", Int(call.stream))
            }
            json.optional("path", call.path.map(shown))
            if let path = call.presumption?.path { json.string("presumed_method", path) }
            json.optional("request_type", types.request?.fullName)
            json.optional("response_type", types.response?.fullName)
            if types.arePresumed, types.request != nil || types.response != nil { json.bool("presumed_types", true) }
            json.optional("category", CallEnding(call, sent: status).knownCategory?.rawValue)
            json.object("bytes") { json in
                json.number("request", call.request.length)
                json.number("response", call.response.length)
            }
            headers("request_headers", call.requestHeaders, &json)
            messages("request_messages", call.request, as: types.request, &json)
            headers("response_headers", call.responseHeaders, &json)
            messages("response_messages", call.response, as: types.response, &json)
            headers("trailers", call.trailers, &json)
            json.bool("trailers_only", call.isTrailersOnly)
            self.status(call, sent, &json)
            json.array("details") { json in
                for detail in status?.details ?? [] { json.raw(shown(detail.json(in: schema, by: writer) ?? "null")) }
            }
            json.key("reset")
            if let reset = call.reset {
                json.object { json in self.ending(reset.code, isByClient: reset.isByClient, &json) }
            } else {
                json.null()
            }
            json.object("bin_encoding") { json in binaryEncodings(call, &json) }
            json.object("data_frames") { json in
                json.number("request", call.request.dataFrames)
                json.number("response", call.response.dataFrames)
            }
            json.object("packets") { json in
                json.number("first", call.first.packet)
                json.optional("request_end", call.requestEnd?.packet)
                json.number("last", call.last.packet)
            }
            remarks(call, &json)
        }
    }

    private func headers(_ name: String, _ fields: HeaderBlock?, _ json: inout JSONPrinter) {
        json.key(name)
        guard let fields else { return json.null() }
        json.object { json in
            guard fields.hasDistinctNames else {
                return group(Metadata(fields), in: &json) {
                    Self.values(shown($0.name, $0.value[...]), of: $0.value[...])
                }
            }
            let bytes = fields.bytes
            for place in fields.places where place.isKnown {
                let name = String(decoding: bytes[place.name], as: UTF8.self)
                json.key(name)
                let value = bytes[place.value]
                let shown = shown(name, value)
                if case .text(let text) = shown {
                    json.string(repairing: text.span, 0..<text.count)
                } else {
                    values(Self.values(shown, of: value), &json)
                }
            }
        }
    }

    private func shown(_ name: String, _ value: ArraySlice<UInt8>) -> Credentials.HeaderValue {
        guard showsCredentials else { return Credentials.show(header: name, value: value) }
        return name.hasSuffix("-bin") ? .binary : .text(value)
    }

    /// The values in one header, as far as they may be shown; those of a binary header in base64.
    package static func shownValues(of name: String, _ value: [UInt8]) -> [String] {
        values(Credentials.show(header: name, value: value[...]), of: value[...])
    }

    private static func values(_ shown: Credentials.HeaderValue, of value: ArraySlice<UInt8>) -> [String] {
        switch shown {
        case .hidden: [Credentials.replacement(size: value.count)]
        case .text(let text): [String(decoding: text, as: UTF8.self)]
        case .binary:
            ((try? Metadata.binaryValues(of: Array(value))) ?? [Array(value)]).map { Base64.encode($0, as: .padded) }
        }
    }

    private func shown(_ text: String) -> String { showsCredentials ? text : Credentials.hidden(in: text) }

    /// An end of a connection. Addresses are no credentials; the text that stands in place of one may have some.
    private func shown(_ end: Endpoint) -> String { end.name == nil ? end.description : shown(end.description) }

    /// Writes a member for each name in wire order; a name with several values has an array.
    private func group(
        _ fields: some Sequence<Metadata.Field>, in json: inout JSONPrinter, values: (Metadata.Field) -> [String]
    ) {
        var entries: [(name: String, values: [String])] = []
        var places: [String: Int] = [:]
        for field in fields {
            if let place = places[field.name] {
                entries[place].values += values(field)
            } else {
                places[field.name] = entries.count
                entries.append((field.name, values(field)))
            }
        }
        for (name, values) in entries {
            json.key(name)
            self.values(values, &json)
        }
    }

    private func values(_ values: [String], _ json: inout JSONPrinter) {
        if values.count == 1 { json.string(values[0]) } else { json.strings(values) }
    }

    private func messages(
        _ name: StaticString, _ body: CapturedBody, as type: MessageDescriptor?, _ json: inout JSONPrinter
    ) {
        json.objects(name, body.messages) { message, json in
            json.bool("compressed", message.frame.isCompressed)
            json.number("length", message.frame.wireLength)
            json.number("uncompressed_length", message.payload.count)
            let hash = unsafe SHA256.hash(data: message.payload).withUnsafeBytes { unsafe String(hex: $0) }
            json.string("bytes_sha256", hash)
            let value = type.flatMap { type in try? writer.json(message.payload, as: type) }
            let shown = value.map { showsCredentials ? $0 : Credentials.hidden(in: $0, formsOnly: true, isJSON: true) }
            json.raw("json", shown ?? Array("null".utf8))
        }
    }

    private func status(_ call: CapturedCall, _ sent: ResponseStatus?, _ json: inout JSONPrinter) {
        let onlyCode = call.onlyCode
        let code = onlyCode ?? sent?.sentCode
        // A trailer that is not known may be the message.
        let isMessageKnown = call.trailers.map { $0.isKnown || $0.has(.grpcMessage) } ?? true
        let message = onlyCode != nil ? "" : code == nil || !isMessageKnown ? nil : sent?.message
        json.optional("status", code.map { $0.name ?? String($0.rawValue) })
        json.optional("status_code", code.map { Int($0.rawValue) })
        json.optional("message", message.map(shown))
        if code == nil, let reported = sent?.code { json.string("client_status", reported.title) }
    }

    private func ending(_ code: HTTP2ErrorCode, isByClient: Bool, _ json: inout JSONPrinter) {
        json.string("by", isByClient ? "client" : "server")
        json.number("error_code", Int(code.rawValue))
        json.optional("error", code.name)
    }

    private func binaryEncodings(_ call: CapturedCall, _ json: inout JSONPrinter) {
        let fields = [call.requestHeaders, call.responseHeaders, call.trailers].flatMap { $0?.binaryFields ?? [] }
        group(fields, in: &json) { field in
            if field.value.first == 0 { return ["raw"] }
            return [field.value.last == UInt8(ascii: "=") ? "base64-padded" : "base64"]
        }
    }

    private func contentCodings(_ call: CapturedCall, _ json: inout JSONPrinter) {
        guard call.request.contentCoding != nil || call.response.contentCoding != nil else { return }
        json.object("content_encoding") { json in
            let sides: [(StaticString, CapturedBody)] = [("request", call.request), ("response", call.response)]
            for (name, body) in sides {
                guard let coding = body.contentCoding else { continue }
                json.object(name) { json in
                    json.string("encoding", coding.encoding.rawValue)
                    json.number("length", body.length)
                    json.number("decoded_length", coding.length)
                }
            }
        }
    }

    private func remarks(_ call: CapturedCall, _ json: inout JSONPrinter) {
        if call.isPartial {
            json.bool("partial", true)
            json.strings("partial_reasons", call.omissions.words)
        }
        if call.hasPresumedHeaders { json.bool("presumed_headers", true) }
        if let goAway = call.goAway {
            json.object("go_away") { json in
                ending(goAway.code, isByClient: goAway.isByClient, &json)
                json.number("last_stream", Int(goAway.lastStream))
                json.string("text", shown(goAway.text))
            }
        }
        if let cut = call.cut {
            json.object("connection_cut") { json in
                json.string("by", cut.isByClient ? "client" : "server")
                json.bool("reset", cut.isReset)
                if let reason = cut.reason { json.string("reason", shown(reason)) }
            }
        }
        contentCodings(call, &json)
        let unknown = [call.requestHeaders, call.responseHeaders, call.trailers].map { $0?.unknownCount ?? 0 }
        if unknown.contains(where: { $0 > 0 }) {
            json.object("unknown_headers") { json in
                let names: [StaticString] = ["request_headers", "response_headers", "trailers"]
                for (name, count) in zip(names, unknown) where count > 0 { json.number(name, count) }
            }
        }
        guard call.request.failure != nil || call.response.failure != nil else { return }
        json.object("damage") { json in
            if let failure = call.request.failure { json.string("request", failure.description) }
            if let failure = call.response.failure { json.string("response", failure.description) }
        }
    }
}
