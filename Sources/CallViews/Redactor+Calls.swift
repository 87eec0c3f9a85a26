import GRPCWire
public import ProtobufSchema
public import Redaction
public import WireCapture
import WireDoctor

extension Redactor {
    /// A call with stand-ins in its messages, headers and addresses: see ``Redactor``.
    ///
    /// - Parameter schema: The types of the messages. Messages of unknown methods are redacted as unknown fields.
    public func redact(_ call: CapturedCall, schema: Schema) -> CapturedCall {
        let method = call.types(in: schema).method
        var call = call
        call.client = redact(call.client)
        call.server = redact(call.server)
        // The names in a schema that was given are shown anyway.
        let path = call.methodPath.flatMap { schema.method(path: $0) == nil ? nil : $0 }
        call.requestHeaders = call.requestHeaders.map { redact($0, path: path) }
        call.responseHeaders = call.responseHeaders.map { redact($0) }
        call.trailers = call.trailers.map { redact($0) }
        if let text = call.goAway?.text, !CapturedCall.GoAway.grpcTexts.contains(text) {
            call.goAway?.text = sentence(text)
        }
        if let cut = call.cut, !cut.isPlain { call.cut?.reason = cut.reason.map { sentence($0) } }
        redact(&call.request, method?.request)
        redact(&call.response, method?.response)
        return call
    }

    /// - Parameter path: The path of a method of the schema, which stays. A query behind the path does not.
    private func redact(_ fields: HeaderBlock, path: String? = nil) -> HeaderBlock {
        HeaderBlock(
            fields.map { field in
                if let path, field.name == ":path", let value = field.value, value.starts(with: path.utf8) {
                    let query = header(":path", Array(value.dropFirst(path.utf8.count)))
                    return HeaderField(name: ":path", value: path.utf8 + query)
                }
                // A value without a known name may be a secret.
                return HeaderField(
                    name: field.name.map(headerName), value: field.value.map { header(field.name ?? "", $0) })
            })
    }

    private func redact(_ body: inout CapturedBody, _ type: MessageDescriptor?) {
        // The bytes as sent would tell what the messages no longer do.
        body.stream = []
        for index in body.messages.indices {
            body.messages[index].payload = redact(body.messages[index].payload, as: type)
        }
    }

    /// Replaces the address. Names of Google's hosts and ports stay.
    private func redact(_ endpoint: Endpoint) -> Endpoint {
        if let name = endpoint.name {
            let shown = String(decoding: header("host", Array(name.utf8)), as: UTF8.self)
            return Endpoint(name: shown, port: endpoint.port)
        }
        guard !endpoint.address.isEmpty else { return endpoint }
        return Endpoint(address: address(endpoint.address), port: endpoint.port)
    }
}
