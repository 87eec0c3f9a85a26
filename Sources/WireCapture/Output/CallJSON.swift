import FleetErrors
import GRPCWire
public import ProtobufSchema

/// Writes calls as JSON, one line each, for scripts.
public struct CallJSON: Sendable {
    private let schema: Schema
    private let writer = JSONWriter()

    /// - Parameter schema: Has the methods and messages that are to be named and opened.
    public init(_ schema: Schema) { self.schema = schema }

    /// The call on one line, without a line end.
    ///
    /// Keys, as far as they can be known from the capture, else null: `stream`, `path`, `request_type`, `response_type`,
    /// `request_headers`, `request_messages`, `response_headers`, `response_messages`, `trailers`, `trailers_only`,
    /// `status`, `status_code`, `message`, `details`, `reset`, `bin_encoding`, `data_frames`, `packets`. More appear where
    /// they say something: `partial`, `unknown_headers` (how many headers of each block were sent before the capture),
    /// `damage` (why messages could not be read to the end), `content_encoding` (what HTTP had encoded a whole body with),
    /// and `go_away` (the last GOAWAY of the connection, where the capture shows no end of the call).
    public func line(_ call: CapturedCall) -> String { String(decoding: bytes(call), as: UTF8.self) }

    /// ``line(_:)`` as UTF-8, which is what files and pipes take.
    public func bytes(_ call: CapturedCall) -> [UInt8] {
        let method = call.path.flatMap { schema.method(path: $0) }
        var json = JSONLine()
        json.object { json in
            json.key("stream")
            json.object { json in
                json.key("client")
                json.string(call.client.description)
                json.key("server")
                json.string(call.server.description)
                json.key("id")
                json.number(Int(call.stream))
            }
            json.key("path")
            json.optional(call.path)
            json.key("request_type")
            json.optional(method?.request.fullName)
            json.key("response_type")
            json.optional(method?.response.fullName)
            json.key("request_headers")
            headers(call.requestHeaders, &json)
            json.key("request_messages")
            messages(call.request, method?.request, &json)
            json.key("response_headers")
            headers(call.responseHeaders, &json)
            json.key("response_messages")
            messages(call.response, method?.response, &json)
            json.key("trailers")
            headers(call.trailers, &json)
            json.key("trailers_only")
            json.bool(call.isTrailersOnly)
            status(call, &json)
            json.key("reset")
            reset(call, &json)
            json.key("bin_encoding")
            binaryEncodings(call, &json)
            json.key("data_frames")
            json.object { json in
                json.key("request")
                json.number(call.request.dataFrames)
                json.key("response")
                json.number(call.response.dataFrames)
            }
            json.key("packets")
            packets(call, &json)
            remarks(call, &json)
        }
        return json.bytes
    }

    private func headers(_ fields: HeaderBlock?, _ json: inout JSONLine) {
        guard let fields else { return json.null() }
        json.object { json in
            grouped(fields, &json) { field in
                guard field.isBinary else { return [field.text] }
                let values = (try? Metadata.binaryValues(of: field.value)) ?? [field.value]
                return values.map { Base64.encode($0, as: .padded) }
            }
        }
    }

    /// A member for each name in the order of the wire; a name that has several values has a list.
    private func grouped(
        _ fields: HeaderBlock, _ json: inout JSONLine, _ values: (Metadata.Field) -> [String]
    ) {
        let fields = Metadata(fields)
        // Mostly no name comes twice, and there is nothing to group.
        guard Set(fields.lazy.map(\.name)).count < fields.count else {
            for field in fields { member(field.name, values(field), &json) }
            return
        }
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
        for (name, values) in entries { member(name, values, &json) }
    }

    private func member(_ name: String, _ values: [String], _ json: inout JSONLine) {
        json.key(name)
        if values.count == 1 {
            json.string(values[0])
        } else {
            json.array { json in for value in values { json.string(value) } }
        }
    }

    private func messages(_ body: CapturedBody, _ type: MessageDescriptor?, _ json: inout JSONLine) {
        json.array { json in
            for message in body.messages {
                json.object { json in
                    json.key("compressed")
                    json.bool(message.frame.isCompressed)
                    json.key("length")
                    json.number(message.frame.wireLength)
                    json.key("uncompressed_length")
                    json.number(message.payload.count)
                    json.key("bytes_sha256")
                    json.string(SHA256.hex(message.payload))
                    json.key("json")
                    let value = type.flatMap { type in try? writer.json(message.payload, as: type) }
                    if let value { json.raw(value) } else { json.null() }
                }
            }
        }
    }

    private func status(_ call: CapturedCall, _ json: inout JSONLine) {
        // What the wire says, not what a client library makes of a missing status.
        let response = call.sentStatus
        let sent = response?.sentCode
        json.key("status")
        json.optional(sent.map { $0.name ?? String($0.rawValue) })
        json.key("status_code")
        if let sent { json.number(Int(sent.rawValue)) } else { json.null() }
        json.key("message")
        json.optional(sent == nil ? nil : response?.message)
        json.key("details")
        json.array { json in
            guard let response else { return }
            for detail in CallStatus(response).details { json.raw(detail.json ?? "null") }
        }
    }

    private func reset(_ call: CapturedCall, _ json: inout JSONLine) {
        guard let reset = call.reset else { return json.null() }
        json.object { json in ending(reset.code, isByClient: reset.isByClient, &json) }
    }

    private func goAway(_ goAway: CapturedCall.GoAway, _ json: inout JSONLine) {
        json.key("go_away")
        json.object { json in
            ending(goAway.code, isByClient: goAway.isByClient, &json)
            json.key("last_stream")
            json.number(Int(goAway.lastStream))
            json.key("text")
            json.string(goAway.text)
        }
    }

    /// Who ended something, and with which error.
    private func ending(_ code: HTTP2ErrorCode, isByClient: Bool, _ json: inout JSONLine) {
        json.key("by")
        json.string(isByClient ? "client" : "server")
        json.key("error_code")
        json.number(Int(code.rawValue))
        json.key("error")
        json.optional(code.name)
    }

    private func binaryEncodings(_ call: CapturedCall, _ json: inout JSONLine) {
        let blocks = [call.requestHeaders, call.responseHeaders, call.trailers].compactMap { $0 }
        let binary = blocks.flatMap { $0.filter { $0.name?.utf8.suffix(4).elementsEqual("-bin".utf8) ?? false } }
        json.object { json in
            guard !binary.isEmpty else { return }
            grouped(HeaderBlock(binary), &json) { field in
                if field.value.first == 0 { return ["raw"] }
                return [field.value.last == UInt8(ascii: "=") ? "base64-padded" : "base64"]
            }
        }
    }

    private func packets(_ call: CapturedCall, _ json: inout JSONLine) {
        json.object { json in
            json.key("first")
            json.number(call.first.packet)
            json.key("request_end")
            if let end = call.requestEnd { json.number(end.packet) } else { json.null() }
            json.key("last")
            json.number(call.last.packet)
        }
    }

    private func contentCodings(_ call: CapturedCall, _ json: inout JSONLine) {
        let bodies = [("request", call.request), ("response", call.response)].filter { $0.1.contentCoding != nil }
        guard !bodies.isEmpty else { return }
        json.key("content_encoding")
        json.object { json in
            for case (let name, let body) in bodies {
                guard let coding = body.contentCoding else { continue }
                json.key(name)
                json.object { json in
                    json.key("encoding")
                    json.string(coding.encoding.rawValue)
                    json.key("length")
                    json.number(body.length)
                    json.key("decoded_length")
                    json.number(coding.length)
                }
            }
        }
    }

    private func remarks(_ call: CapturedCall, _ json: inout JSONLine) {
        if call.isPartial {
            json.key("partial")
            json.bool(true)
        }
        if let goAway = call.goAway { self.goAway(goAway, &json) }
        contentCodings(call, &json)
        let blocks = [
            ("request_headers", call.requestHeaders), ("response_headers", call.responseHeaders),
            ("trailers", call.trailers),
        ].map { ($0.0, $0.1?.count { !$0.isKnown } ?? 0) }.filter { $0.1 > 0 }
        if !blocks.isEmpty {
            json.key("unknown_headers")
            json.object { json in
                for (name, count) in blocks {
                    json.key(name)
                    json.number(count)
                }
            }
        }
        let failures = [("request", call.request.failure), ("response", call.response.failure)].filter { $0.1 != nil }
        guard !failures.isEmpty else { return }
        json.key("damage")
        json.object { json in
            for (name, failure) in failures {
                json.key(name)
                json.optional(failure?.description)
            }
        }
    }
}
